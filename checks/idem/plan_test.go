package idem

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func TestLeversAreReadOffThePlan(t *testing.T) {
	p := Plan{Probe{Label: "b"}, Hold{}, Send{Label: "s"}, Wait{Of: "s"}, Probe{Label: "a"}}
	if got := p.Levers(); !slices.Equal(got, []Lever{ClockLever, HoldLever, LedgerLever}) {
		t.Errorf("Levers = %v", got)
	}
	for _, l := range p.Levers() {
		if l.Way() == "" {
			t.Errorf("lever %s has no way out", l)
		}
	}
	if !p.Exclusive() || (Plan{Send{Label: "s"}}).Exclusive() {
		t.Error("a plan that moves the clock runs alone, and a plain one does not")
	}
	lost := Send{Label: "lost", Fault: Fault{When: AfterRequest}}
	if !(Plan{lost, Follow{Label: "f"}}).Exclusive() || (Plan{lost, Send{Label: "s"}}).Exclusive() {
		t.Error("a plan that follows up a fault runs alone, and one that does not need not")
	}
}

func TestCostIsAnUpperBound(t *testing.T) {
	p := Plan{Send{Label: "s"}, Burst{Label: "b", Requests: Copies(10, Request{})}, Follow{Label: "f"}, Probe{Label: "p"}}
	if got, want := p.Cost(), (Cost{Requests: 11 + FollowLimit, Effects: 12}); got != want {
		t.Errorf("Cost = %+v, want %+v", got, want)
	}
}

func TestProblemsOfPlans(t *testing.T) {
	for want, p := range map[string]Plan{
		"empty":             {},
		"no label":          {Send{}},
		"used twice":        {Send{Label: "a"}, Probe{Label: "a"}},
		"before its step":   {Join{Label: "a"}},
		"never released":    {Hold{}},
		"without a hold":    {Send{Label: "a"}, Release{Await: "a"}},
		"fewer than two":    {Burst{Label: "b", Requests: Copies(1, Request{})}},
		`"x" is referred`:   {Send{Label: "a"}, Wait{Of: "x"}},
		`"late" is referre`: {Hold{}, Release{Await: "late"}, Send{Label: "late"}},
	} {
		errs := p.problems()
		if len(errs) == 0 || !strings.Contains(errs[0].Error(), want) {
			t.Errorf("problems of %v = %v, want one that says %q", p, errs, want)
		}
	}
}

func TestValidateFindsWhatIsWrongWithACheck(t *testing.T) {
	good := Check{
		ID: "replay-same-answer", Title: "A repeat gets the answer", Family: "replay", Clause: Replay, Since: "v0.1.0",
		Rule: "r", Why: "w", Fix: "f", Waive: "never", Sources: []string{"s"},
		Plan:  func(Contract) Plan { return Plan{Send{Label: "first"}} },
		Judge: func(*Pass) {},
	}
	if errs := Validate([]Check{good}, Contract{}); errs != nil {
		t.Fatalf("a good check is refused: %v", errs)
	}
	for want, spoil := range map[string]func(*Check){
		"slug":         func(c *Check) { c.ID = "E012_mismatch" },
		"title is emp": func(c *Check) { c.Title = " " },
		"full stop":    func(c *Check) { c.Title = "It works." },
		"no situation": func(c *Check) { c.Clause = "replya" },
		"no source":    func(c *Check) { c.Sources = nil },
		"is missing":   func(c *Check) { c.Judge = nil },
		"waive":        func(c *Check) { c.Waive = "" },
		"no label":     func(c *Check) { c.Plan = func(Contract) Plan { return Plan{Send{}} } },
	} {
		bad := good
		spoil(&bad)
		if errs := Validate([]Check{bad}, Contract{}); len(errs) != 1 || !strings.Contains(errs[0].Error(), want) {
			t.Errorf("Validate = %v, want one error that says %q", errs, want)
		}
	}
	if errs := Validate([]Check{good, good}, Contract{}); len(errs) != 1 {
		t.Errorf("Validate of a double id = %v", errs)
	}
}
