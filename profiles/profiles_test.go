package profiles

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

var update = flag.Bool("update", false, "rewrite generated files")

func all(t *testing.T) []idem.Contract {
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
	for i, c := range all(t) {
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

// minimal is a profile that is taken, so that a test can spoil it in one place.
const minimal = `profile: acme
title: Acme
source: https://example.com
carrier: {in: header, name: Idempotency-Key}
core: [replay]
clauses:
  replay: {level: must, does: replays, source: x}
`

func TestContradictionsAreRefusedWithTheirPlace(t *testing.T) {
	if _, err := Parse("acme.yaml", []byte(minimal)); err != nil {
		t.Fatalf("the minimal profile is refused: %v", err)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"a core clause that is not promised", "[replay]", "[replay, mismatch]", `acme.yaml:5:16: core names "mismatch", which no clause promises`},
		{"a replay that executes", "does: replays", "does: executes", "acme.yaml:7:31: a repeat of a finished request"},
		{"a marker without a name", "core:", "marker: {header: \"\"}\ncore:", "acme.yaml:5:18: marker.header does not fit"},
		{"a promised marker without one", "  replay:", "  marker: {level: must, source: x}\n  replay:", "acme.yaml:7:11: a marker is promised and none is named"},
		{"an expiry without a retention", "  replay:", "  expired: {level: must, does: executes, source: x}\n  replay:", "acme.yaml:7:12: what happens around the end of the retention"},
		{"an expiry of what is kept for ever", "core:", "retention: {permanent: true}\ncore:", ""},
		{"a missing key that no method requires", "  replay:", "  missing-key: {level: must, does: refuses, source: x}\n  replay:", "acme.yaml:7:16: a missing key is refused"},
		{"a pattern that is none", "core:", "format: {pattern: \"[\"}\ncore:", "acme.yaml:5:19: the pattern cannot be used"},
		{"a selector with two places", "does: replays", "does: replays, answer: {select: [{header: A, pointer: /b}]}", "a selector has either header or pointer"},
		{"an unknown situation", "  replay:", "  mismach: {level: must, source: x}\n  replay:", "mismach"},
		{"an unknown level", "level: must", "level: most", `acme.yaml:7:19: clauses.replay.level cannot be "most": use one of must, should, may, did you mean "must"?`},
		{"a clause without a source", ", source: x", "", `acme.yaml:7:11: clauses.replay lacks "source"`},
		{"a length that is none", "core:", "retention: {length: 24 hours}\ncore:", `acme.yaml:5:21: retention.length cannot be "24 hours"`},
		{"a status in text", "does: replays", "does: replays, answer: {status: [ok]}", `clauses.replay.answer.status.0 must be a whole number, and "ok" is none`},
	} {
		text := strings.Replace(minimal, c.old, c.new, 1)
		if text == minimal {
			t.Fatalf("%s: nothing was spoilt", c.name)
		}
		_, err := Parse("acme.yaml", []byte(text))
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		var e *source.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
}

func TestSchemaKnowsEveryFieldAndSituation(t *testing.T) {
	var schema map[string]any
	if err := json.Unmarshal(schemaText, &schema); err != nil {
		t.Fatal(err)
	}
	properties := func(where map[string]any) map[string]any { return where["properties"].(map[string]any) }
	top := properties(schema)
	clause := schema["definitions"].(map[string]any)["clause"].(map[string]any)
	answer := properties(clause)["answer"].(map[string]any)
	selector := properties(answer)["select"].(map[string]any)["items"].(map[string]any)
	for _, c := range []struct {
		of   any
		have map[string]any
	}{
		{idem.Contract{}, top},
		{idem.Carrier{}, properties(top["carrier"].(map[string]any))},
		{idem.Format{}, properties(top["format"].(map[string]any))},
		{idem.Required{}, properties(top["required"].(map[string]any))},
		{idem.Retention{}, properties(top["retention"].(map[string]any))},
		{idem.Marker{}, properties(top["marker"].(map[string]any))},
		{idem.Clause{}, properties(clause)},
		{idem.Answer{}, properties(answer)},
		{idem.Selector{}, properties(selector)},
	} {
		fields := map[string]bool{}
		for f := range reflect.TypeOf(c.of).Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			fields[name] = true
			p, found := c.have[name].(map[string]any)
			if !found {
				t.Errorf("the schema lacks %T.%s", c.of, name)
				continue
			}
			if p["title"] == nil || p["description"] == nil && p["$ref"] == nil {
				t.Errorf("the schema does not describe %T.%s", c.of, name)
			}
		}
		for name := range c.have {
			if !fields[name] {
				t.Errorf("the schema has %q, which %T lacks", name, c.of)
			}
		}
	}
	var known []any
	for _, s := range idem.Situations {
		known = append(known, string(s.ID))
	}
	situation := schema["definitions"].(map[string]any)["situation"].(map[string]any)
	if d := cmp.Diff(known, situation["enum"]); d != "" {
		t.Errorf("situations of the schema: %s", d)
	}
}

func TestReadmeIsCurrent(t *testing.T) {
	want := Table(all(t))
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

func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		text, _ := files.ReadFile(name + ".yaml")
		f.Add(text)
	}
	f.Add([]byte(minimal))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("f.yaml", text)
		var e *source.Error
		switch {
		case err != nil && !errors.As(err, &e):
			t.Fatalf("error without a place: %v", err)
		case err == nil && len(c.Core) == 0:
			t.Fatalf("a profile without a core is taken: %s", text)
		}
	})
}
