package bugs

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

var catalogue []Bug

// declare puts a bug into the catalogue while the package's variables are
// initialised.
func declare(b Bug) Bug {
	catalogue = append(catalogue, b)
	return b
}

// All returns the catalogue, sorted by id.
func All() []Bug {
	all := slices.Clone(catalogue)
	slices.SortFunc(all, func(a, b Bug) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Find returns the bugs with these ids, in that order. An id that is none is an
// error.
func Find(ids ...string) ([]Bug, error) {
	var found []Bug
	for _, id := range ids {
		i := slices.IndexFunc(catalogue, func(b Bug) bool { return b.ID == id })
		if i < 0 {
			return nil, fmt.Errorf("%q is no bug: 'idemspec list bugs' shows their ids", id)
		}
		found = append(found, catalogue[i])
	}
	return found, nil
}

// Validate reports what is wrong with a catalogue: bugs that are nameless,
// undocumented, duplicate, or change nothing.
func Validate(catalogue []Bug) []error {
	var errs []error
	seen := map[string]bool{}
	for _, b := range catalogue {
		bad := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("bug %q: "+format, append([]any{b.ID}, args...)...))
		}
		if !isSlug(b.ID) || !isSlug(b.Kind) {
			bad("the id and the kind must be slugs: small letters, digits and single dashes")
		}
		if seen[b.ID] {
			bad("the id is used twice")
		}
		seen[b.ID] = true
		if strings.TrimSpace(b.Title) == "" || strings.HasSuffix(b.Title, ".") {
			bad("the title is empty or ends in a full stop")
		}
		if !strings.HasSuffix(strings.TrimSpace(b.Cause), ".") {
			bad("the cause is no whole sentence")
		}
		if !isSituation(b.Breaks) {
			bad("%q is no situation", b.Breaks)
		}
		if b.Lever != "" && b.Lever.Way() == "" {
			bad("%q is no lever", b.Lever)
		}
		if len(b.Reports) == 0 || slices.ContainsFunc(b.Reports, isNoAddress) {
			bad("a report is missing or has no address")
		}
		if len(b.CaughtBy) == 0 || slices.ContainsFunc(b.CaughtBy, isNoSlug) {
			bad("no check is named, or a name is no slug")
		}
		if b.Mutate == nil && b.Wrap == nil {
			bad("it changes nothing")
		}
	}
	return errs
}

func isSituation(s idem.Situation) bool {
	for _, known := range idem.Situations {
		if known.ID == s {
			return true
		}
	}
	return false
}

func isNoAddress(s string) bool {
	u, err := url.Parse(s)
	return err != nil || u.Scheme != "https" || u.Host == ""
}

func isNoSlug(s string) bool { return !isSlug(s) }

func isSlug(s string) bool {
	if s == "" || strings.HasPrefix(s, "-") || strings.HasSuffix(s, "-") || strings.Contains(s, "--") {
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}
