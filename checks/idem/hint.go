package idem

import (
	"strconv"
	"strings"
	"time"
)

// Bounds hold a length of time. The zero Bounds allow any.
type Bounds struct {
	Least Duration `json:"least,omitempty"` // zero if there is no lower bound
	Most  Duration `json:"most,omitempty"`  // zero if there is no upper bound
}

// Allow reports whether a length is within the bounds, their ends included.
func (b Bounds) Allow(d Duration) bool {
	return d >= b.Least && (b.Most == 0 || d <= b.Most)
}

// httpDate is the one form of a date that a sender may write (RFC 9110, section
// 5.6.7).
const httpDate = "Mon, 02 Jan 2006 15:04:05 GMT"

// RetryAfter returns how long the answer asks to wait (RFC 9110, section
// 10.2.3), and whether it does so in a form that can be read. A date counts
// from the answer's own Date, and one that has passed is zero.
func (r Response) RetryAfter() (Duration, bool) {
	value, found := r.Lookup("Retry-After")
	if !found {
		return 0, false
	}
	value = strings.TrimSpace(value)
	if n, err := strconv.ParseUint(value, 10, 31); err == nil {
		return Duration(n) * Duration(time.Second), true
	}
	sent, _ := r.Lookup("Date")
	until, err := time.Parse(httpDate, value)
	from, missing := time.Parse(httpDate, strings.TrimSpace(sent))
	if err != nil || missing != nil {
		return 0, false
	}
	return Duration(max(until.Sub(from), 0)), true
}
