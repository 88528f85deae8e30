package reference

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// satisfy adds what the selectors of a clause ask for and the answer does not
// have yet. Text is put where a selector wants something and does not say what.
func satisfy(a *Answer, selectors []idem.Selector, text string) {
	for _, s := range selectors {
		if s.Matches(a.response()) {
			continue
		}
		switch {
		case s.Header != "" && s.Equals != "":
			a.Header.Set(s.Header, s.Equals)
		case s.Header != "":
			// A number is right for Retry-After and harmless elsewhere.
			a.Header.Set(s.Header, "1")
		case s.Equals != "":
			a.place(s.Pointer, literal(s.Equals))
		default:
			a.place(s.Pointer, text)
		}
	}
}

// place puts a value into the body. A body that is not JSON stays as it is.
func (a *Answer) place(pointer string, value any) {
	d := json.NewDecoder(bytes.NewReader(a.Body))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return
	}
	if body, err := json.Marshal(withMember(v, pointerParts(pointer), value)); err == nil {
		a.Body = body
	}
}

// response is the answer in the words of a contract.
func (a Answer) response() idem.Response {
	r := idem.Response{Status: a.Status, Body: a.Body}
	for name, values := range a.Header {
		for _, v := range values {
			r.Header = append(r.Header, idem.Field{Name: name, Value: v})
		}
	}
	return r
}

// resource is the id of what the answer tells of; empty if it tells of nothing.
func (a Answer) resource() string {
	id, _ := a.response().At("/id")
	return id
}

// refusal makes the answer by which a clause refuses: usual if the clause takes
// that status or names none, and else the first that it names.
func refusal(clause idem.Clause, name string, usual int, detail string) *Answer {
	return refusalNaming(clause, name, usual, detail, detail)
}

// refusalNaming is refusal with a text of its own for selectors that want
// something and do not say what, such as the id of the resource in conflict.
func refusalNaming(clause idem.Clause, name string, usual int, detail, text string) *Answer {
	status := usual
	if named := clause.Answer.Status; len(named) > 0 && !slices.Contains(named, usual) {
		status = named[0]
	}
	a := problemAnswer(name, status, detail)
	satisfy(&a, clause.Answer.Select, text)
	dress(&a, clause.Answer)
	return &a
}

// dress gives an answer the media type and the emptiness that a clause promises.
func dress(a *Answer, promise idem.Answer) {
	if promise.Media != "" {
		a.Header.Set("Content-Type", promise.Media)
	}
	if promise.Body == idem.NoBody {
		a.Body = nil
	}
}
