package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

// result reads a result as a saved run has it, since only the judge can make a
// judgement.
func result(t *testing.T, check, judgement string) idem.Result {
	t.Helper()
	r := idem.Result{Check: check, History: idem.History{Exchanges: []idem.Exchange{{Label: "first", Resource: "ch_7"}}}}
	if err := json.Unmarshal([]byte(judgement), &r.Judgement); err != nil {
		t.Fatal(err)
	}
	return r
}

const broken = `{"verdict":"failed","findings":[{"clause":"replay","level":"must","message":"the target did a | wrong thing","want":"200","got":"201, resource ch_7"}]}`

func subjects(t *testing.T) subject {
	return subject{
		server: server{
			name: "one", middleware: "example.com/one", language: "Go", mounted: "as its page shows",
			said: []said{
				{check: "other", stand: undocumented, text: "nothing", source: "https://example.com/0"},
				{clause: idem.Replay, stand: documented, text: "that it does so", source: "https://example.com/1"},
			},
		},
		judged: judged{run: idem.Run{Results: []idem.Result{
			result(t, "a-check", broken),
			result(t, "b-check", `{"verdict":"passed"}`),
			result(t, "c-check", `{"verdict":"skipped","why":"silent"}`),
			result(t, "d-check", `{"verdict":"not tested","why":"no lever"}`),
		}}},
		pinned: "v1.2.3",
	}
}

func TestTables(t *testing.T) {
	got, err := tables([]subject{subjects(t)})
	if err != nil {
		t.Fatal(err)
	}
	want := "| server | middleware | version | language | keeps | deviates in | not decided |\n" +
		"|---|---|---|---|---|---|---|\n" +
		"| [one](#one) | `example.com/one` | v1.2.3 | Go | 1 | 1 | 1 |\n" +
		"\n### one\n\n`example.com/one` v1.2.3. Mounted: as its page shows.\n\n" +
		"**Documented**: that it does so ([source](https://example.com/1)).\n\n" +
		"| check | what it did | wanted | got |\n|---|---|---|---|\n" +
		"| `a-check` | the target did a \\| wrong thing | 200 | 201, resource #1 |\n\n" +
		"Keeps `b-check`.\n\nNot decided:\n\n- `d-check` (not tested): no lever\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNobodyIsAccusedUnread(t *testing.T) {
	s := subjects(t)
	s.said = s.said[:1]
	if _, err := tables([]subject{s}); err == nil || !strings.Contains(err.Error(), "a-check") {
		t.Errorf("a finding of which nothing is known gave %v", err)
	}
}

func TestWhatIsSaidOfACheckCountsForItAlone(t *testing.T) {
	s := server{said: []said{
		{clause: idem.Mismatch, check: "retyped", text: "of the check"},
		{clause: idem.Mismatch, text: "of the clause"},
		{text: "of all"},
	}}
	for _, c := range []struct {
		check  string
		clause idem.Situation
		want   string
	}{
		{"retyped", idem.Mismatch, "of the check"},
		{"added", idem.Mismatch, "of the clause"},
		{"retyped", idem.Replay, "of all"},
		{"added", idem.Replay, "of all"},
	} {
		if w, known := s.about(c.check, c.clause); !known || w.text != c.want {
			t.Errorf("%s on %s: %q, want %q", c.check, c.clause, w.text, c.want)
		}
	}
}
