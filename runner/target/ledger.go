package target

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/spec"
)

// How long things take if the file does not say.
const (
	usualSettle       = 100 * time.Millisecond
	usualPatience     = 5 * time.Second
	usualHoldPatience = 500 * time.Millisecond
)

// usualID is where an effect has its id if the file does not say.
const usualID = "$.id"

// A Ledger is how the effects of one case are counted.
type Ledger struct {
	Settle   time.Duration // two readings this far apart must be equal
	Patience time.Duration // effects that are due are waited for as long as this
	hook     Hook
	effects  *selector
	id       *selector
	kind     *selector // nil if effects are all of one kind
	amount   *selector // nil if effects have none
	currency *selector
	account  *selector
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
// empty list; but what it leads through must be there, or else an error page
// would read as an empty ledger.
func (l *Ledger) entries(doc any) ([]any, error) {
	if err := l.leads(doc); err != nil {
		return nil, err
	}
	found := l.effects.Select(doc)
	if len(found) == 1 {
		if list, isList := found[0].([]any); isList {
			return list, nil
		}
	}
	return found, nil
}

// leads follows the names that the path to the effects begins with. Null is an
// empty list, wherever it stands.
func (l *Ledger) leads(doc any) error {
	at := doc
	for _, s := range l.effects.Query().Segments() {
		if s.IsDescendant() || len(s.Selectors()) != 1 {
			break
		}
		name, isName := s.Selectors()[0].(spec.Name)
		if !isName || at == nil {
			break
		}
		object, _ := at.(map[string]any)
		inner, found := object[string(name)]
		if !found {
			text, _ := json.Marshal(doc)
			return fmt.Errorf("the ledger's answer has no %q, through which %s leads: %.100s", string(name), l.effects, text)
		}
		at = inner
	}
	switch at.(type) {
	case nil, []any, map[string]any:
		return nil
	}
	return fmt.Errorf("the ledger's answer has neither a list nor an object where %s leads", l.effects)
}

func optional(p *selector, entry any) string {
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
	led := &Ledger{}
	var err error
	if led.Settle, err = l.length(at+"/settle", f.Settle, usualSettle); err != nil {
		return nil, err
	}
	if led.Patience, err = l.length(at+"/patience", f.Patience, usualPatience); err != nil {
		return nil, err
	}
	if led.hook, err = l.hook(at+"/http", f.HTTP, "GET"); err != nil {
		return nil, err
	}
	for _, p := range []struct {
		member string
		to     **selector
	}{
		{"effects", &led.effects},
		{"id", &led.id},
		{"kind", &led.kind},
		{"amount", &led.amount},
		{"currency", &led.currency},
		{"account", &led.account},
	} {
		if *p.to, err = l.path(at + "/http/" + p.member); err != nil {
			return nil, err
		}
	}
	if led.id == nil {
		led.id = &selector{jsonpath.MustParse(usualID), usualID}
	}
	return led, nil
}

// length returns a length of time, or the usual one if the file gives none.
func (l *loader) length(at string, given idem.Duration, usual time.Duration) (time.Duration, error) {
	switch _, found := l.root.Get(at); {
	case !found:
		return usual, nil
	case given == 0:
		return 0, l.doc.Errorf(at, fmt.Sprintf("leave it out for the usual %s", idem.Duration(usual)), "the length of time must be above zero")
	}
	return time.Duration(given), nil
}
