package bugs_test

import (
	"net/http"
	"net/http/httptest"
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

func TestBugsAreAppliedTogetherAndInOrder(t *testing.T) {
	wire := func(name string) bugs.Bug {
		return bugs.Bug{Wrap: func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Add("Seen", name)
				h.ServeHTTP(w, r)
			})
		}}
	}
	policy := func(print string) bugs.Bug {
		return bugs.Bug{Mutate: func(p *reference.Policy) {
			p.Fingerprint = func(*reference.Call) reference.Print { return reference.Print{Body: print} }
		}}
	}
	given := reference.Correct(idem.Contract{})
	o := bugs.Apply(reference.Options{Policy: func() reference.Policy { return given }}, wire("inner"), policy("earlier"), policy("later"), wire("outer"))
	if p := o.Policy(); p.Fingerprint(nil).Body != "later" {
		t.Error("the policy has not the later bug")
	}
	w := httptest.NewRecorder()
	o.Wrap(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if got := strings.Join(w.Header()["Seen"], " "); got != "outer inner" {
		t.Errorf("a request passes %q, want outer inner", got)
	}
}
