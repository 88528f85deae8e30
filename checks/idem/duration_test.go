package idem

import (
	"testing"
	"time"
)

func TestDurationIsReadAsContractsWriteIt(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"500ms":   500 * time.Millisecond,
		"24h":     24 * time.Hour,
		"30d":     30 * 24 * time.Hour,
		"1d12h":   36 * time.Hour,
		"1h30m":   90 * time.Minute,
		"0s":      0,
		"1.5s":    1500 * time.Millisecond,
		"45d":     45 * 24 * time.Hour,
		"36500d":  36500 * 24 * time.Hour,
		"876024h": 36501 * 24 * time.Hour,
	} {
		got, err := ParseDuration(text)
		if err != nil || time.Duration(got) != want {
			t.Errorf("ParseDuration(%q) = %v, %v, want %v", text, got, err, want)
		}
		again, err := ParseDuration(got.String())
		if err != nil || again != got {
			t.Errorf("%q is written as %q, which reads as %v, %v", text, got, again, err)
		}
	}
}

func TestDurationRefusesWhatIsNone(t *testing.T) {
	for _, text := range []string{"", "d", "-1h", "-3d", "1h2d3", "24", "day", "99999999999d", "1d-5h", "36500d2562047h"} {
		if d, err := ParseDuration(text); err == nil {
			t.Errorf("ParseDuration(%q) = %v, want an error", text, d)
		}
	}
}

func TestDurationIsWrittenShort(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"24h": 24 * time.Hour, "3d": 72 * time.Hour, "36h": 36 * time.Hour, "5m": 5 * time.Minute,
		"100ms": 100 * time.Millisecond, "1h0m5s": time.Hour + 5*time.Second, "0s": 0, "20s": 20 * time.Second,
	} {
		if got := Duration(d).String(); got != want {
			t.Errorf("Duration(%v).String() = %q, want %q", d, got, want)
		}
	}
}
