package profiles

import (
	"flag"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

var update = flag.Bool("update", false, "rewrite generated files")

// every loads all built-in profiles once. Nothing changes them.
var every = sync.OnceValues(func() ([]idem.Contract, error) {
	var contracts []idem.Contract
	for _, name := range Names() {
		c, err := Load(name)
		if err != nil {
			return nil, err
		}
		contracts = append(contracts, c)
	}
	return contracts, nil
})

func loaded(t *testing.T) []idem.Contract {
	t.Helper()
	contracts, err := every()
	if err != nil {
		t.Fatal(err)
	}
	return contracts
}

// definitions are promised by whoever takes keys at all: they say what a key is.
var definitions = []idem.Situation{idem.First, idem.OtherKey, idem.OneEffect}

func TestEachProfileIsWhole(t *testing.T) {
	for i, c := range loaded(t) {
		if c.Profile != Names()[i] {
			t.Errorf("%s.yaml calls itself %q", Names()[i], c.Profile)
		}
		if c.Clause(idem.OneEffect).Level != idem.Must || !c.IsCore(idem.OneEffect) {
			t.Errorf("%s does not promise one effect at its core, which is what a key is for", c.Profile)
		}
		for s, cl := range c.Clauses {
			if !strings.HasPrefix(cl.Source, "https://") {
				t.Errorf("%s: the source of %s is no address: %q", c.Profile, s, cl.Source)
			}
			second := cl.Certainty == idem.Quoted || cl.Certainty == idem.Inferred
			if second && cl.Level == idem.Must && !slices.Contains(definitions, s) {
				t.Errorf("%s: %s is a must and was only %s", c.Profile, s, cl.Certainty)
			}
		}
		for _, n := range c.Natural {
			if !strings.HasPrefix(n.Source, "https://") {
				t.Errorf("%s: the source of a natural key is no address: %q", c.Profile, n.Source)
			}
		}
	}
}

func TestThereAreProfilesEnough(t *testing.T) {
	if n := len(Names()); n < 45 {
		t.Errorf("%d profiles", n)
	}
	promised := map[idem.Situation]bool{}
	for _, c := range loaded(t) {
		for s, cl := range c.Clauses {
			promised[s] = promised[s] || cl.Binding()
		}
	}
	for _, s := range idem.Situations {
		if !promised[s.ID] {
			t.Errorf("no profile promises %s", s.ID)
		}
	}
}

func TestLinesOfProfilesAreReadable(t *testing.T) {
	for _, name := range Names() {
		text, err := files.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if len(line) > 120 && !strings.Contains(line, "https://") {
				t.Errorf("%s.yaml:%d has %d characters", name, i+1, len(line))
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
	for name, profile := range map[string]string{"plain": "stripe-v1", "three deep": "azure-communication-services"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Load(profile); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
