package checks

import (
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

// everything promises each situation in a way that gives each check a plan.
func everything() idem.Contract {
	c := idem.Contract{Clauses: map[idem.Situation]idem.Clause{}, Carrier: idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key"}}
	for _, s := range idem.Situations {
		c.Clauses[s.ID] = idem.Clause{Level: idem.Must, Does: idem.Refuses}
	}
	return c
}

func TestTheCatalogueIsValid(t *testing.T) {
	for _, err := range idem.Validate(All(), everything()) {
		t.Error(err)
	}
}

func TestEachSituationIsTested(t *testing.T) {
	tested := map[idem.Situation]bool{}
	for _, k := range All() {
		tested[k.Clause] = true
	}
	for _, s := range idem.Situations {
		if !tested[s.ID] {
			t.Errorf("no check tests %s", s.ID)
		}
	}
}

func TestSelectTakesGlobsAndRefusesWhatMatchesNothing(t *testing.T) {
	ids := func(all []idem.Check) string {
		var s []string
		for _, k := range all {
			s = append(s, k.ID)
		}
		return strings.Join(s, " ")
	}
	for _, c := range []struct {
		name       string
		only, skip []string
		want       string
	}{
		{"one id", []string{"replay-marked"}, nil, "replay-marked"},
		{"a glob", []string{"replay-keeps-*"}, nil, "replay-keeps-content-type replay-keeps-etag replay-keeps-location"},
		{"a glob less an id", []string{"replay-keeps-*"}, []string{"*-etag"}, "replay-keeps-content-type replay-keeps-location"},
	} {
		got, err := Select(All(), c.only, c.skip)
		if err != nil || ids(got) != c.want {
			t.Errorf("%s: %s, %v", c.name, ids(got), err)
		}
	}
	for _, c := range []struct{ only, skip []string }{
		{only: []string{"nothing-*"}}, {skip: []string{"nothing"}}, {skip: []string{"*"}}, {only: []string{"["}},
	} {
		if got, err := Select(All(), c.only, c.skip); err == nil {
			t.Errorf("Select(%v, %v) = %s, want an error", c.only, c.skip, ids(got))
		}
	}
}
