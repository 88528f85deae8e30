package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"time"
)

// The elements of a JUnit file. The shape is the one that all importers read the
// same way: flat suites with a name, one failure, error or skip at most in a
// case, its message as an attribute and again at the head of its text, escaped
// text and never CDATA, and one system-out at the end.
type (
	junitFile struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		junitCounts
		Time      seconds       `xml:"time,attr"`
		Timestamp stamp         `xml:"timestamp,attr"`
		Suites    []*junitSuite `xml:"testsuite"`
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
		Time       seconds         `xml:"time,attr"`
		Timestamp  stamp           `xml:"timestamp,attr"`
		ID         int             `xml:"id,attr"`
		Package    string          `xml:"package,attr"` // some schemas demand it, and Jenkins puts it before the name: empty
		Hostname   string          `xml:"hostname,attr"`
		File       string          `xml:"file,attr,omitempty"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []*junitCase    `xml:"testcase"`
	}
	junitCase struct {
		Classname  string        `xml:"classname,attr"`
		Name       string        `xml:"name,attr"`
		File       string        `xml:"file,attr,omitempty"`
		Line       int           `xml:"line,attr,omitempty"`
		Time       seconds       `xml:"time,attr"`
		Properties *junitProps   `xml:"properties"`
		Failure    *junitOutcome `xml:"failure"`
		Error      *junitOutcome `xml:"error"`
		Skipped    *junitOutcome `xml:"skipped"`
		SystemOut  *junitText    `xml:"system-out"`
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
		Type    string `xml:"type,attr,omitempty"` // with a dot: GitLab's parser takes some plain words for types of its own
		Text    string `xml:",chardata"`
	}
	junitText struct {
		Text string `xml:",chardata"`
	}
)

// seconds is a length of time as every importer reads it: never negative, three
// decimals, no exponent.
type seconds time.Duration

// MarshalText writes such as "0.012".
func (s seconds) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%.3f", max(time.Duration(s), 0).Seconds()), nil
}

// stamp is an instant in UTC without a zone, which is what the schemas demand.
type stamp time.Time

// MarshalText writes such as "2026-03-01T12:00:00".
func (s stamp) MarshalText() ([]byte, error) {
	return time.Time(s).UTC().AppendFormat(nil, "2006-01-02T15:04:05"), nil
}

func (c *junitCounts) sum(o junitCounts) {
	c.Tests += o.Tests
	c.Failures += o.Failures
	c.Errors += o.Errors
	c.Skipped += o.Skipped
}

func (s *junitSuite) add(c *junitCase) {
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Time += c.Time
	s.Cases = append(s.Cases, c)
}

func (f junitFile) write(w io.Writer) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(f); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
