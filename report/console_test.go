package report

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

func onTerminal(l Look) func(io.Writer, idem.Run) error {
	return func(w io.Writer, r idem.Run) error { return Console(w, r, l) }
}

func TestConsoleGoldens(t *testing.T) {
	for _, c := range []struct {
		name string
		look Look
	}{
		{"console.golden.txt", Look{}},
		{"console-quiet.golden.txt", Look{Quiet: true}},
		{"console-verbose.golden.txt", Look{Verbose: true}},
		{"console-ascii.golden.txt", Look{ASCII: true}},
		{"console-colour.golden.txt", Look{Colour: true, Quiet: true}},
	} {
		t.Run(c.name, func(t *testing.T) { golden(t, "testdata/"+c.name, rendered(t, fixed(), onTerminal(c.look))) })
	}
}

// sgr are the escape sequences that our own colours are.
var sgr = regexp.MustCompile(`\x1b\[[0-9;]*m`)

func TestNothingOfATargetReachesTheTerminal(t *testing.T) {
	for _, l := range []Look{{Verbose: true}, {Colour: true}, {ASCII: true, Verbose: true}} {
		text := string(rendered(t, hostile(), onTerminal(l)))
		if l.Colour {
			text = sgr.ReplaceAllString(text, "")
		}
		for i, r := range text {
			if !unicode.IsPrint(r) && r != '\n' || r == utf8.RuneError || l.ASCII && r >= utf8.RuneSelf {
				t.Errorf("%+v: %q at %d", l, text[i:i+4], i)
				break
			}
		}
		for l := range strings.Lines(text) {
			if strings.HasPrefix(strings.TrimLeft(l, " "), "::") || strings.HasPrefix(strings.TrimLeft(l, " "), "##[") {
				t.Errorf("a command of a CI system: %q", l)
			}
		}
	}
}

func TestColourIsOfTheStreamAndSaysNothingAlone(t *testing.T) {
	coloured := string(rendered(t, fixed(), onTerminal(Look{Colour: true})))
	plain := string(rendered(t, fixed(), onTerminal(Look{})))
	if !sgr.MatchString(coloured) || sgr.MatchString(plain) {
		t.Error("colours are missing, or where they must not be")
	}
	if diff := cmp.Diff(plain, sgr.ReplaceAllString(coloured, "")); diff != "" {
		t.Errorf("colour is not all that differs (-plain +coloured):\n%s", diff)
	}
}

func TestASuccessIsShort(t *testing.T) {
	r := fixed()
	r.Contract.Core = []idem.Situation{idem.Replay}
	passed := r.Results[0]
	r.Results = nil
	for i := range 90 {
		passed.Check = fmt.Sprint("check-", i)
		r.Results = append(r.Results, passed)
	}
	text := string(rendered(t, r, onTerminal(Look{})))
	if n := strings.Count(text, "\n"); n > 6 || !strings.Contains(text, "\nconforming: 90 passed in 2.345s, seed 7\n") {
		t.Errorf("%d lines:\n%s", n, text)
	}
}

func TestTheSummarySaysWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(*idem.Run)
		want  string
	}{
		{"an unusable target", func(r *idem.Run) { r.Results, r.Unusable = nil, "connection refused" }, "partial: nothing ran in 2.345s, seed 7\nthe target could not be tested: connection refused\n"},
		{"an interrupted run", func(r *idem.Run) { r.Ended = "interrupted" }, "\nthe run ended early: interrupted\n"},
		{"an internal error", func(r *idem.Run) { r.Internal = "check x panicked" }, "\ninternal error, please report it: check x panicked\n"},
		{"a core clause without a check", func(*idem.Run) {}, "\nnot decided, and without it no run is conforming: missing-key\n  missing-key: no check of it was selected; way out: run without --check and --skip\n"},
		{"a core clause without a lever", func(r *idem.Run) { r.Contract.Core = []idem.Situation{idem.AfterRestart} }, "\n  after-restart: replay-after-restart/create is not tested: the target offers no way to restart it; way out: give the restart, such as: "},
	} {
		r := fixed()
		c.spoil(&r)
		if text := string(rendered(t, r, onTerminal(Look{Quiet: true}))); !strings.Contains(text, c.want) {
			t.Errorf("%s: no %q in:\n%s", c.name, c.want, text)
		}
	}
}

func TestABrokenStreamIsAnError(t *testing.T) {
	broken := errors.New("no space left")
	if err := Console(failing{broken}, fixed(), Look{}); !errors.Is(err, broken) {
		t.Errorf("console: %v", err)
	}
	for _, f := range Formats() {
		if err := f.Write(failing{broken}, fixed()); !errors.Is(err, broken) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

// failing is a stream that takes nothing.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
