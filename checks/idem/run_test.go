package idem

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func result(s Situation, v Verdict) Result {
	return Result{Check: "c", Operation: "create", Clause: s, Judgement: Judgement{judgement{Verdict: v}}}
}

func TestRunInOneWord(t *testing.T) {
	core := Contract{Core: []Situation{Replay, OneEffect}}
	for _, c := range []struct {
		name    string
		results []Result
		want    Word
		open    []Situation
	}{
		{"all core clauses kept", []Result{result(Replay, Passed), result(OneEffect, Passed)}, Conforming, nil},
		{"a warning is no breach of a Must", []Result{result(Replay, Warned), result(OneEffect, Passed)}, Conforming, nil},
		{"a failure breaks", []Result{result(Replay, Failed), result(OneEffect, Passed)}, Broken, nil},
		{"a core clause that nothing tested", []Result{result(Replay, Passed)}, Partial, []Situation{OneEffect}},
		{"a core clause that was tried in vain once", []Result{result(Replay, Passed), result(OneEffect, Passed), result(OneEffect, Inconclusive)}, Partial, []Situation{OneEffect}},
		{"a lever that one of two checks lacks", []Result{result(Replay, Passed), result(OneEffect, Passed), result(OneEffect, NotTested)}, Conforming, nil},
		{"a core clause that only lacks a lever", []Result{result(Replay, Passed), result(OneEffect, NotTested)}, Partial, []Situation{OneEffect}},
		{"an error", []Result{result(Replay, Errored), result(OneEffect, Passed)}, Partial, []Situation{Replay}},
		{"an inconclusive clause besides the core", []Result{result(Replay, Passed), result(OneEffect, Passed), result(Marked, Inconclusive)}, Conforming, nil},
		{"nothing at all", nil, Partial, core.Core},
	} {
		r := Run{Contract: core, Results: c.results}
		if r.Word() != c.want || !slices.Equal(r.Undecided(), c.open) {
			t.Errorf("%s: %v, open %v, want %v, open %v", c.name, r.Word(), r.Undecided(), c.want, c.open)
		}
	}
}

func TestNothingSkippedConforms(t *testing.T) {
	if w := (Run{Results: []Result{result(Marked, Skipped)}}).Word(); w != Partial {
		t.Errorf("a run that only skipped is %v", w)
	}
}

func TestBytesSurviveTheirSavedForm(t *testing.T) {
	for _, b := range []Bytes{Bytes(`{"a":"ü"}`), {0xff, 0xfe}, {0}, Bytes("\x1b[31m"), Bytes("a\nb"), {}} {
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		var back Bytes
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !cmp.Equal(string(b), string(back)) {
			t.Errorf("%q is saved as %s and read as %q", b, text, back)
		}
	}
}

func TestOutstandingTogether(t *testing.T) {
	x := func(wrote, first int) Exchange {
		return Exchange{Times: Times{Wrote: ms(wrote), First: ms(first), Done: ms(first)}}
	}
	if !Outstanding(x(1, 10), x(5, 15)) || !Outstanding(x(5, 15), x(1, 10)) {
		t.Error("requests whose stays overlap are not seen together")
	}
	if Outstanding(x(1, 10), x(10, 20)) || Outstanding(x(10, 20), x(1, 10)) {
		t.Error("a request that was written once the other was answered is seen with it")
	}
	if Outstanding(x(0, 10), x(5, 15)) {
		t.Error("a request that was never written whole is seen with another")
	}
	early := x(1, 10)
	early.Wire.Early = true
	if Outstanding(early, x(5, 15)) {
		t.Error("a request that was answered before the release is seen with another")
	}
}
