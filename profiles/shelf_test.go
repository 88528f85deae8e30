package profiles

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

const parent = `profile: parent
title: Parent
source: https://parent.example
carrier: {in: header, name: Idempotency-Key, quoted: true}
format: {max_length: 40}
retention: {length: 24h, floor: true}
core: [replay, mismatch]
clauses:
  replay: {level: must, does: replays, answer: {status: [200]}, source: p}
  mismatch: {level: must, does: refuses, answer: {status: [422]}, source: p}
`

// shelfOf is a shelf of profiles beside the parent, by their names.
func shelfOf(texts map[string]string) shelf {
	files := fstest.MapFS{
		"base/http.yaml": {Data: []byte("clauses:\n  safe-methods: {level: must, source: RFC 9110}\n  put-repeat: {level: must, source: RFC 9110}\n")},
		"parent.yaml":    {Data: []byte(parent)},
	}
	for name, text := range texts {
		head := "profile: " + name + "\ntitle: T\nsource: https://x.example\n"
		files[name+".yaml"] = &fstest.MapFile{Data: []byte(head + text)}
	}
	return shelf{files}
}

func (s shelf) load(t *testing.T, name string) (idem.Contract, error) {
	t.Helper()
	d, found, err := s.open(name)
	if !found || err != nil {
		t.Fatalf("%s is not on the shelf: %v", name, err)
	}
	return s.contract(d, name)
}

func TestAVariantIsLaidOverItsParent(t *testing.T) {
	s := shelfOf(map[string]string{
		"child": `extends: parent
retention: {length: 1h}
clauses:
  mismatch: {level: should, does: replays, source: c}
  put-repeat: null
`,
		"grandchild": `extends: child
carrier: {in: query, name: token}
core: [replay]
clauses: {mismatch: null, kept: {level: must, as: replay, source: g}}
`,
	})
	child, err := s.load(t, "child")
	if err != nil {
		t.Fatal(err)
	}
	replay := idem.Clause{Level: idem.Must, Does: idem.Replays, Answer: idem.Answer{Status: []int{200}}, Source: "p"}
	safe := idem.Clause{Level: idem.Must, Source: "RFC 9110"}
	if d := cmp.Diff(idem.Contract{
		Profile: "child", Title: "T", Source: "https://x.example", Extends: "parent",
		Carrier:   idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key", Quoted: true},
		Format:    idem.Format{MaxLength: 40},
		Retention: idem.Retention{Length: idem.Duration(3600e9)},
		Core:      []idem.Situation{idem.Replay, idem.Mismatch},
		Clauses: map[idem.Situation]idem.Clause{
			idem.Replay: replay, idem.SafeMethods: safe,
			idem.Mismatch: {Level: idem.Should, Does: idem.Replays, Answer: replay.Answer, Source: "c"},
		},
	}, child); d != "" {
		t.Errorf("child: %s", d)
	}
	grandchild, err := s.load(t, "grandchild")
	if err != nil {
		t.Fatal(err)
	}
	kept := replay
	kept.Source, kept.As = "g", idem.Replay
	if d := cmp.Diff(map[idem.Situation]idem.Clause{idem.Replay: replay, idem.Kept: kept, idem.SafeMethods: safe}, grandchild.Clauses); d != "" {
		t.Errorf("clauses of the grandchild: %s", d)
	}
	want := idem.Carrier{In: idem.InQuery, Name: "token"}
	if d := cmp.Diff(want, grandchild.Carrier); d != "" {
		t.Errorf("a member is mixed with the parent's: %s", d)
	}
}

func TestParentsThatLeadNowhereAreRefusedWithTheirPlace(t *testing.T) {
	s := shelfOf(map[string]string{
		"one":    "extends: two",
		"two":    "extends: three",
		"three":  "extends: one",
		"self":   "extends: self",
		"lost":   "extends: paremt",
		"spoilt": "extends: parent\nformat: {max_length: no}",
		"bare":   "extends: parent",
	})
	for name, want := range map[string]string{
		"one":    "three.yaml:4:10: extends leads in a circle: one → two → three → one",
		"self":   "self.yaml:4:10: extends leads in a circle: self → self",
		"lost":   `lost.yaml:4:10: extends names "paremt", and there is no such profile, did you mean "parent"?`,
		"spoilt": "spoilt.yaml:5:22: format.max_length",
		"bare":   "",
	} {
		_, err := s.load(t, name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v\nwant %s", name, err, want)
		}
	}
}

func TestAVariantDoesNotBearItsParentsName(t *testing.T) {
	for _, lacking := range []string{"profile", "title", "source"} {
		var lines []string
		for line := range strings.Lines(minimal) {
			if !strings.HasPrefix(line, lacking+":") {
				lines = append(lines, line)
			}
		}
		_, err := Parse("acme.yaml", []byte("extends: seed\n"+strings.Join(lines, "")))
		if err == nil || !strings.Contains(err.Error(), `the file lacks "`+lacking+`"`) {
			t.Errorf("without %s: %v", lacking, err)
		}
	}
}

func TestEveryProfileInheritsWhatHTTPSays(t *testing.T) {
	c, err := Parse("acme.yaml", []byte(minimal))
	if err != nil {
		t.Fatal(err)
	}
	for s, does := range map[idem.Situation]idem.Behaviour{
		idem.SafeMethods: "", idem.PutRepeat: "", idem.DeleteRepeat: "",
		idem.PatchUnkeyed: idem.Executes, idem.PatchAbsolute: idem.Refuses,
	} {
		cl := c.Clause(s)
		if cl.Level == idem.Silent || cl.Does != does || !strings.HasPrefix(cl.Source, "https://www.rfc-editor.org/rfc/rfc") {
			t.Errorf("%s is %+v", s, cl)
		}
	}
	if met := c.Clause(idem.InFlight); met.Level != idem.May || !c.Running(idem.Response{Status: 409}) {
		t.Errorf("a conflict is not followed where the documents are silent: %+v", met)
	}
	if c.Clause(idem.PutPartial).Level != idem.Silent {
		t.Error("no RFC says that a PUT without a member is refused")
	}
}
