package report

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// junit writes JUnit files.
type junit struct {
	failing idem.Level // a broken promise is a failure from this level on, and below it a passed case with the property "warning"
	longest int        // bytes of a file; zero means longestFile
}

// longestMessage is how long a message is, in characters: some importers show it
// as a title.
const longestMessage = 300

// write writes one suite for each family of checks and one case for each
// result. An unusable target or harness is an error, and what was not decided is
// skipped with its reason. A run that was not complete has one more case, an
// error, since a file without a failure shows as a success everywhere.
func (j junit) write(w io.Writer, r idem.Run) error {
	file := junitFile{Name: "idemspec", Time: seconds(r.Took), Timestamp: stamp(r.Started)}
	names := map[string]int{}
	var entries []junitEntry
	for _, family := range families(r) {
		s := newSuite(r, "idem."+family, len(file.Suites))
		for _, res := range r.Results {
			if res.Family == family {
				c := j.result(r, res, s.Name, names)
				s.add(c)
				entries = append(entries, junitEntry{s, c, res})
			}
		}
		file.Suites = append(file.Suites, s)
	}
	if c := incomplete(r); c != nil {
		s := newSuite(r, c.Classname, len(file.Suites))
		s.add(c)
		file.Suites = append(file.Suites, s)
	}
	for _, s := range file.Suites {
		file.sum(s.junitCounts)
	}
	fit(&file, entries, r, cmp.Or(j.longest, longestFile))
	return file.write(w)
}

func newSuite(r idem.Run, name string, id int) *junitSuite {
	host, _, _ := strings.Cut(hostOf(r.Target.URL), ":")
	return &junitSuite{
		ID: id, Name: asciiName(name), Timestamp: stamp(r.Started), Hostname: asciiName(host), File: inXML(r.Target.File),
		Properties: []junitProperty{
			{"tool", inXML(r.Tool)},
			{"profile", inXML(r.Contract.Profile)},
			{"specification", inXML(r.Contract.Source)},
			{"target", inXML(r.Target.URL)},
			{"verdict", string(r.Word())},
			{"seed", fmt.Sprint(r.Seed)},
			{"run", inXML(r.ID)},
		},
	}
}

func (j junit) result(r idem.Run, res idem.Result, suite string, names map[string]int) *junitCase {
	c := &junitCase{
		Classname: suite, Name: asciiName(res.Check + " - " + res.Operation), Time: seconds(res.Took),
		File: inXML(r.Target.File), Line: max(res.Line, 0),
	}
	if names[c.Name]++; names[c.Name] > 1 { // GitLab keeps the first of equal names alone
		c.Name = fmt.Sprintf("%s #%d", c.Name, names[c.Name])
	}
	outcome := func(message string, more ...string) *junitOutcome {
		return newOutcome(res.Check, message, more)
	}
	verdict := res.Judgement
	switch v := verdict.Verdict(); v {
	case idem.Failed, idem.Warned:
		f := worstFinding(verdict)
		if v == idem.Warned && j.failing > idem.Should {
			c.Properties = &junitProps{[]junitProperty{{"warning", shortMessage(res.Check + ": " + f.Message)}}}
			break
		}
		c.Failure = outcome(f.Message, findingText(r, res)...)
	case idem.Errored:
		c.Error = outcome(verdict.Why(), wayOut(verdict)...)
	case idem.Skipped, idem.NotTested, idem.Inconclusive, idem.Unjudged:
		c.Skipped = outcome(v.String()+": "+verdict.Why(), wayOut(verdict)...)
		c.Skipped.Type = ""
	case idem.Passed:
	}
	return c
}

// incomplete is the case of a run that must not show as a success although no
// check failed: it was not carried out to its end, or a core clause was not
// decided. It is nil for any other run.
func incomplete(r idem.Run) *junitCase {
	reasons := endings(r)
	for _, open := range opens(r) {
		reasons = append(reasons, "core clause not decided: "+open)
	}
	if len(reasons) == 0 && len(r.Results) == 0 {
		reasons = []string{"nothing ran"}
	}
	if len(reasons) == 0 {
		return nil
	}
	return &junitCase{
		Classname: "idem.run", Name: "run - complete", File: inXML(r.Target.File), Error: newOutcome("run", reasons[0], reasons[1:]),
	}
}

func newOutcome(about, message string, more []string) *junitOutcome {
	first := shortMessage(about + ": " + message)
	text := strings.Join(append([]string{first}, more...), "\n")
	return &junitOutcome{Message: first, Type: asciiName("idem." + about), Text: inXML(clip(text, longestText))}
}

func shortMessage(s string) string { return line(s, longestMessage) }

// longestName is how long a name is, in characters: Azure cuts at 512.
const longestName = 200

// asciiName spells a name in ASCII. One that is too long keeps a digest of what
// is cut, so that two of them stay apart and the same in each run.
func asciiName(s string) string {
	s = ascii(visible(s, ""))
	if len(s) <= longestName {
		return s
	}
	h := fnv.New32a()
	io.WriteString(h, s)
	return fmt.Sprintf("%s~%08x", s[:longestName-9], h.Sum32())
}

// inXML makes control characters visible: XML cannot carry them, and an encoder
// that replaces them would lose evidence.
func inXML(s string) string { return visible(s, "\n\t") }
