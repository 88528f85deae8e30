package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/idemspec/idemspec/checks/idem"
)

// The shape of the file is the one that all importers read the same way: flat
// suites with a name, class names equal to the name of their suite, one failure
// at most in a case, its message as an attribute and again at the head of its
// text, escaped text and never CDATA, and dotted types.
type (
	junitFile struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		junitCounts
		Time      string       `xml:"time,attr"`
		Timestamp string       `xml:"timestamp,attr"`
		Suites    []junitSuite `xml:"testsuite"`
	}
	junitCounts struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
	}
	junitSuite struct {
		Name string `xml:"name,attr"`
		junitCounts
		Time       string          `xml:"time,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		Hostname   string          `xml:"hostname,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitCase struct {
		Classname  string         `xml:"classname,attr"`
		Name       string         `xml:"name,attr"`
		File       string         `xml:"file,attr,omitempty"`
		Line       int            `xml:"line,attr,omitempty"`
		Time       string         `xml:"time,attr"`
		Properties *junitProps    `xml:"properties"`
		Failure    *junitOutcome  `xml:"failure"`
		Error      *junitOutcome  `xml:"error"`
		Skipped    *junitOutcome  `xml:"skipped"`
		SystemOut  *junitChardata `xml:"system-out"`
	}
	junitProps struct {
		List []junitProperty `xml:"property"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitOutcome struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
	junitChardata struct {
		Text string `xml:",chardata"`
	}
)

// Bounds that importers set.
const (
	longestMessage = 300      // characters; some show it as a title
	longestOutput  = 64 << 10 // bytes of evidence in one case
	longestOutputs = 16 << 20 // bytes of evidence in one file; GitLab refuses files over 30 MB
)

// WriteJUnit writes the run as a JUnit file. A broken Must is a failure, a
// broken Should a passed case with the property "warning", an unusable target an
// error, and what was not decided is skipped with its reason.
func WriteJUnit(w io.Writer, r idem.Run) error {
	file := junitFile{Name: "idemspec", Time: seconds(time.Duration(r.Took)), Timestamp: stamp(r.Started)}
	left := longestOutputs
	for _, family := range families(r) {
		s := junitSuite{
			Name: "idem." + family, Timestamp: stamp(r.Started), Hostname: hostOf(r.Target.URL),
			Properties: suiteProperties(r),
		}
		var took time.Duration
		for _, res := range r.Results {
			if res.Family == family {
				s.add(junitResult(r, res, s.Name, &left))
				took += time.Duration(res.Took)
			}
		}
		s.Time = seconds(took)
		file.sum(s.junitCounts)
		file.Suites = append(file.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(file); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (c *junitCounts) sum(o junitCounts) {
	c.Tests += o.Tests
	c.Failures += o.Failures
	c.Errors += o.Errors
	c.Skipped += o.Skipped
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

func suiteProperties(r idem.Run) []junitProperty {
	return []junitProperty{
		{"tool", inXML(r.Tool)},
		{"profile", inXML(r.Contract.Profile)},
		{"target", inXML(r.Target.URL)},
		{"seed", fmt.Sprint(r.Seed)},
		{"run", inXML(r.ID)},
	}
}

func junitResult(r idem.Run, res idem.Result, suite string, left *int) junitCase {
	c := junitCase{
		Classname: suite, Name: inXML(line(res.Check+" - "+res.Operation, 200)), Time: seconds(time.Duration(res.Took)),
		File: inXML(r.Target.File), Line: res.Line,
	}
	j := res.Judgement
	outcome := func(message string) *junitOutcome {
		message = inXML(line(res.Check+": "+message, longestMessage))
		return &junitOutcome{Message: message, Type: "idem." + res.Check, Text: message}
	}
	switch j.Verdict() {
	case idem.Failed:
		c.Failure = outcome(j.Findings()[0].Message)
		c.Failure.Text += "\n" + inXML(findingText(r, res))
	case idem.Errored:
		c.Error = outcome(j.Why())
		c.Error.Text += "\n" + inXML(j.Way())
	case idem.Skipped, idem.NotTested, idem.Inconclusive, idem.Unjudged:
		c.Skipped = outcome(j.Verdict().String() + ": " + j.Why())
		c.Skipped.Type = ""
		c.Skipped.Text += "\n" + inXML(j.Way())
	case idem.Warned:
		c.Properties = &junitProps{[]junitProperty{{"warning", inXML(line(j.Findings()[0].Message, longestMessage))}}}
	case idem.Passed:
	}
	c.SystemOut = output(res, left)
	return c
}

// findingText is the text of a failure behind its first line.
func findingText(r idem.Run, res idem.Result) string {
	var b strings.Builder
	for _, f := range res.Judgement.Findings() {
		fmt.Fprintf(&b, "%s\n  want: %s\n  got:  %s\n  promised (%s, %s): %s\n",
			f.Message, f.Want, f.Got, f.Clause, f.Level, r.Contract.Clause(f.Clause).Source)
	}
	b.WriteString("by hand:\n")
	for _, l := range Curl(res.History) {
		b.WriteString("  " + l + "\n")
	}
	fmt.Fprintf(&b, "how to mend it: idemspec explain %s\n", res.Check)
	return b.String()
}

// output is the evidence of a case, cut where the case or the file grows too
// long.
func output(res idem.Result, left *int) *junitChardata {
	lines := evidence(res)
	if len(lines) == 0 {
		return nil
	}
	text := inXML(strings.Join(lines, "\n"))
	if most := min(longestOutput, *left); len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text = text[:most] + fmt.Sprintf("\n(cut: %d bytes more are in the JSON report)", len(text)-most)
	}
	*left -= len(text)
	return &junitChardata{text}
}

// inXML makes control characters visible: XML cannot carry them, and an encoder
// that replaces them would lose evidence.
func inXML(s string) string { return visible(s, "\n\t") }

// seconds writes a length of time the way that every importer reads: not
// negative, three decimals, no exponent.
func seconds(d time.Duration) string {
	return fmt.Sprintf("%.3f", math.Max(d.Seconds(), 0))
}

// stamp writes an instant without a zone, which is what the schemas demand.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") }

// hostOf is the host of an address, without its port.
func hostOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	return inXML(host)
}
