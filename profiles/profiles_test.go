package profiles

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

var update = flag.Bool("update", false, "rewrite generated files")

func loaded(t *testing.T) []idem.Contract {
	t.Helper()
	var contracts []idem.Contract
	for _, name := range Names() {
		c, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		contracts = append(contracts, c)
	}
	return contracts
}

func TestEachProfileIsWhole(t *testing.T) {
	for i, c := range loaded(t) {
		if c.Profile != Names()[i] {
			t.Errorf("%s.yaml calls itself %q", Names()[i], c.Profile)
		}
		if !c.Clause(idem.OneEffect).Binding() {
			t.Errorf("%s does not promise one effect, which is what a key is for", c.Profile)
		}
		for s, cl := range c.Clauses {
			if cl.Source == "" || cl.Level == idem.Silent {
				t.Errorf("%s: clause %s has no source or no level", c.Profile, s)
			}
		}
	}
}

func TestSeedIsTheContractOfTheReadme(t *testing.T) {
	c, err := Load("seed")
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[idem.Situation]int{
		idem.First: 201, idem.Replay: 200, idem.Mismatch: 422, idem.InFlight: 409, idem.MissingKey: 400, idem.Expired: 201,
	} {
		if got := c.Clause(s).Answer.Status; !cmp.Equal(got, []int{want}) {
			t.Errorf("%s is answered %v, want %d", s, got, want)
		}
		if c.Clause(s).Level != idem.Must {
			t.Errorf("%s is no Must", s)
		}
	}
	if c.Retention.Length.String() != "24h" || c.Marker != (idem.Marker{Header: "Idempotent-Replay", Value: "true"}) {
		t.Errorf("retention %v, marker %+v", c.Retention, c.Marker)
	}
}

func TestUnknownProfileOffersTheNearest(t *testing.T) {
	_, err := Load("strype-v1")
	if err == nil || !strings.Contains(err.Error(), `did you mean "stripe-v1"?`) {
		t.Errorf("Load = %v", err)
	}
}

func TestReadmeIsCurrent(t *testing.T) {
	under, err := builtIn.base()
	if err != nil {
		t.Fatal(err)
	}
	want := Table(loaded(t), under)
	if *update {
		if err := os.WriteFile("README.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("README.md")
	if err != nil || string(got) != want {
		t.Errorf("README.md is out of date (%v): run 'go test ./profiles -update'", err)
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load("stripe-v1"); err != nil {
			b.Fatal(err)
		}
	}
}
