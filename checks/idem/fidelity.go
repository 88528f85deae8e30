package idem

import "fmt"

// Differs says how a repeat's answer differs from the first answer in what the
// pattern promises to be the same: the body by its [Fidelity], and the resource
// that it names at [Answer.Resource]. It returns an empty string if nothing
// differs, and false if the two cannot be compared.
func (c Clause) Differs(first, again Exchange) (what string, comparable bool) {
	a, b := first.Response, again.Response
	if a == nil || b == nil || a.Truncated || b.Truncated {
		return "", false
	}
	if c.Answer.Resource != "" {
		return namesOther(first.Resource, c.Answer.Resource, *b)
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
	case NoBody:
		if len(b.Body) > 0 {
			return "there is a body where none is promised", true
		}
	case AnyBody, "":
	}
	return "", true
}

// namesOther says how the resource that an answer names at a pointer differs
// from the first one.
func namesOther(first, pointer string, r Response) (what string, comparable bool) {
	named, found := r.At(pointer)
	switch {
	case first == "":
		return "", false
	case !found:
		return "the body does not name the first resource at " + pointer, true
	case named != first:
		return fmt.Sprintf("the body names resource %q in place of %q at %s", named, first, pointer), true
	}
	return "", true
}
