package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// Script writes the shell lines that repeat what a history did: its requests,
// the levers that were used, and the ledger that was read, in their order. What
// ran together runs together again. Keys and the marker of the case are
// variables that the first line sets: a used key is answered from the target's
// memory, so whoever tries again has to give them other values.
//
// There are no comments in the lines, since not every interactive shell knows
// them.
func Script(h idem.History) []string { return script(h, false) }

// script is Script, on request in ASCII alone.
func script(h idem.History, ascii bool) []string {
	q := quoter{names: spelledNames(h), banned: said(h), ascii: ascii}
	var values []string
	for _, n := range q.names {
		values = append(values, n.word+"="+quoter{ascii: ascii}.word(n.value))
	}
	lines := fold(schedule(q.deeds(h), order(h)))
	if len(values) > 0 && len(lines) > 0 {
		lines = append([]string{strings.Join(values, " ")}, lines...)
	}
	return lines
}

// noticeable is how long nothing must have happened, while something ran, for
// the pause to be kept.
const noticeable = 50 * time.Millisecond

// order is how long a shell waits between two requests that ran together and
// whose order counts. What the target was made to hold does not end meanwhile;
// of anything else the pause would let the first one finish.
func order(h idem.History) time.Duration {
	if slices.ContainsFunc(h.Pulls, func(p idem.Pull) bool { return p.Lever == idem.HoldLever }) {
		return 200 * time.Millisecond
	}
	return 0
}

// schedule puts what still ran when something else began into the background.
// Between deeds of different steps that ran together it pauses, at least for
// least.
func schedule(all []deed, least time.Duration) []string {
	var lines []string
	waiting := time.Duration(-1) // when the last of what runs in the background ended; below zero if nothing runs
	for i, d := range all {
		if waiting >= 0 && d.at >= waiting {
			lines, waiting = append(lines, "wait"), -1
		}
		last := i+1 == len(all)
		inBurst := waiting >= 0 && lines[len(lines)-1] == d.line+" &"
		if !inBurst && (last || d.done <= all[i+1].at) {
			lines = append(lines, d.line)
			continue
		}
		lines, waiting = append(lines, d.line+" &"), max(waiting, d.done)
		if last || all[i+1].at >= waiting || all[i+1].label == d.label {
			continue
		}
		if pause := max(all[i+1].at-d.at, least); pause > noticeable {
			lines = append(lines, fmt.Sprintf("sleep %.1f", pause.Seconds()))
		}
	}
	if waiting >= 0 {
		lines = append(lines, "wait")
	}
	return lines
}

// A deed is one thing that a history did, as a line for the shell.
type deed struct {
	label    string
	at, done time.Duration // when it left the harness, and when it ended
	line     string
}

func (q quoter) deeds(h idem.History) []deed {
	var all []deed
	for _, x := range h.Exchanges {
		line := q.curl(x.Sent, patience(x))
		if x.Fault != "" && x.Response == nil && x.Times.Wrote == 0 {
			line = ": 'this request was cut before its end, and curl sends it whole'; " + line
		}
		all = append(all, deed{x.Label, left(x), x.Times.Done, line})
	}
	for _, p := range h.Pulls {
		line := fmt.Sprintf("sleep %.3f", (p.Done - p.Start).Seconds())
		if p.Sent.Method != "" {
			line = q.curl(p.Sent, 0)
		}
		all = append(all, deed{string(p.Lever), p.Start, p.Start, line})
	}
	for _, r := range h.Readings {
		if r.Asked.Method != "" {
			all = append(all, deed{r.Label, r.Start, r.Start, q.curl(r.Asked, 0)})
		}
	}
	slices.SortStableFunc(all, func(a, b deed) int { return cmp.Compare(a.at, b.at) })
	return all
}

// left is when a request left the harness: two that began together are told
// apart by it.
func left(x idem.Exchange) time.Duration { return cmp.Or(x.Times.Wrote, x.Times.Start) }

// fold puts equal lines that follow each other into a loop.
func fold(lines []string) []string {
	var folded []string
	for i := 0; i < len(lines); {
		n := 1
		for i+n < len(lines) && lines[i+n] == lines[i] {
			n++
		}
		switch background := strings.HasSuffix(lines[i], " &"); {
		case n == 1:
			folded = append(folded, lines[i])
		case background:
			folded = append(folded, fmt.Sprintf("for i in $(seq %d); do %s done", n, lines[i]))
		default:
			folded = append(folded, fmt.Sprintf("for i in $(seq %d); do %s; done", n, lines[i]))
		}
		i += n
	}
	return folded
}

// spelledNames are the names whose values stand literally in each request that
// has them. A key that was also sent in another spelling, such as in capital
// letters, keeps its value in all lines, or the spellings would drift apart.
func spelledNames(h idem.History) []name {
	return slices.DeleteFunc(namesOf(h), func(n name) bool {
		return slices.ContainsFunc(h.Exchanges, func(x idem.Exchange) bool {
			return x.Key == n.value && !carries(x.Sent, n.value)
		})
	})
}

func carries(sent idem.Message, value string) bool {
	return strings.Contains(sent.URL, value) || strings.Contains(string(sent.Body), value) ||
		slices.ContainsFunc(sent.Header, func(f idem.Field) bool { return strings.Contains(f.Value, value) })
}

// said lists what the target itself put into later requests: the ids of its
// resources and its entity tags. What looks like the placeholder of a secret in
// them is the target's own text, and must not make a shell read a variable.
func said(h idem.History) []string {
	var all []string
	for _, x := range h.Exchanges {
		texts := []string{x.Resource}
		if x.Response != nil {
			tag, _ := x.Response.Lookup("ETag")
			texts = append(texts, tag)
		}
		for _, t := range texts {
			if strings.Contains(t, "${") {
				all = append(all, t)
			}
		}
	}
	return all
}
