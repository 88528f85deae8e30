package target

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/theory/jsonpath"
)

// How long things take if the file does not say.
const (
	usualSettle       = 100 * time.Millisecond
	usualPatience     = 5 * time.Second
	usualHoldPatience = 500 * time.Millisecond
)

// A Ledger is how the effects of one case are counted.
type Ledger struct {
	Settle   time.Duration // two readings this far apart must be equal
	Patience time.Duration // effects that are due are waited for as long as this
	hook     Hook
	effects  *jsonpath.Path
	id       *jsonpath.Path
	kind     *jsonpath.Path // nil if effects are all of one kind
	amount   *jsonpath.Path // nil if effects have none
	currency *jsonpath.Path
	account  *jsonpath.Path
}

// Bind fills the templates of the ledger's request.
func (l *Ledger) Bind(v Values) (HookRequest, error) { return l.hook.Bind(v) }

// Effects reads the effects out of an answer of the ledger. An effect without
// an id is an error, and so is an answer that is no JSON, since what cannot be
// read must not count as nothing.
func (l *Ledger) Effects(body []byte) ([]idem.Effect, error) {
	doc, err := decode(body)
	if err != nil {
		return nil, fmt.Errorf("the ledger's answer is no JSON: %w", err)
	}
	entries, err := l.entries(doc)
	if err != nil {
		return nil, err
	}
	all := make([]idem.Effect, 0, len(entries))
	for i, entry := range entries {
		id, found := scalar(l.id, entry)
		if !found {
			return nil, fmt.Errorf("effect %d of the ledger's answer has no id at %s", i, l.id)
		}
		all = append(all, idem.Effect{
			ID: id, Kind: optional(l.kind, entry), Amount: optional(l.amount, entry), Currency: optional(l.currency, entry), Account: optional(l.account, entry),
		})
	}
	return all, nil
}

// entries selects the effects. A path that selects nothing is right for an
// empty list; but what it walks through must be there, or else an error page
// would read as an empty ledger.
func (l *Ledger) entries(doc any) ([]any, error) {
	found := l.effects.Select(doc)
	if len(found) == 1 {
		if list, isList := found[0].([]any); isList {
			return list, nil
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	if object, isObject := doc.(map[string]any); isObject && !holdsList(object) {
		text, _ := json.Marshal(doc)
		return nil, fmt.Errorf("the ledger's answer has no list for %s to select from: %.100s", l.effects, text)
	}
	return nil, nil
}

// holdsList reports whether there is a list, or null in the place of one,
// anywhere within an object.
func holdsList(v any) bool {
	switch v := v.(type) {
	case []any:
		return true
	case map[string]any:
		for _, inner := range v {
			if inner == nil || holdsList(inner) {
				return true
			}
		}
	}
	return false
}

func optional(p *jsonpath.Path, entry any) string {
	if p == nil {
		return ""
	}
	text, _ := scalar(p, entry)
	return text
}

// ledgers reads the two books of a target.
func (l *loader) ledgers() (err error) {
	if l.target.Ledger, err = l.ledger("/ledger", l.file.Ledger); err != nil {
		return err
	}
	l.target.Outside, err = l.ledger("/outside", l.file.Outside)
	return err
}

func (l *loader) ledger(at string, f *ledgerFile) (*Ledger, error) {
	if f == nil {
		return nil, nil
	}
	led := &Ledger{Settle: orDefault(f.Settle, usualSettle), Patience: orDefault(f.Patience, usualPatience)}
	var err error
	if led.hook, err = l.hook(at+"/http", f.HTTP, "GET"); err != nil {
		return nil, err
	}
	for member, p := range map[string]**jsonpath.Path{
		"effects": &led.effects, "id": &led.id, "kind": &led.kind,
		"amount": &led.amount, "currency": &led.currency, "account": &led.account,
	} {
		if *p, err = l.path(at + "/http/" + member); err != nil {
			return nil, err
		}
	}
	if led.id == nil {
		led.id = jsonpath.MustParse("$.id")
	}
	return led, nil
}

func orDefault(d idem.Duration, usual time.Duration) time.Duration {
	if d == 0 {
		return usual
	}
	return time.Duration(d)
}
