package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/idemspec/idemspec/checks/idem"
)

// longestText is how long the text of one failure, and the evidence of one case,
// can be, in bytes: a longer one makes an importer's page unusable.
const longestText = 64 << 10

// findingText is the text of a failure behind its first line: what was wanted
// and seen, the exchanges, the ledger, the promise, and how to try it by hand.
func findingText(r idem.Run, res idem.Result) []string {
	var lines []string
	for i, f := range res.Judgement.Findings() {
		if i > 0 {
			lines = append(lines, "", "and "+line(f.Message, longestMessage))
		}
		lines = append(lines, "want: "+line(f.Want, longestMessage), "got:  "+line(f.Got, longestMessage), "promised "+promise(r, f))
	}
	lines = append(lines, "", "what was seen:")
	lines = append(lines, evidence(r, res)...)
	lines = append(lines, together(res.History)...)
	lines = append(lines, ledgers(res.History)...)
	lines = append(lines, "", "how to mend it: idemspec explain "+res.Check)
	head, hand := byHand(res.History, false)
	lines = append(lines, "", head)
	return append(lines, hand...)
}

func wayOut(j idem.Judgement) []string {
	if j.Way() == "" {
		return nil
	}
	return []string{"way out: " + j.Way()}
}

// output is the evidence of a case.
func output(r idem.Run, res idem.Result) string {
	lines := slices.Concat(evidence(r, res), together(res.History), ledgers(res.History))
	return inXML(clip(strings.Join(lines, "\n"), longestText))
}

// clip cuts a text to n bytes and says what is missing.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	at := n - 80
	for at > 0 && !utf8.RuneStart(s[at]) {
		at--
	}
	return s[:at] + fmt.Sprintf("\n(%d bytes more are in the JSON report)", len(s)-at)
}
