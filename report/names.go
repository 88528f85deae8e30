package report

import (
	"fmt"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A name is a short word for a value that is different in each run: a minted
// key, or the marker of a case. The same words stand in the evidence and in the
// shell lines, where they are variables.
type name struct{ value, word string }

// shortestNamed is the length in bytes below which a value gets no name: it
// would be found in the middle of innocent words.
const shortestNamed = 8

// namesOf names the marker of a history "marker", and its keys "key1", "key2"
// and so on in the order in which they were sent. The words are in small letters
// so that no variable of a user's environment is meant.
func namesOf(h idem.History) []name {
	var all []name
	for _, x := range h.Exchanges {
		if len(x.Key) >= shortestNamed && word(all, x.Key) == x.Key {
			all = append(all, name{x.Key, fmt.Sprintf("key%d", len(all)+1)})
		}
	}
	if len(h.Case) >= shortestNamed && word(all, h.Case) == h.Case {
		all = append(all, name{h.Case, "marker"})
	}
	return all
}

// word returns the name of a value; the value itself if it has none.
func word(names []name, value string) string {
	for _, n := range names {
		if n.value == value {
			return n.word
		}
	}
	return value
}

// firstName finds the earliest place in s where a named value stands, the
// longest one of those that begin there.
func firstName(names []name, s string) (n name, at int) {
	at = -1
	for _, candidate := range names {
		i := strings.Index(s, candidate.value)
		if i < 0 {
			continue
		}
		if at < 0 || i < at || i == at && len(candidate.value) > len(n.value) {
			n, at = candidate, i
		}
	}
	return n, at
}
