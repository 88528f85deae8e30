package report

import (
	"fmt"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// longestHandLine is how long a shell line may be to be shown, in bytes.
const longestHandLine = 4096

// byHand writes the shell lines that repeat a case, below a line that says what
// to change in them before they are tried.
func byHand(h idem.History, ascii bool) (head string, lines []string) {
	lines = script(h, ascii)
	head = "by hand" + handHint(h, lines) + ":"
	if len(lines) > mostLines {
		more := fmt.Sprintf(": '%s more in the JSON report'", counted(len(lines)-mostLines, "line"))
		lines = append(lines[:mostLines:mostLines], more)
	}
	for i, l := range lines {
		if len(l) > longestHandLine {
			lines[i] = fmt.Sprintf(": 'a line of %d bytes, whose request is in the JSON report'", len(l))
		}
	}
	return head, lines
}

func handHint(h idem.History, lines []string) string {
	var names []string
	for _, n := range spelledNames(h) {
		names = append(names, n.word)
	}
	var hints []string
	if len(names) > 0 {
		hints = append(hints, "give "+strings.Join(names, ", ")+" other values for each try")
	}
	for _, l := range lines {
		if strings.Contains(l, masked) || strings.Contains(l, "'***'") {
			hints = append(hints, "put the secret in the place of "+masked)
			break
		}
	}
	if len(hints) == 0 {
		return ""
	}
	return " (" + strings.Join(hints, "; ") + ")"
}
