package report

import (
	"encoding/xml"
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// A junitEntry is a case with the result that it shows.
type junitEntry struct {
	suite  *junitSuite
	shown  *junitCase
	result idem.Result
}

// longestFile is how long a JUnit file can be, in bytes: GitLab refuses one of
// over 30 MB.
const longestFile = 20 << 20

// shortestText is what is kept of the text of a failure, in bytes, whatever the
// length of the file.
const shortestText = 1 << 10

// fit gives each case its evidence, those first that are not simply passed,
// until the file is as long as it may be. What is cut is said in a property of
// the suite.
func fit(file *junitFile, entries []junitEntry, r idem.Run, longest int) {
	cut := map[*junitSuite]int{}
	left := longest - file.length()
	for most := longestText / 2; left < 0 && most >= shortestText; most /= 2 {
		clear(cut)
		for _, e := range entries {
			if o := e.shown.outcome(); o != nil && len(o.Text) > most {
				o.Text = clip(o.Text, most)
				cut[e.suite]++
			}
		}
		left = longest - file.length()
	}
	for _, passed := range []bool{false, true} {
		for _, e := range entries {
			if (e.result.Judgement.Verdict() == idem.Passed) != passed || e.shown.Failure != nil { // whose text has it
				continue
			}
			text := output(r, e.result)
			if text == "" {
				continue
			}
			if n := escapedLength(text) + len("      <system-out></system-out>\n"); n <= left {
				left -= n
				e.shown.SystemOut = &junitText{text}
			} else {
				cut[e.suite]++
			}
		}
	}
	for _, s := range file.Suites {
		if n := cut[s]; n > 0 {
			s.Properties = append(s.Properties, junitProperty{"cut", fmt.Sprintf("%s, so that the file stays importable: the JSON report has all", counted(n, "text"))})
		}
	}
}

// outcome is what a case says besides its evidence; nil if it simply passed.
func (c *junitCase) outcome() *junitOutcome {
	switch {
	case c.Failure != nil:
		return c.Failure
	case c.Error != nil:
		return c.Error
	}
	return c.Skipped
}

// length is how many bytes the file takes, with room for the properties that
// say what was cut.
func (f junitFile) length() int {
	var n length
	_ = f.write(&n) // a length takes all that is written
	return int(n) + 200*len(f.Suites)
}

// escapedLength is how many bytes a text takes in an XML file.
func escapedLength(s string) int {
	var n length
	_ = xml.EscapeText(&n, []byte(s)) // a length takes all that is written
	return int(n)
}

// A length counts what is written to it.
type length int

func (n *length) Write(b []byte) (int, error) {
	*n += length(len(b))
	return len(b), nil
}
