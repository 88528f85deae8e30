package idem

import "encoding/json"

// A Verdict is what the harness concludes about one clause.
type Verdict int

// The verdicts.
const (
	Unjudged     Verdict = iota // the zero value: forgetting is never passing
	Passed                      // the promise was kept, as far as was looked
	Warned                      // a Should was broken
	Failed                      // a Must was broken
	Skipped                     // the contract is silent, or the user left the check out
	NotTested                   // promised, but the target offers no lever to test it
	Inconclusive                // tried, and could not be found out
	Errored                     // the harness or the target was unusable
)

var verdictNames = [...]string{
	Unjudged: "unjudged", Passed: "passed", Warned: "warned", Failed: "failed", Skipped: "skipped",
	NotTested: "not tested", Inconclusive: "inconclusive", Errored: "error",
}

// Verdicts lists the verdicts in the order in which they are declared, without
// [Unjudged].
func Verdicts() []Verdict {
	return []Verdict{Passed, Warned, Failed, Skipped, NotTested, Inconclusive, Errored}
}

func (v Verdict) String() string { return nameOf(verdictNames[:], int(v)) }

// MarshalText writes the verdict's name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads the verdict's name.
func (v *Verdict) UnmarshalText(text []byte) error {
	i, err := indexOf("verdict", verdictNames[:], string(text))
	if err == nil {
		*v = Verdict(i)
	}
	return err
}

// Decided reports whether the verdict says that the clause was kept or broken.
func (v Verdict) Decided() bool { return v == Passed || v == Warned || v == Failed }

// A Judgement is what one history proves about one clause. Its fields are out
// of reach, so that only [Judge] can make one that says anything: the zero
// Judgement is [Unjudged].
type Judgement struct{ j judgement }

type judgement struct {
	Verdict  Verdict   `json:"verdict"`
	Findings []Finding `json:"findings,omitempty"`
	Why      string    `json:"why,omitempty"`
	Way      string    `json:"way,omitempty"`
}

// Verdict is the conclusion.
func (j Judgement) Verdict() Verdict { return j.j.Verdict }

// Findings lists the broken promises; nil unless the verdict is [Failed] or
// [Warned].
func (j Judgement) Findings() []Finding { return j.j.Findings }

// Why says in one sentence why the clause was not decided; empty if it was.
func (j Judgement) Why() string { return j.j.Why }

// Way says what to do so that it can be decided; empty if there is nothing.
func (j Judgement) Way() string { return j.j.Way }

// MarshalJSON writes the judgement for a saved run.
func (j Judgement) MarshalJSON() ([]byte, error) { return json.Marshal(j.j) }

// UnmarshalJSON reads the judgement of a saved run.
func (j *Judgement) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &j.j) }

// Applicable says why a check has nothing to test under a contract; empty if it
// has. A runner asks before it sends anything.
func Applicable(k Check, c Contract) string {
	cl := c.Clause(k.Clause)
	if !cl.Binding() {
		if cl.Level == May {
			return "the contract allows this and does not promise it"
		}
		return "the contract is silent on this"
	}
	if k.Applies == nil {
		return ""
	}
	return k.Applies(c)
}

// Judge says what a history proves about a check's clause under a contract. It
// is the only maker of judgements. A history whose plan ended in [Trouble] is
// not looked at: half a plan proves nothing about a target.
func Judge(k Check, c Contract, h History) Judgement {
	if why := Applicable(k, c); why != "" {
		return Judgement{judgement{Verdict: Skipped, Why: why}}
	}
	if t := h.Trouble; t != nil {
		return Judgement{judgement{Verdict: t.verdict(), Why: t.Why, Way: t.Way}}
	}
	p := &Pass{Contract: c, Clause: c.Clause(k.Clause), own: k.Clause, history: h}
	end := p.run(k.Judge)
	if end == nil || len(p.findings) > 0 {
		if why := disagreement(k, c, h, p.findings); why != "" {
			return Judgement{judgement{Verdict: Errored, Why: why, Way: "report this as a bug of idemspec"}}
		}
	}
	switch {
	case len(p.findings) > 0:
		return Judgement{judgement{Verdict: worst(p.findings), Findings: p.findings}}
	case end != nil:
		return Judgement{judgement{Verdict: end.verdict, Why: end.why, Way: end.way}}
	case !p.looked:
		return Judgement{judgement{Verdict: Inconclusive, Why: "the check looked at nothing", Way: "report this as a bug of idemspec"}}
	}
	return Judgement{judgement{Verdict: Passed}}
}

// worst is the verdict that findings are worth together.
func worst(findings []Finding) Verdict {
	for _, f := range findings {
		if f.Level == Must {
			return Failed
		}
	}
	return Warned
}

func (p *Pass) run(judge func(*Pass)) (end *stop) {
	defer func() {
		r := recover()
		if s, ok := r.(stop); ok {
			end = &s
		} else if r != nil {
			panic(r)
		}
	}()
	judge(p)
	return nil
}

func (t Trouble) verdict() Verdict {
	switch t.Kind {
	case NoLever:
		return NotTested
	case Deselected:
		return Skipped
	case Unreachable, HarnessFault, FaultUnused:
		return Errored
	case LeverFailed, Interrupted, LimitReached:
		return Inconclusive
	}
	return Inconclusive
}
