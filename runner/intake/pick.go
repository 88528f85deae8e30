package intake

import (
	"fmt"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem/source"
)

// A ChoiceError says that an input has several requests, of which one has to be
// picked.
type ChoiceError struct {
	Message    string
	Candidates []Candidate
}

func (e *ChoiceError) Error() string { return e.Message }

// Pick returns the candidate with an id, or with a title. Without one it returns
// the only candidate that declares a key, or the only one there is; of several it
// picks none.
func Pick(all []Candidate, id string) (Candidate, error) {
	if id != "" {
		for _, c := range all {
			if c.ID == id || strings.EqualFold(c.Title, id) {
				return c, nil
			}
		}
		var ids []string
		for _, c := range all {
			ids = append(ids, c.ID)
		}
		return Candidate{}, fmt.Errorf("no request that writes has the name %q%s", id, source.DidYouMean(id, ids))
	}
	keyed := slices.DeleteFunc(slices.Clone(all), func(c Candidate) bool { return c.Key == "" })
	switch {
	case len(all) == 0:
		return Candidate{}, fmt.Errorf("it has no request that writes: %s", strings.Join(methods, ", "))
	case len(keyed) == 1:
		return keyed[0], nil
	case len(keyed) > 1:
		return Candidate{}, &ChoiceError{fmt.Sprintf("it has %d requests that carry a key: pick one with --operation ID", len(keyed)), keyed}
	case len(all) == 1:
		return all[0], nil
	}
	return Candidate{}, &ChoiceError{fmt.Sprintf("it has %d requests that write, and none declares a key: pick one with --operation ID", len(all)), all}
}

// keyHeader returns the header field among names that is an idempotency key.
func keyHeader(names []string) string {
	i := slices.IndexFunc(names, func(n string) bool { return namesKey(n) || is(n, furtherKeys...) })
	if i < 0 {
		return ""
	}
	return names[i]
}

// furtherKeys are header fields that are keys and do not say so.
var furtherKeys = []string{"PayPal-Request-Id"}

// member returns a text member of an object; empty if it is no text.
func member(v source.Value, pointer string) string {
	m, _ := v.Get(pointer)
	if m.Kind != source.String {
		return ""
	}
	return plain(m.Text)
}

// items returns the elements of a list member.
func items(v source.Value, pointer string) []source.Value {
	m, _ := v.Get(pointer)
	return m.Items
}

// cleaned is a value of an input without what would be taken for marks.
func cleaned(v source.Value) source.Value {
	v, _ = v.Strings(func(s source.Value) (string, error) { return plain(s.Text), nil })
	return v
}

// unique makes the ids of candidates unique, and fit to be shown.
func unique(all []Candidate) []Candidate {
	seen := map[string]int{}
	for i, c := range all {
		c = Candidate{oneLine(c.ID), oneLine(c.Title), oneLine(c.Key), c.Make}
		all[i] = c
		if seen[c.ID]++; seen[c.ID] > 1 {
			all[i].ID = fmt.Sprintf("%s #%d", c.ID, seen[c.ID])
		}
	}
	return all
}
