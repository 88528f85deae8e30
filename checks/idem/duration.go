package idem

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Duration is a length of time that is written the way a contract writes it:
// "500ms", "24h", "30d". One day ("d") is 24 hours, whatever the calendar says.
type Duration time.Duration

// mostDays is the largest number of days that is written or read as such.
const mostDays = 36500

// ParseDuration reads "90s", "24h", "30d" or a mixture such as "1d12h". It
// returns an error for anything else and for a length below zero.
func ParseDuration(s string) (Duration, error) {
	rest, days := s, time.Duration(0)
	if before, after, found := strings.Cut(s, "d"); found {
		n, err := strconv.Atoi(before)
		if err != nil || n < 0 || n > mostDays {
			return 0, fmt.Errorf("%q is no duration: write it as 500ms, 24h or 30d", s)
		}
		days, rest = time.Duration(n)*24*time.Hour, after
		if rest == "" {
			return Duration(days), nil
		}
	}
	d, err := time.ParseDuration(rest)
	if err != nil || d < 0 || days+d < 0 { // the last: longer than a length can be
		return 0, fmt.Errorf("%q is no duration: write it as 500ms, 24h or 30d", s)
	}
	return Duration(days + d), nil
}

// String writes whole days as "30d", up to a hundred years of them, and
// everything else as [time.Duration] does, without trailing zero units.
func (d Duration) String() string {
	t := time.Duration(d)
	if days := t / (24 * time.Hour); days >= 2 && days <= mostDays && t%(24*time.Hour) == 0 {
		return strconv.Itoa(int(days)) + "d"
	}
	s := t.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// MarshalText writes the form that [ParseDuration] reads.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads the form that [ParseDuration] reads.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := ParseDuration(string(text))
	if err == nil {
		*d = v
	}
	return err
}
