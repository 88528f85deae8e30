package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// excerptLength is how much of a body or an address one line shows, in
// characters.
const excerptLength = 96

// fieldsShown lists the response header fields that a reader of the evidence
// has to see: those by which the contract tells answers apart.
func fieldsShown(c idem.Contract, s idem.Situation) []string {
	shown := []string{"Retry-After", "Location"}
	if c.Marker.Header != "" {
		shown = append(shown, c.Marker.Header)
	}
	for _, clause := range []idem.Situation{s, idem.First, idem.Replay, idem.Mismatch, idem.InFlight} {
		for _, sel := range c.Clause(clause).Answer.Select {
			if sel.Header != "" && !slices.Contains(shown, sel.Header) {
				shown = append(shown, sel.Header)
			}
		}
	}
	return shown
}

func exchangeEvent(x idem.Exchange, names []name, shown []string) event {
	request := requestText(x, names)
	answer, outcome := answerText(x, shown)
	return event{
		at: left(x), start: x.Times.Start, done: x.Times.Done, label: x.Label,
		text:    request + "  → " + answer,
		outcome: strings.Join([]string{x.Label, request, outcome, x.Resource}, "\x00"),
	}
}

// requestText writes what was sent.
func requestText(x idem.Exchange, names []name) string {
	parts := []string{x.Sent.Method + " " + line(pathOf(x.Sent.URL), excerptLength)}
	switch named := word(names, x.Key); {
	case x.Key == "":
	case named != x.Key:
		parts = append(parts, named)
	default:
		parts = append(parts, "key "+line(x.Key, 40))
	}
	if x.Body != "" {
		parts = append(parts, string(x.Body)+" body")
	}
	if x.As != "" {
		parts = append(parts, "as "+string(x.As))
	}
	if x.Times.Shifted > 0 {
		parts = append(parts, "clock +"+idem.Duration(x.Times.Shifted).String())
	}
	return line(strings.Join(parts, "  "), 3*excerptLength)
}

// answerText writes what came back, and what equal answers have in common: bodies
// that differ in an instant or an id are told apart by the resource.
func answerText(x idem.Exchange, shown []string) (text, outcome string) {
	if x.Response == nil {
		why := x.Err
		if x.Fault != "" {
			why = x.Fault
		}
		text = "no answer: " + line(why, 2*excerptLength)
		return text, text
	}
	r := *x.Response
	text = strconv.Itoa(r.Status)
	for _, name := range shown {
		if v, found := r.Lookup(name); found {
			text += "  " + line(name+": "+v, excerptLength)
		}
	}
	outcome = text
	if len(r.Body) > 0 {
		text += "  " + line(string(r.Body[:min(len(r.Body), 8*excerptLength)]), excerptLength)
	}
	if r.Truncated {
		text += "  (longer than what is kept of it)"
	}
	if x.Fault != "" {
		text += "  (" + line(x.Fault, excerptLength) + ")"
	}
	return text, outcome
}

func pullEvent(p idem.Pull) event {
	e := event{at: p.Start, start: p.Start, done: p.Done, label: string(p.Lever)}
	if p.Sent.Method == "" {
		e.text = "waited " + idem.Duration(p.Done-p.Start).String()
		return e
	}
	e.text = p.Sent.Method + " " + line(pathOf(p.Sent.URL), excerptLength)
	if len(p.Sent.Body) > 0 {
		e.text += "  " + line(string(p.Sent.Body), excerptLength)
	}
	return e
}

func readingEvent(r idem.Reading) event {
	return event{at: r.Start, start: r.Start, done: r.Done, label: r.Label, text: bookName(r.Of) + ": " + reading(r)}
}

// reading writes what a ledger said.
func reading(r idem.Reading) string {
	switch {
	case r.Absent:
		return "the target offers none"
	case r.Err != "":
		return "could not be read: " + line(r.Err, 2*excerptLength)
	}
	text := counted(len(r.Effects), "effect")
	for i, e := range r.Effects {
		if i == 0 {
			text += ": "
		} else {
			text += ", "
		}
		text += effect(e)
	}
	if !r.Stable {
		text += fmt.Sprintf(" (still changing after %s)", counted(r.Reads, "read"))
	}
	return line(text, 4*excerptLength)
}

func effect(e idem.Effect) string {
	parts := []string{e.ID, e.Kind, e.Amount, e.Currency}
	if e.Account != "" {
		parts = append(parts, "of "+e.Account)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

func bookName(b idem.Book) string {
	if b == idem.Main {
		return "ledger"
	}
	return line(string(b), 40)
}

// pathOf cuts scheme and host off an address.
func pathOf(address string) string {
	_, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		return rest[i:]
	}
	return "/"
}
