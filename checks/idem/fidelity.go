package idem

import "fmt"

// Differs says how a repeat's answer differs from the first answer in what the
// pattern promises to be the same: the status if [Answer.SameStatus] is all
// that is accepted, and the body by its [Fidelity]. It returns an empty string
// if nothing differs, and false if the two cannot be compared.
func (c Clause) Differs(first, again Exchange) (what string, comparable bool) {
	a, b := first.Response, again.Response
	if a == nil || b == nil || a.Truncated || b.Truncated {
		return "", false
	}
	switch c.Answer.Body {
	case SameBytes:
		if string(a.Body) != string(b.Body) {
			return "the body is not the same bytes", true
		}
	case SameJSON:
		if !EqualJSON(a.Body, b.Body, c.Answer.Ignore...) {
			return "the body is not the same JSON", true
		}
	case SameResource:
		if first.Resource == "" {
			return "", false
		}
		if first.Resource != again.Resource {
			return fmt.Sprintf("the body names resource %q in place of %q", again.Resource, first.Resource), true
		}
	case AnyBody, "":
	}
	return "", true
}
