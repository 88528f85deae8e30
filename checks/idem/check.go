package idem

import (
	"fmt"
	"strings"
)

// A Check tests one clause. A Check is a constant: two pure functions and the
// words that explain them.
type Check struct {
	ID     string    // stable slug, the claim in short; used in flags, reports and addresses
	Title  string    // the claim under test, without a full stop
	Family string    // groups checks in reports: "replay", "concurrency"
	Clause Situation // the promise under test; silence skips the check
	Since  string    // release that introduced it, such as "v0.1.0"
	Core   bool      // it is one of the few that cover the heart of the contract; those come first

	Rule    string   // what the contract says, in doc comment syntax
	Why     string   // what a breach costs, in money or trust
	Fix     string   // how to mend a server
	Waive   string   // when it is right to live with a breach
	Sources []string // addresses and sections where the rule comes from

	// Applies says why the check has nothing to test under a contract whose
	// clause is binding, for example since the retention is unstated. It returns
	// an empty string if it has, and nil means that it always has.
	Applies func(Contract) string
	// Plan says what to send. It depends on the contract alone.
	Plan func(Contract) Plan
	// Judge reports what a history proves. It looks nowhere else.
	Judge func(*Pass)
}

// A Finding is one broken promise and what shows it.
type Finding struct {
	Clause   Situation `json:"clause"`  // the broken promise; a check may leave it empty for its own clause
	Level    Level     `json:"level"`   // of that promise; set by [Judge]
	Message  string    `json:"message"` // what the target did: one sentence, past tense, no full stop
	Want     string    `json:"want"`
	Got      string    `json:"got"`
	Evidence []string  `json:"evidence"` // labels of exchanges and readings
}

// A Pass carries one history to one check. Its accessors end the judgement if
// what they are asked for was not seen, since a check that has seen nothing
// must not pass.
type Pass struct {
	Contract Contract
	Clause   Clause

	own      Situation
	history  History
	findings []Finding
	looked   bool
}

// stop ends a judgement from within an accessor. [Judge] recovers it; it never
// leaves the package.
type stop struct {
	verdict  Verdict
	why, way string
}

func (p *Pass) stop(v Verdict, why, way string) { panic(stop{v, why, way}) }

// Report adds a finding. The judgement goes on, so that one run shows all that
// is wrong. A finding about a clause that the contract does not promise is
// dropped, since there is nothing to hold the target to.
func (p *Pass) Report(f Finding) {
	if f.Clause == "" {
		f.Clause = p.own
	}
	f.Level = p.Contract.Clause(f.Clause).Level
	if f.Level >= Should {
		p.findings = append(p.findings, f)
	}
}

// Found reports whether a finding was reported. What follows from a breach is
// not worth a second one.
func (p *Pass) Found() bool { return len(p.findings) > 0 }

// Skip ends the judgement: what was sent shows that the clause does not speak
// of it. Why is one sentence without a full stop.
func (p *Pass) Skip(why string) { p.stop(Skipped, why, "") }

// Inconclusive ends the judgement: the evidence fits more than one explanation.
// Why names them, in one sentence without a full stop; way says how to find
// out. Findings that were reported before still count.
func (p *Pass) Inconclusive(why, way string) { p.stop(Inconclusive, why, way) }

