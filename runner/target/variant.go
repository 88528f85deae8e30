package target

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// rewrites are the bodies that the harness makes out of an operation's own.
var rewrites = map[idem.BodySymbol]func(payload) (payload, error){
	idem.ReorderedBody: payload.reorder,
	idem.RespacedBody:  payload.respace,
	idem.RespelledBody: payload.respell,
	idem.EmptyBody:     func(payload) (payload, error) { return payload{}, nil },
}

// A VariantError says why a body has no variant that differs in its spelling
// alone.
type VariantError string

func (e VariantError) Error() string { return string(e) }

const (
	errNoJSON   VariantError = "the operation has no JSON body that could be written in another way"
	errNoNumber VariantError = "the body has no number that could be spelled differently"
)

// object returns a body as a JSON object with at least two members, which is
// what can be written in another way.
func (p payload) object() (source.Value, error) {
	v := p.value
	if p.kind == rawBody {
		var err error
		if v, err = source.ParseJSON([]byte(p.raw)); err != nil {
			return v, errNoJSON
		}
	}
	if p.kind == formBody || p.kind == noBody || v.Kind != source.Object || len(v.Members) < 2 {
		return v, errNoJSON
	}
	return v, nil
}

// reorder writes the members of each object the other way round.
func (p payload) reorder() (payload, error) {
	v, err := p.object()
	return payload{kind: jsonBody, value: reversed(v)}, err
}

func reversed(v source.Value) source.Value {
	v.Members, v.Items = slices.Clone(v.Members), slices.Clone(v.Items)
	slices.Reverse(v.Members)
	for i := range v.Members {
		v.Members[i].Value = reversed(v.Members[i].Value)
	}
	for i := range v.Items {
		v.Items[i] = reversed(v.Items[i])
	}
	return v
}

// respace writes the same JSON with line ends and indents.
func (p payload) respace() (payload, error) {
	v, err := p.object()
	if err != nil {
		return p, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, v.JSON(), " ", "\t")
	return payload{kind: rawBody, raw: b.String()}, err
}

// respell writes a number of the body in another way of the same value: the
// first one that has decimals, which is refused by fewer targets, or else the
// first one.
func (p payload) respell() (payload, error) {
	v, err := p.object()
	if err != nil {
		return p, err
	}
	again, found := respelled(v, true)
	if !found {
		again, found = respelled(v, false)
	}
	if !found {
		return p, errNoNumber
	}
	return payload{kind: jsonBody, value: again}, nil
}

func respelled(v source.Value, decimal bool) (source.Value, bool) {
	switch v.Kind {
	case source.Number:
		if decimal && !strings.Contains(v.Text, ".") {
			return v, false
		}
		return spellAgain(v)
	case source.Object:
		for i, m := range v.Members {
			if inner, found := respelled(m.Value, decimal); found {
				v.Members = slices.Clone(v.Members)
				v.Members[i].Value = inner
				return v, true
			}
		}
	case source.Array:
		for i, item := range v.Items {
			if inner, found := respelled(item, decimal); found {
				v.Items = slices.Clone(v.Items)
				v.Items[i] = inner
				return v, true
			}
		}
	case source.Null, source.Bool, source.String:
	}
	return v, false
}

// spellAgain writes 4200 as 4200.0 and 1.5 as 1.50.
func spellAgain(v source.Value) (source.Value, bool) {
	if strings.ContainsAny(v.Text, "eE") {
		return v, false
	}
	if strings.Contains(v.Text, ".") {
		v.Text += "0"
	} else {
		v.Text += ".0"
	}
	return v, true
}
