package profiles

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// cell writes what a contract promises in a situation; an empty string for
// silence and for what it only inherits.
func cell(c idem.Contract, s idem.Situation, under map[idem.Situation]idem.Clause) string {
	cl := c.Clause(s)
	if cl.Level == idem.Silent || reflect.DeepEqual(cl, under[s]) {
		return ""
	}
	return promise(cl)
}

// promise writes a clause in a few words, set by its level.
func promise(cl idem.Clause) string {
	words := "promised"
	if cl.Does != "" {
		words = string(cl.Does)
	}
	if cl.Answer.SameStatus && len(cl.Answer.Status) == 0 {
		words += " same"
	} else if len(cl.Answer.Status) > 0 {
		words += " " + strings.ReplaceAll(cl.Statuses(), " or ", "/")
	}
	if b := cl.Answer.Body; b != "" && b != idem.AnyBody {
		words += ", " + string(b)
	}
	if cl.Within > 0 {
		words += " " + cl.Within.String()
	}
	if r := cl.Answer.RetryAfter; r != (idem.Bounds{}) {
		words += " " + bounds(r)
	}
	switch cl.Level {
	case idem.Must:
		words = "**" + words + "**"
	case idem.May:
		words = "*" + words + "*"
	case idem.Should, idem.Silent:
	}
	if cl.Certainty == idem.Quoted || cl.Certainty == idem.Inferred {
		words += `\*`
	}
	return words
}

func bounds(b idem.Bounds) string {
	switch {
	case b.Most == 0:
		return "at least " + b.Least.String()
	case b.Least == b.Most:
		return b.Most.String()
	case b.Least == 0:
		return "at most " + b.Most.String()
	}
	return b.Least.String() + " to " + b.Most.String()
}

func carrier(c idem.Carrier) string {
	s := fmt.Sprintf("%s `%s`", c.In, c.Name)
	if c.Quoted {
		s += ", quoted"
	}
	for _, w := range c.With {
		s += fmt.Sprintf(", with `%s`", w.Name)
	}
	return s
}

func format(f idem.Format) string {
	var words []string
	switch f.Kind {
	case idem.UUID:
		words = append(words, "UUID")
	case idem.UUIDv4:
		words = append(words, "UUID 4")
	case idem.AnyKey:
	}
	unit := ""
	if f.Unit == idem.Octets {
		unit = " bytes"
	}
	switch {
	case f.MinLength > 0 && f.MaxLength > 0:
		words = append(words, fmt.Sprintf("%d–%d%s", f.MinLength, f.MaxLength, unit))
	case f.MaxLength > 0:
		words = append(words, "≤ "+strconv.Itoa(f.MaxLength)+unit)
	case f.MinLength > 0:
		words = append(words, "≥ "+strconv.Itoa(f.MinLength)+unit)
	}
	if f.Pattern != "" {
		words = append(words, "`"+plain(f.Pattern)+"`")
	}
	return dash(strings.Join(words, " "))
}

func retention(r idem.Retention) string {
	text := r.Length.String()
	switch {
	case r.Permanent:
		return "for ever"
	case r.Length == 0:
		return "–"
	case r.Most > 0:
		text += " to " + r.Most.String()
	case r.Floor:
		text = "at least " + text
	}
	if r.From == idem.FromCompletion {
		text += " from the end"
	}
	return text
}

func marker(m idem.Marker) string {
	if m.None() {
		return "–"
	}
	return "`" + m.String() + "`"
}

func join(scope []idem.Scope) string {
	var words []string
	for _, s := range scope {
		words = append(words, string(s))
	}
	return strings.Join(words, ", ")
}

// plain makes a text fit for a cell.
func plain(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
