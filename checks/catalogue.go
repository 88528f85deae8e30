package checks

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

var catalogue []idem.Check

// declare puts a check into the catalogue while the package's variables are
// initialised.
func declare(c idem.Check) idem.Check {
	catalogue = append(catalogue, c)
	return c
}

// All returns the catalogue: the core checks and then the others, each sorted by
// id.
func All() []idem.Check {
	all := slices.Clone(catalogue)
	slices.SortFunc(all, func(a, b idem.Check) int {
		if a.Core != b.Core {
			if a.Core {
				return -1
			}
			return 1
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all
}

// Core returns the core checks among all.
func Core(all []idem.Check) []idem.Check {
	return slices.DeleteFunc(slices.Clone(all), func(c idem.Check) bool { return !c.Core })
}

// Find returns the check with this id, and whether there is one.
func Find(id string) (idem.Check, bool) {
	i := slices.IndexFunc(catalogue, func(c idem.Check) bool { return c.ID == id })
	if i < 0 {
		return idem.Check{}, false
	}
	return catalogue[i], true
}

// Select returns the checks that match any of the patterns in only, or all if
// there are none, less those that match a pattern in skip. Patterns are globs
// over ids, such as "burst-*". A pattern that matches no check is an error, so
// that a typing mistake cannot leave out a test in silence, and so is a
// selection that leaves nothing.
func Select(all []idem.Check, only, skip []string) ([]idem.Check, error) {
	for _, p := range slices.Concat(only, skip) {
		if _, err := path.Match(p, ""); err != nil {
			return nil, fmt.Errorf("pattern %q is malformed: use *, ? and [a-z]", p)
		}
		if !slices.ContainsFunc(all, func(c idem.Check) bool { return matches(p, c.ID) }) {
			return nil, fmt.Errorf("pattern %q matches no check: 'idemspec list checks' shows their ids", p)
		}
	}
	var chosen []idem.Check
	for _, c := range all {
		if (len(only) == 0 || anyMatches(only, c.ID)) && !anyMatches(skip, c.ID) {
			chosen = append(chosen, c)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("the selection leaves no check: 'idemspec list checks' shows their ids")
	}
	return chosen, nil
}

func anyMatches(patterns []string, id string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, id) })
}

// matches is path.Match for a pattern that is known to be well formed.
func matches(pattern, id string) bool {
	ok, _ := path.Match(pattern, id)
	return ok
}
