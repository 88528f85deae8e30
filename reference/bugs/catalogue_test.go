package bugs_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
	"github.com/idemspec/idemspec/reference/bugs"
)

func TestTheCatalogueIsValidAndSorted(t *testing.T) {
	all := bugs.All()
	for _, err := range bugs.Validate(all) {
		t.Error(err)
	}
	if !slices.IsSortedFunc(all, func(a, b bugs.Bug) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the catalogue is not sorted by id")
	}
}

func TestValidateFindsWhatIsWrong(t *testing.T) {
	good := bugs.NeverForgets
	for _, c := range []struct {
		name  string
		spoil func(*bugs.Bug)
		want  string
	}{
		{"an id that is no slug", func(b *bugs.Bug) { b.ID = "Never forgets" }, "slugs"},
		{"a kind that is no slug", func(b *bugs.Bug) { b.Kind = "" }, "slugs"},
		{"a title with a full stop", func(b *bugs.Bug) { b.Title += "." }, "title"},
		{"a cause that is no sentence", func(b *bugs.Bug) { b.Cause = "who knows" }, "cause"},
		{"a clause that is none", func(b *bugs.Bug) { b.Breaks = "manners" }, "situation"},
		{"a lever that is none", func(b *bugs.Bug) { b.Lever = "crowbar" }, "lever"},
		{"a report without an address", func(b *bugs.Bug) { b.Reports = []string{"hearsay"} }, "report"},
		{"nobody who catches it", func(b *bugs.Bug) { b.CaughtBy = nil }, "check"},
		{"no change", func(b *bugs.Bug) { b.Mutate = nil }, "changes nothing"},
	} {
		b := good
		c.spoil(&b)
		errs := bugs.Validate([]bugs.Bug{b})
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), c.want) {
			t.Errorf("%s: got %v, want one error about %q", c.name, errs, c.want)
		}
	}
	if errs := bugs.Validate([]bugs.Bug{good, good}); len(errs) != 1 {
		t.Errorf("a bug that is declared twice: got %v, want one error", errs)
	}
}

func TestFindReturnsBugsInTheOrderOfTheirIDs(t *testing.T) {
	got, err := bugs.Find("never-forgets", "check-then-act")
	if err != nil || len(got) != 2 || got[0].ID != "never-forgets" || got[1].ID != "check-then-act" {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := bugs.Find("never-forgets", "none"); err == nil || !strings.Contains(err.Error(), `"none"`) {
		t.Errorf("got %v, want an error that names the id", err)
	}
}

func TestBugsAreAppliedTogether(t *testing.T) {
	var seen []string
	wire := bugs.Bug{Wrap: func(h http.Handler) http.Handler {
		seen = append(seen, "wrapped")
		return h
	}}
	policy := bugs.Bug{Mutate: func(p *reference.Policy) {
		seen = append(seen, "mutated")
		p.Fingerprint = func(*reference.Call) string { return "mine" }
	}}
	p, wrap := bugs.Apply(idem.Contract{}, wire, policy)
	wrap(http.NotFoundHandler())
	if p.Fingerprint(nil) != "mine" || strings.Join(seen, " ") != "mutated wrapped" {
		t.Errorf("got %q", seen)
	}
}
