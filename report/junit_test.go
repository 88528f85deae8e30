package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

// parsed is a JUnit file as a strict reader sees it.
type parsed struct {
	Tests, Failures, Errors, Skipped int `xml:",attr"`
	Suites                           []struct {
		Name       string `xml:"name,attr"`
		Tests      int    `xml:"tests,attr"`
		Time       string `xml:"time,attr"`
		Properties []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"properties>property"`
		Cases []parsedCase `xml:"testcase"`
	} `xml:"testsuite"`
}

type parsedCase struct {
	Classname string       `xml:"classname,attr"`
	Name      string       `xml:"name,attr"`
	File      string       `xml:"file,attr"`
	Line      string       `xml:"line,attr"`
	Time      string       `xml:"time,attr"`
	Failure   []parsedText `xml:"failure"`
	Error     []parsedText `xml:"error"`
	Skipped   []parsedText `xml:"skipped"`
	Output    []string     `xml:"system-out"`
}

type parsedText struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func parseJUnit(t *testing.T, text []byte) parsed {
	t.Helper()
	var file struct {
		XMLName  xml.Name `xml:"testsuites"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Skipped  int      `xml:"skipped,attr"`
		parsed
	}
	if err := xml.Unmarshal(text, &file); err != nil {
		t.Fatalf("not well formed: %v", err)
	}
	p := file.parsed
	p.Tests, p.Failures, p.Errors, p.Skipped = file.Tests, file.Failures, file.Errors, file.Skipped
	return p
}

// cases returns all cases of a file.
func (p parsed) cases() []parsedCase {
	var all []parsedCase
	for _, s := range p.Suites {
		all = append(all, s.Cases...)
	}
	return all
}

// outcome is the one thing that a case says, and what kind it is.
func (c parsedCase) outcome(t *testing.T) (kind string, text parsedText) {
	t.Helper()
	kind = "passed"
	for _, o := range []struct {
		kind string
		all  []parsedText
	}{{"failed", c.Failure}, {"error", c.Error}, {"skipped", c.Skipped}} {
		if len(o.all) > 1 || len(o.all) == 1 && kind != "passed" {
			t.Errorf("%s has more than one outcome", c.Name)
		}
		if len(o.all) == 1 {
			kind, text = o.kind, o.all[0]
		}
	}
	return kind, text
}

var threeDecimals = regexp.MustCompile(`^[0-9]+\.[0-9]{3}$`)

func TestJUnitKeepsTheShapeThatAllImportersRead(t *testing.T) {
	for _, r := range []idem.Run{fixed(), hostile()} {
		text := rendered(t, r, junit{failing: idem.Must}.write)
		if bytes.Contains(text, []byte("CDATA[")) && !bytes.Contains(text, []byte("&lt;![CDATA[")) {
			t.Error("there is CDATA")
		}
		seen := map[string]bool{}
		p := parseJUnit(t, text)
		for _, s := range p.Suites {
			if s.Tests != len(s.Cases) || s.Tests == 0 || !threeDecimals.MatchString(s.Time) {
				t.Errorf("suite %s: %d tests, %d cases, time %s", s.Name, s.Tests, len(s.Cases), s.Time)
			}
			for _, c := range s.Cases {
				kind, o := c.outcome(t)
				if seen[c.Name] || len(c.Name) > 200 || !isASCII(c.Name) || c.Classname != s.Name || !threeDecimals.MatchString(c.Time) {
					t.Errorf("case %q of %q: not unique, too long, not ASCII, of another class, or time %s", c.Name, c.Classname, c.Time)
				}
				seen[c.Name] = true
				if n := utf8.RuneCountInString(o.Message); n > 300 || strings.Contains(o.Message, "\n") || !strings.HasPrefix(o.Text, o.Message) {
					t.Errorf("%s: a message of %d characters that is no line, or not at the head of the text", c.Name, n)
				}
				id, _, _ := strings.Cut(c.Name, " ")
				if kind != "passed" && !strings.HasPrefix(o.Message, id+": ") {
					t.Errorf("%s: message %q", c.Name, o.Message)
				}
				if (kind == "failed" || kind == "error") && o.Type != "idem."+id {
					t.Errorf("%s: type %q", c.Name, o.Type)
				}
				if len(o.Text) > longestText || len(c.Output) > 1 || len(strings.Join(c.Output, "")) > longestText {
					t.Errorf("%s: too long", c.Name)
				}
				for _, text := range append(c.Output, o.Text) {
					if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' || r == utf8.RuneError }); i >= 0 {
						t.Errorf("%s: %q at %d", c.Name, text[i:i+4], i)
					}
				}
			}
		}
	}
}

