package main

import (
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/profiles"
)

// TestAClaimFallsWithItsVerdict has a race that was clean, and a history that
// does not let it pass any more.
func TestAClaimFallsWithItsVerdict(t *testing.T) {
	contract, err := profiles.Load("seed")
	if err != nil {
		t.Fatal(err)
	}
	r := rejudge(idem.Run{Contract: contract, Results: []idem.Result{{
		Check: "pair-one-effect", Race: &idem.Race{Rounds: 3, Why: "none was asked for"},
		History: idem.History{Trouble: &idem.Trouble{Kind: idem.Interrupted, Why: "the run ended first"}},
	}}}, "test")
	if res := r.Results[0]; res.Judgement.Verdict() != idem.Inconclusive || res.Race != nil {
		t.Errorf("verdict %s, race %v", res.Judgement.Verdict(), res.Race)
	}
}
