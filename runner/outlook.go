package runner

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/intake"
	"github.com/idemspec/idemspec/runner/mask"
	"github.com/idemspec/idemspec/runner/target"
)

// Outlook says what a run of a configuration would send. It sends nothing.
func Outlook(ctx context.Context, c Config) idem.Outlook {
	c = c.orDefaults()
	r := &run{Config: c, masker: mask.New(c.Target.Secrets)}
	o := idem.Outlook{
		Contract: c.Contract, MaxRequests: c.MaxRequests,
		Target: idem.Target{
			URL: r.masker.String(c.Target.URL.String()), File: c.File, Environment: c.Target.Environment, Levers: offered(c.Target),
		},
		Before: idem.Forecast{Times: 1, Money: idem.Money{}},
	}
	for i := range c.Target.Operations {
		if op := &c.Target.Operations[i]; op.Role == idem.Create {
			o.Before.Cost.Requests++
			o.Before.Cost.Effects++
			o.Before.Money.Add(r.money(op, idem.Request{Key: "k1"}), 1)
		}
	}
	var record idem.Run
	for _, j := range r.jobs(&record) {
		o.Checks = append(o.Checks, r.forecast(ctx, j))
	}
	return o
}

// forecast says what a job would do.
func (r *run) forecast(ctx context.Context, j job) idem.Forecast {
	f := idem.Forecast{Check: j.check, Operation: j.op.Name, Plan: j.plan, Cost: j.plan.Cost(), Money: idem.Money{}}
	t := r.impossible(ctx, j)
	if t == nil {
		t = r.unvaried(j)
	}
	if t != nil || idem.Applicable(j.check, j.contract) != "" {
		judged := idem.Judge(j.check, j.contract, idem.History{Trouble: t})
		f.Verdict, f.Why, f.Way = judged.Verdict(), judged.Why(), judged.Way()
		return f
	}
	f.Times = r.times(j)
	for _, s := range j.plan {
		for _, q := range requestsOf(s) {
			f.Money.Add(r.money(j.op, q), 1)
		}
	}
	return f
}

// unvaried names a body that a plan needs and that cannot be made of the
// operation's own; nil if there is none.
func (r *run) unvaried(j job) *idem.Trouble {
	for _, s := range j.plan {
		for _, q := range requestsOf(s) {
			var e target.VariantError
			if _, err := r.variant(j.op, q); errors.As(err, &e) {
				return noVariant("", e)
			}
		}
	}
	return nil
}

// variant binds the request of a plan as far as it can be without answers.
func (r *run) variant(op *target.Operation, q idem.Request) (target.Bound, error) {
	if q.Role != "" {
		op = r.Target.Operation(q.Role)
	}
	b, err := r.Target.Bind(op, target.Values{CaseID: "case", ID: "id"}, q.As)
	if err != nil {
		return b, err
	}
	return b.Variant(q.Body)
}

// times is how often the plan of a job is carried out at most.
func (r *run) times(j job) int {
	n := 1
	for _, s := range j.plan {
		switch s.(type) {
		case idem.Burst, idem.Hold:
			n = attempts
		case idem.Send, idem.Join, idem.Follow, idem.Wait, idem.Probe, idem.Release, idem.Restart, idem.Break, idem.Mend, idem.Revoke:
		}
	}
	if _, racing := j.check.Races(j.plan); racing && r.RaceWindow > 0 {
		n += idem.MostRounds - 1
	}
	return n
}

// money is what a request asks for.
func (r *run) money(op *target.Operation, q idem.Request) idem.Money {
	b, err := r.variant(op, q)
	i := slices.IndexFunc(b.Header, func(f idem.Field) bool { return strings.EqualFold(f.Name, "Content-Type") })
	if err != nil || i < 0 {
		return nil
	}
	amount, currency, found := intake.Amount(b.Header[i].Value, b.Body)
	if !found {
		return nil
	}
	return idem.Money{currency: amount}
}