func TestHostileEvidenceIsShownAsItWas(t *testing.T) {
	text := rendered(t, hostile(), junit{failing: idem.Must}.write)
	p := parseJUnit(t, text)
	all := p.cases()
	for _, c := range hostileCases() {
		i := slices.IndexFunc(all, func(got parsedCase) bool { return got.Name == c.name })
		if i < 0 {
			var names []string
			for _, got := range all {
				names = append(names, got.Name)
			}
			t.Fatalf("no case %q in %q", c.name, names)
		}
		if kind, o := all[i].outcome(t); kind != c.outcome || !strings.HasPrefix(o.Message, c.message) {
			t.Errorf("%s is %s with %q, want %s with %q", c.name, kind, o.Message, c.outcome, c.message)
		}
	}
	if p.Tests != 7 || p.Failures != 2 || p.Errors != 2 || p.Skipped != 1 {
		t.Errorf("%d tests, %d failures, %d errors, %d skipped", p.Tests, p.Failures, p.Errors, p.Skipped)
	}
	if *importers != "" {
		writeForImporters(t, *importers, text)
	}
}

func TestABrokenShouldIsAFailureOnRequest(t *testing.T) {
	kinds := map[string]string{}
	for _, f := range []string{"junit", "junit-strict"} {
		format, err := Find(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range parseJUnit(t, rendered(t, fixed(), format.Write)).cases() {
			if c.Name == "replay-marked - create" {
				kinds[f], _ = c.outcome(t)
			}
		}
	}
	if diff := cmp.Diff(map[string]string{"junit": "passed", "junit-strict": "failed"}, kinds); diff != "" {
		t.Error(diff)
	}
}

func TestARunThatIsNotCompleteIsNoSuccess(t *testing.T) {
	complete := fixed()
	complete.Contract.Core = []idem.Situation{idem.Replay}
	for _, c := range []struct {
		name  string
		spoil func(*idem.Run)
		want  string // empty: no case of the run
	}{
		{"a complete run", func(*idem.Run) {}, ""},
		{"an unusable target", func(r *idem.Run) { r.Results, r.Unusable = nil, "connection refused" }, "run: the target could not be tested: connection refused"},
		{"an interrupted run", func(r *idem.Run) { r.Ended = "interrupted" }, "run: the run ended early: interrupted"},
		{"an internal error", func(r *idem.Run) { r.Internal = "check x panicked" }, "run: internal error, please report it: check x panicked"},
		{"an undecided core clause", func(r *idem.Run) { r.Contract.Core = []idem.Situation{idem.AfterRestart} }, "run: core clause not decided: after-restart: replay-after-restart/create is not tested: the target offers no way to restart it"},
		{"a run of nothing", func(r *idem.Run) { r.Results, r.Contract.Core = nil, nil }, "run: nothing ran"},
	} {
		r := complete
		c.spoil(&r)
		got := ""
		for _, x := range parseJUnit(t, rendered(t, r, junit{failing: idem.Must}.write)).cases() {
			if x.Name == "run - complete" {
				_, o := x.outcome(t)
				got = o.Message
			}
		}
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestALongFileIsCutAndSaysSo(t *testing.T) {
	whole := len(rendered(t, hostile(), junit{failing: idem.Must}.write))
	for _, longest := range []int{whole - 100, whole * 2 / 3} {
		r := hostile()
		text := rendered(t, r, junit{idem.Must, longest}.write)
		cut := 0
		p := parseJUnit(t, text)
		for _, s := range p.Suites {
			for _, property := range s.Properties {
				if property.Name == "cut" {
					cut++
				}
			}
		}
		if len(text) > longest || cut == 0 || p.Tests != 7 {
			t.Errorf("%d of %d bytes, %d suites say what was cut, %d tests", len(text), longest, cut, p.Tests)
		}
	}
}

func TestALargeRunIsWrittenWithinTheBound(t *testing.T) {
	r := fixed()
	one := r.Results[4]
	for i := range 2000 {
		one.Operation = fmt.Sprint("operation-", i)
		r.Results = append(r.Results, one)
	}
	if text := rendered(t, r, junit{failing: idem.Must}.write); len(text) > longestFile {
		t.Errorf("%d bytes", len(text))
	}
}
