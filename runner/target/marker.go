package target

import (
	"maps"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// makers are the roles whose operations make effects, which a ledger has to
// find.
var makers = []idem.Role{idem.Create, idem.Other, idem.Batch, idem.Async}

// marker refuses a file whose ledger could never tell one case's effects from
// another's, or would never see some of them.
func (l *loader) marker() error {
	for _, book := range []struct {
		at     string
		ledger *Ledger
	}{{"/ledger/http", l.target.Ledger}, {"/outside/http", l.target.Outside}} {
		if book.ledger != nil && !book.ledger.hook.mentions("case.id") {
			return l.doc.Errorf(book.at, "such as: path: /v1/charges?description={{ case.id }}",
				"the request that lists effects must name {{ case.id }}: on a shared system it would count what others do")
		}
	}
	if l.target.Ledger == nil && l.target.Outside == nil {
		return nil
	}
	for i := range l.target.Operations {
		if op := &l.target.Operations[i]; slices.Contains(makers, op.Role) {
			if err := l.marked(op); err != nil {
				return err
			}
		}
	}
	return nil
}

// marked refuses an operation that does not send the marker of its case, with
// each of its bodies.
func (l *loader) marked(op *Operation) error {
	if op.mentionsOutsideBody("case.id") || fieldsMention(l.target.header, "case.id") {
		return nil
	}
	if !op.payload.mentions("case.id") {
		return l.doc.ErrorIn(op.place, `put it where the ledger finds it, such as: description: "{{ case.id }}"`,
			"operation %s sends {{ case.id }} nowhere, so the ledger could never find its effect", op.Name)
	}
	for _, s := range slices.Sorted(maps.Keys(op.bodies)) {
		if p := op.bodies[s]; !p.mentions("case.id") {
			return l.doc.Errorf(p.at, "leave {{ case.id }} where it is, and change something else",
				"with this change {{ case.id }} is gone from the body, so the ledger could never find its effect")
		}
	}
	return nil
}
