package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// describe says a step of a plan in words. The label is empty if the step has
// none of its own.
func describe(s idem.Step) (label, what string) {
	switch s := s.(type) {
	case idem.Send:
		what = request(s.Request)
		if s.Background {
			what += ", without waiting for the answer"
		}
		return s.Label, what + fault(s.Fault)
	case idem.Join:
		return "", "wait for the answer to " + s.Label
	case idem.Burst:
		return s.Label, burst(s.Requests)
	case idem.Follow:
		return s.Label, request(s.Request) + ", and again until it is no longer said to be running"
	case idem.Wait:
		return "", wait(s)
	case idem.Probe:
		return s.Label, probe(s)
	case idem.Hold:
		return "", "make the target keep its next new work for this case running"
	case idem.Release:
		return "", "once " + s.Await + " has its answer, or the hold's patience is over, let the work go on"
	case idem.Restart:
		return "", "end the target as a crash would, and start it again"
	case idem.Break:
		return "", wordsOf(points, s.At)
	case idem.Mend:
		return "", "take back what was broken"
	case idem.Revoke:
		return "", "take the right from the credential that loses it"
	}
	return "", fmt.Sprintf("%T", s)
}

// burst says what is released together, equal requests in one part.
func burst(all []idem.Request) string {
	var parts []string
	counts := map[string]int{}
	for _, r := range all {
		text := request(r)
		if counts[text]++; counts[text] == 1 {
			parts = append(parts, text)
		}
	}
	text := fmt.Sprintf("%d requests released together", len(all))
	const most = 4
	switch {
	case len(parts) == 1:
		return text + ", each " + parts[0]
	case len(parts) > most:
		return fmt.Sprintf("%s, of %d kinds, such as %s", text, len(parts), parts[0])
	}
	for i, p := range parts {
		often := fmt.Sprintf("%d times", counts[p])
		if counts[p] == 1 {
			often = "once"
		}
		parts[i] = often + " " + p
	}
	return text + ": " + strings.Join(parts, "; ")
}

func wait(s idem.Wait) string {
	switch {
	case s.For > 0:
		return "let " + idem.Duration(s.For).String() + " pass"
	case s.Until == idem.BeforeExpiry:
		return "let time pass until shortly before the retention of " + s.Of + " ends"
	case s.Until == idem.HalfLife:
		return "let half of the retention of " + s.Of + " pass"
	}
	return "let time pass until shortly after the retention of " + s.Of + " has ended"
}

func probe(s idem.Probe) string {
	what := "read the ledger"
	if s.Of == idem.Outside {
		what = "read what has left the target"
	}
	switch {
	case s.Once:
		return what + " once"
	case s.Await > 0:
		return fmt.Sprintf("%s until it is stable, with patience for %s", what, counted(s.Await, "effect"))
	}
	return what + " until it is stable"
}

// fault says what happens to the connection of a request, behind its words.
func fault(f idem.Fault) string {
	when := ""
	switch f.When {
	case idem.Never:
		return ""
	case idem.DuringRequest:
		when = bytesIn(f.After) + " of the request"
	case idem.AfterRequest:
		when = "when the request was sent whole"
	case idem.DuringAnswer:
		when = bytesIn(f.After) + " of the answer"
		if f.After == 0 {
			when = "when the answer has begun to arrive"
		}
	}
	long := idem.Duration(f.For).String()
	switch f.How {
	case idem.Cut:
		if f.Reset {
			return "; the connection is reset " + when
		}
		return "; the connection is closed " + when
	case idem.Cancel:
		return "; the request is taken back " + when + ", by a reset of its stream where there is one"
	case idem.HalfClose:
		return "; our direction of the connection is closed " + when + ", and the answer awaited"
	case idem.Stall:
		return "; nothing is written or read for " + long + " " + when + ", and then the connection is closed"
	case idem.GiveUp:
		return "; the connection is closed if the answer is not there " + long + " later"
	case idem.Trickle:
		return "; " + when + " the rest is written slowly, over " + long
	}
	return "; " + string(f.How) + " " + when
}

// bytesIn says where in a message a fault strikes.
func bytesIn(after int) string {
	if after < 0 {
		return counted(-after, "byte") + " before the end"
	}
	return "after " + counted(after, "byte")
}

// request says a request in words.
func request(r idem.Request) string {
	text := wordsOf(roles, r.Role)
	if r.On != "" {
		text += " on the resource of " + r.On
	}
	switch {
	case r.Key == "":
		text += " without a key"
	case r.Form == idem.EmptyKey:
		text += " with an empty key"
	default:
		text += " with key " + string(r.Key) + wordsOf(forms, r.Form)
	}
	if r.Body == idem.EmptyBody {
		text += " and no body"
	} else if r.Body != idem.SampleBody {
		text += " and the " + string(r.Body) + " body"
	}
	details := []string{wordsOf(variations, r.Vary), wordsOf(parties, r.As)}
	for _, d := range slices.DeleteFunc(details, func(s string) bool { return s == "" }) {
		text += ", " + d
	}
	return text
}