// Exchanges returns the exchanges of a step in the order of their index. It
// ends the judgement if there are none.
func (p *Pass) Exchanges(label string) []Exchange {
	var all []Exchange
	for _, x := range p.history.Exchanges {
		if x.Label == label {
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		p.Inconclusive(fmt.Sprintf("no exchange %q was recorded", label), "run the check again")
	}
	p.looked = true
	return all
}

// Exchange returns the last exchange of a step: the only one of a Send, the
// final attempt of a Follow.
func (p *Pass) Exchange(label string) Exchange {
	all := p.Exchanges(label)
	return all[len(all)-1]
}

// Answer returns the answer to the last exchange of a step. It ends the
// judgement if none arrived.
func (p *Pass) Answer(label string) Response {
	x := p.Exchange(label)
	if x.Response == nil {
		p.Inconclusive(fmt.Sprintf("no answer to %q arrived: %s", label, x.Err),
			"see whether the target logs the request, and run the check again")
	}
	return *x.Response
}

// Reading returns what a probe found. It ends the judgement if the ledger is
// absent, could not be read or did not become stable.
func (p *Pass) Reading(label string) Reading {
	for _, r := range p.history.Readings {
		if r.Label != label {
			continue
		}
		switch {
		case r.Absent:
			p.stop(NotTested, "the effects could not be counted: the target offers no ledger", LedgerLever.Way())
		case r.Err != "":
			p.Inconclusive("the ledger could not be read: "+r.Err, "mend the ledger probe of the target file")
		case !r.Stable:
			p.Inconclusive(fmt.Sprintf("the ledger was still changing after %d reads", r.Reads),
				"give the ledger a longer patience")
		}
		p.looked = true
		return r
	}
	p.Inconclusive(fmt.Sprintf("no reading %q was recorded", label), "run the check again")
	return Reading{}
}

// HasLedger reports whether a probe found a ledger to ask, readable or not.
func (p *Pass) HasLedger(label string) bool {
	for _, r := range p.history.Readings {
		if r.Label == label {
			return !r.Absent
		}
	}
	return false
}

// Validate reports what is wrong with a catalogue: nameless, undocumented,
// duplicate or incomplete checks. Contract serves to try each plan.
func Validate(catalogue []Check, c Contract) []error {
	var errs []error
	seen := map[string]bool{}
	for _, k := range catalogue {
		bad := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("check %q: "+format, append([]any{k.ID}, args...)...))
		}
		if !isSlug(k.ID) {
			bad("the id must be a slug: small letters, digits and single dashes")
		}
		if seen[k.ID] {
			bad("the id is used twice")
		}
		seen[k.ID] = true
		for name, text := range map[string]string{
			"title": k.Title, "family": k.Family, "clause": string(k.Clause), "since": k.Since,
			"rule": k.Rule, "why": k.Why, "fix": k.Fix, "waive": k.Waive,
		} {
			if strings.TrimSpace(text) == "" {
				bad("the %s is empty", name)
			}
		}
		if strings.HasSuffix(k.Title, ".") {
			bad("the title ends in a full stop")
		}
		if !known(k.Clause) {
			bad("the clause %q is no situation", k.Clause)
		}
		if len(k.Sources) == 0 {
			bad("no source is named")
		}
		if k.Plan == nil || k.Judge == nil {
			bad("the plan or the judge is missing")
			continue
		}
		for _, err := range k.Plan(c).problems() {
			bad("%w", err)
		}
	}
	return errs
}

func known(s Situation) bool {
	for _, k := range Situations {
		if k.ID == s {
			return true
		}
	}
	return false
}

func isSlug(s string) bool {
	if s == "" || strings.HasPrefix(s, "-") || strings.HasSuffix(s, "-") || strings.Contains(s, "--") {
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// problems reports what no runner could carry out: labels that are missing,
// used twice or not there to be referred to.
func (p Plan) problems() []error {
	var errs []error
	if len(p) == 0 {
		errs = append(errs, fmt.Errorf("the plan is empty"))
	}
	labels := map[string]bool{}
	label := func(l string) {
		if l == "" {
			errs = append(errs, fmt.Errorf("a step has no label"))
		}
		if labels[l] {
			errs = append(errs, fmt.Errorf("label %q is used twice", l))
		}
		labels[l] = true
	}
	refer := func(l string) {
		if !labels[l] {
			errs = append(errs, fmt.Errorf("label %q is referred to before its step", l))
		}
	}
	held := false
	for _, s := range p {
		switch s := s.(type) {
		case Send:
			label(s.Label)
		case Join:
			refer(s.Label)
		case Burst:
			label(s.Label)
			if len(s.Requests) < 2 {
				errs = append(errs, fmt.Errorf("burst %q has fewer than two requests", s.Label))
			}
		case Follow:
			label(s.Label)
		case Wait:
			if s.For == 0 {
				refer(s.Of)
			}
		case Probe:
			label(s.Label)
		case Hold:
			held = true
		case Release:
			if !held {
				errs = append(errs, fmt.Errorf("a release without a hold"))
			}
			held = false
			refer(s.Await)
		case Restart, Break, Mend, Revoke:
		}
		for _, r := range requests(s) {
			if r.On != "" {
				refer(r.On)
			}
		}
	}
	if held {
		errs = append(errs, fmt.Errorf("a hold is never released"))
	}
	return errs
}
