package runner_test

import (
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/runner"
	"github.com/idemspec/idemspec/runner/target"
)

// A form cannot be written in another way as JSON can, which is no fault of the
// harness.
func TestABodyWithoutVariantsIsNotTestedByThem(t *testing.T) {
	cfg := config(t, &patient{bodies: map[string][]byte{}}, "", "other-member-order", "other-white-space", "other-number-spelling")
	tgt, err := target.Load("target.yaml", []byte("url: "+cfg.Target.URL.String()+`
operations:
  create: { method: POST, path: /v1/charges, form: { amount: 4200 }, change: { amount: 5200 }, id: $.id }
`), target.Env{})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Target = tgt
	if cfg.Contract, err = profiles.Load("strict"); err != nil {
		t.Fatal(err)
	}
	for _, f := range runner.Outlook(t.Context(), cfg).Checks {
		if f.Times != 0 || f.Verdict != idem.NotTested {
			t.Errorf("%s is said to be sent %d times", f.ID(), f.Times)
		}
	}
	for _, r := range runner.Run(t.Context(), cfg).Results {
		if v, why := r.Judgement.Verdict(), r.Judgement.Why(); v != idem.NotTested || !strings.Contains(why, "could be") {
			t.Errorf("%s: %s, %s; want not tested, since the body has no such variant", r.Check, v, why)
		}
	}
}
