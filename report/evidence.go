package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// evidence writes what was seen in a case, in the order of time, one line an
// event: the exchanges and readings that findings name, or all if they name
// none.
func evidence(r idem.Result) []string {
	type event struct {
		at   time.Duration
		text string
	}
	var events []event
	for _, x := range r.History.Exchanges {
		events = append(events, event{x.Times.Start, exchangeLine(x)})
	}
	for _, p := range r.History.Pulls {
		events = append(events, event{p.Start, pullLine(p)})
	}
	for _, reading := range r.History.Readings {
		events = append(events, event{reading.Start, readingLine(reading)})
	}
	slices.SortStableFunc(events, func(a, b event) int { return int(a.at - b.at) })
	lines := make([]string, len(events))
	for i, e := range events {
		lines[i] = fmt.Sprintf("%8s  %s", millis(e.at), e.text)
	}
	return lines
}

func millis(d time.Duration) string {
	return fmt.Sprintf("%.1fms", float64(d)/float64(time.Millisecond))
}

// bodyLength is how much of a body a line of evidence shows, in characters.
const bodyLength = 96

func exchangeLine(x idem.Exchange) string {
	var b strings.Builder
	b.WriteString(x.Label)
	if x.Index > 0 {
		fmt.Fprintf(&b, "[%d]", x.Index)
	}
	fmt.Fprintf(&b, "  %s %s", x.Sent.Method, line(pathOf(x.Sent.URL), bodyLength))
	if x.Key != "" {
		b.WriteString("  key " + shortKey(x.Key))
	}
	if x.Body != "" {
		fmt.Fprintf(&b, "  %s body", x.Body)
	}
	if x.Times.Shifted > 0 {
		fmt.Fprintf(&b, "  clock +%s", idem.Duration(x.Times.Shifted))
	}
	b.WriteString("  → ")
	if x.Response == nil {
		b.WriteString(line(x.Err, 2*bodyLength))
		return b.String()
	}
	fmt.Fprintf(&b, "%d", x.Response.Status)
	if len(x.Response.Body) > 0 {
		b.WriteString(" " + line(string(x.Response.Body), bodyLength))
	}
	return b.String()
}

func pullLine(p idem.Pull) string {
	if p.Sent.Method == "" {
		return fmt.Sprintf("%s: waited %s", p.Lever, idem.Duration(p.Done-p.Start))
	}
	text := fmt.Sprintf("%s: %s %s", p.Lever, p.Sent.Method, line(pathOf(p.Sent.URL), bodyLength))
	if len(p.Sent.Body) > 0 {
		text += " " + line(string(p.Sent.Body), bodyLength)
	}
	return text
}

func readingLine(r idem.Reading) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  ledger: ", r.Label)
	switch {
	case r.Absent:
		b.WriteString("there is none")
		return b.String()
	case r.Err != "":
		b.WriteString("could not be read: " + line(r.Err, 2*bodyLength))
		return b.String()
	case len(r.Effects) == 1:
		b.WriteString("1 effect")
	default:
		fmt.Fprintf(&b, "%d effects", len(r.Effects))
	}
	for i, e := range r.Effects {
		sep := ", "
		if i == 0 {
			sep = ": "
		}
		b.WriteString(sep + line(strings.TrimSpace(e.ID+" "+e.Amount+" "+e.Currency), bodyLength))
	}
	if !r.Stable {
		b.WriteString(" (still changing)")
	}
	return b.String()
}

// pathOf cuts scheme and host off an address.
func pathOf(address string) string {
	_, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return "/"
}

// shortKey shows the first characters of a key, enough to tell keys apart.
func shortKey(key string) string {
	const enough = 8
	if len(key) <= enough {
		return line(key, enough)
	}
	return line(key[:enough]+"…", enough+2)
}
