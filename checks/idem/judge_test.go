package idem

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// contract promises one clause at a level.
func contract(s Situation, l Level) Contract {
	return Contract{Clauses: map[Situation]Clause{s: {Level: l}}}
}

func check(judge func(*Pass)) Check {
	return Check{ID: "c", Clause: Marked, Plan: func(Contract) Plan { return nil }, Judge: judge}
}

func TestJudgeMakesVerdicts(t *testing.T) {
	seen := History{Exchanges: []Exchange{{Label: "first", Response: &Response{Status: 201}}}}
	looks := func(p *Pass) { p.Exchange("first") }
	accuses := func(p *Pass) { p.Exchange("first"); p.Report(Finding{Message: "the target did wrong"}) }
	for _, c := range []struct {
		name    string
		level   Level
		history History
		judge   func(*Pass)
		want    Verdict
	}{
		{"nothing found in what was seen passes", Must, seen, looks, Passed},
		{"a finding against a Must fails", Must, seen, accuses, Failed},
		{"a finding against a Should warns", Should, seen, accuses, Warned},
		{"a May is not judged", May, seen, accuses, Skipped},
		{"silence is not judged", Silent, seen, accuses, Skipped},
		{"an empty history proves nothing", Must, History{}, looks, Inconclusive},
		{"a judge that looks at nothing has not passed", Must, seen, func(*Pass) {}, Inconclusive},
		{"a finding outlives a later stop", Must, seen, func(p *Pass) {
			p.Report(Finding{})
			p.Inconclusive("unsure", "")
		}, Failed},
		{
			"no answer proves nothing", Must,
			History{Exchanges: []Exchange{{Label: "first", Err: "reset"}}},
			func(p *Pass) { p.Answer("first") }, Inconclusive,
		},
		{"what does not apply is skipped", Must, seen, func(p *Pass) { p.Skip("no key is required on GET") }, Skipped},
	} {
		if got := Judge(check(c.judge), contract(Marked, c.level), c.history).Verdict(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestFindingsCountByTheirOwnClause(t *testing.T) {
	h := History{Exchanges: []Exchange{{Label: "first"}}}
	c := Contract{Clauses: map[Situation]Clause{Marked: {Level: Must}, InFlight: {Level: Should}}}
	judge := func(s Situation) Judgement {
		return Judge(check(func(p *Pass) { p.Exchange("first"); p.Report(Finding{Clause: s}) }), c, h)
	}
	if got := judge(InFlight).Verdict(); got != Warned {
		t.Errorf("a side finding against a Should is %v, want a warning", got)
	}
	if got := judge(Mismatch).Verdict(); got != Passed {
		t.Errorf("a side finding against a silent clause is %v, want it dropped", got)
	}
	f := judge("").Findings()
	if len(f) != 1 || f[0].Clause != Marked || f[0].Level != Must {
		t.Errorf("a finding without a clause became %+v, want it to be about the check's own", f)
	}
}

func TestTroubleIsNeverAFinding(t *testing.T) {
	accuses := func(p *Pass) { p.Report(Finding{}) }
	for kind, want := range map[TroubleKind]Verdict{
		NoLever: NotTested, Deselected: Skipped, Unreachable: Errored, HarnessFault: Errored,
		FaultUnused: Errored, LeverFailed: Inconclusive, Interrupted: Inconclusive, LimitReached: Inconclusive,
		"of-a-later-release": Inconclusive,
	} {
		j := Judge(check(accuses), contract(Marked, Must), History{Trouble: &Trouble{Kind: kind, Why: "because", Way: "do"}})
		if j.Verdict() != want || j.Why() != "because" || j.Way() != "do" || j.Findings() != nil {
			t.Errorf("%s: %v, want %v with its reason", kind, j, want)
		}
	}
}

func TestReadingsMustBeThereReadableAndStable(t *testing.T) {
	for name, c := range map[string]struct {
		reading Reading
		want    Verdict
	}{
		"stable":            {Reading{Label: "after", Stable: true}, Passed},
		"unstable":          {Reading{Label: "after"}, Inconclusive},
		"unreadable":        {Reading{Label: "after", Err: "refused", Stable: true}, Inconclusive},
		"no ledger":         {Reading{Label: "after", Absent: true}, NotTested},
		"of another moment": {Reading{Label: "before", Stable: true}, Inconclusive},
	} {
		j := Judge(check(func(p *Pass) { p.Reading("after") }), contract(Marked, Must), History{Readings: []Reading{c.reading}})
		if j.Verdict() != c.want {
			t.Errorf("%s: %v, want %v", name, j.Verdict(), c.want)
		}
	}
}

func TestZeroJudgementIsUnjudged(t *testing.T) {
	var j Judgement
	if j.Verdict() != Unjudged || Unjudged.Decided() {
		t.Error("the zero judgement says something")
	}
	if (Run{Results: []Result{{}}}).Word() != Partial {
		t.Error("a run of an unjudged result is more than partial")
	}
}

func TestJudgementSurvivesItsSavedForm(t *testing.T) {
	j := Judgement{judgement{Verdict: Failed, Findings: []Finding{{Clause: Replay, Level: Must, Message: "m", Want: "w", Got: "g", Evidence: []string{"first"}}}}}
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	var back Judgement
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(j, back, cmp.AllowUnexported(Judgement{})); d != "" {
		t.Error(d)
	}
}

func TestAForeignPanicIsNotSwallowed(t *testing.T) {
	defer func() {
		if recover() != "a bug" {
			t.Error("the panic of a judge was swallowed")
		}
	}()
	Judge(check(func(*Pass) { panic("a bug") }), contract(Marked, Must), History{})
}
