package selftest

import (
	"slices"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/reference/bugs"
)

func contracts(t *testing.T, names ...string) []idem.Contract {
	t.Helper()
	var all []idem.Contract
	for _, name := range names {
		c, err := profiles.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// TestNoRightServerIsAccused runs all checks on the right server of each profile,
// under a seed that varies whatever no contract promises.
func TestNoRightServerIsAccused(t *testing.T) {
	m, err := Run(t.Context(), Options{
		Contracts: contracts(t, profiles.Names()...), Checks: checks.All(), Seeds: []uint64{7}, Jobs: 8,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range m.Accused() {
		t.Errorf("%s accuses the right server of %s: %s", c.Check, c.Profile, c.Why)
	}
	for _, c := range m.Right {
		if c.Verdict == idem.Errored {
			t.Errorf("%s has an error under %s: %s", c.Check, c.Profile, c.Why)
		}
	}
}

// TestEachBugIsCaught runs all checks on each bug under the strict contract, and
// on what it does not show under one that does. The matrix over all profiles is
// compared by idemspec selftest --golden.
func TestEachBugIsCaught(t *testing.T) {
	left := bugs.All()
	for _, names := range [][]string{
		{"strict"},
		{"stripe-v1", "amazon-pay"},
		{"telnyx", "mangopay", "midaz", "aws-directory-service-data", "blindpay"},
	} {
		m, err := Run(t.Context(), Options{Contracts: contracts(t, names...), Checks: checks.All(), Bugs: left, Seeds: []uint64{0}, Jobs: 8})
		if err != nil {
			t.Fatal(err)
		}
		asleep := m.Missed()
		left = slices.DeleteFunc(left, func(b bugs.Bug) bool { return !slices.Contains(asleep, b.ID) })
	}
	for _, b := range left {
		t.Errorf("%s is not caught by all of %s", b.ID, strings.Join(b.CaughtBy, ", "))
	}
}

// TestEachCheckHasABugOfItsOwn holds the credits of the catalogue: each check is
// to be named by a bug that names no other check of its family.
func TestEachCheckHasABugOfItsOwn(t *testing.T) {
	family := map[string]string{}
	for _, k := range checks.All() {
		family[k.ID] = k.Family
	}
	own := map[string]bool{}
	for _, b := range bugs.All() {
		count := map[string]int{}
		for _, id := range b.CaughtBy {
			if family[id] == "" {
				t.Errorf("bug %s is to be caught by %s, which is no check", b.ID, id)
			}
			count[family[id]]++
		}
		for _, id := range b.CaughtBy {
			own[id] = own[id] || count[family[id]] == 1
		}
	}
	for _, k := range checks.All() {
		if !own[k.ID] {
			t.Errorf("%s has no bug that it alone of its family is credited with", k.ID)
		}
	}
}
