package idem

import (
	"fmt"
	"slices"
	"strings"
)

// A Lever is something that a target must offer beyond plain requests, so that
// a promise can be tested.
type Lever string

// The levers that are named by a word. Others are named by what they give, such
// as [BodyLever].
const (
	LedgerLever  Lever = "ledger"  // a way to count effects
	OutsideLever Lever = "outside" // a way to count what left the target
	ClockLever   Lever = "clock"   // a way to let time pass
	HoldLever    Lever = "hold"    // a way to keep a request running
	RestartLever Lever = "restart" // a way to end the target and start it again
	BreakLever   Lever = "break"   // a way to make work fail
	RevokeLever  Lever = "revoke"  // a way to take a right from a credential

	CredentialLever Lever = "credential" // one of the target's own, which can be left out
)

// BodyLever is a body of the operation that the target file has to give.
func BodyLever(s BodySymbol) Lever { return Lever("body " + string(s)) }

// RoleLever is an operation besides the one under test.
func RoleLever(r Role) Lever { return Lever("operation " + string(r)) }

// PartyLever is a further credential.
func PartyLever(p Party) Lever { return Lever("credential " + string(p)) }

// ChangeLever is the body with a change that matters.
const ChangeLever Lever = "body changed"

// Levers returns what the plan needs, read off its steps and sorted. Nothing is
// declared twice, so nothing can disagree.
func (p Plan) Levers() []Lever {
	var need []Lever
	for _, s := range p {
		need = append(need, leversOf(s)...)
		for _, r := range requests(s) {
			need = append(need, r.levers()...)
		}
	}
	slices.Sort(need)
	return slices.Compact(need)
}

func leversOf(s Step) []Lever {
	switch s := s.(type) {
	case Probe:
		if s.Of == Outside {
			return []Lever{OutsideLever}
		}
		return []Lever{LedgerLever}
	case Wait:
		return []Lever{ClockLever}
	case Hold:
		return []Lever{HoldLever}
	case Restart:
		return []Lever{RestartLever}
	case Break:
		return []Lever{BreakLever}
	case Revoke:
		return []Lever{RevokeLever}
	case Send, Join, Burst, Follow, Release, Mend:
	}
	return nil
}

func (r Request) levers() []Lever {
	var need []Lever
	if r.Role != "" {
		need = append(need, RoleLever(r.Role))
	}
	switch r.As {
	case Own:
	case Nobody:
		need = append(need, CredentialLever)
	case OtherAccount, SameAccount, Revoked:
		need = append(need, PartyLever(r.As))
	}
	if !r.Body.computed() {
		need = append(need, BodyLever(r.Body))
	}
	return need
}

// computed reports whether the harness makes the body by itself.
func (s BodySymbol) computed() bool {
	return slices.Contains([]BodySymbol{SampleBody, ReorderedBody, RespacedBody, RespelledBody, EmptyBody}, s)
}

// requests lists what a step sends.
func requests(s Step) []Request {
	switch s := s.(type) {
	case Send:
		return []Request{s.Request}
	case Follow:
		return []Request{s.Request}
	case Burst:
		return s.Requests
	case Join, Wait, Probe, Hold, Release, Restart, Break, Mend, Revoke:
	}
	return nil
}

// Optional reports whether a plan can run without the lever. Without a ledger
// the answers alone may still prove that a promise is broken, though never that
// it is kept.
func (l Lever) Optional() bool { return l == LedgerLever }

// Exclusive reports whether the plan has to run alone: since it would disturb
// other plans on the same target, as moving its clock does, or since they would
// disturb it, as they do the first gap of a burst. A plan that follows up what a
// fault has left behind may have to move the clock: a claim may stay for as long
// as a [Lease].
func (p Plan) Exclusive() bool {
	cut := false
	for _, s := range p {
		switch s := s.(type) {
		case Wait, Burst, Restart, Break, Revoke:
			return true
		case Send:
			cut = cut || s.Fault.When != Never
		case Follow:
			if cut {
				return true
			}
		case Join, Probe, Hold, Release, Mend:
		}
	}
	return false
}

// ways says which lines of a target file give a lever.
var ways = map[Lever]string{
	LedgerLever:  `ledger: { http: { path: "/v1/charges?description={{ case.id }}", effects: "$.data[*]" } }`,
	OutsideLever: `outside: { http: { url: "https://hooks.example.com/sent?case={{ case.id }}", effects: "$.sent[*]" } }`,
	ClockLever:   `clock: { http: { path: /test/clock, body: { advance_seconds: "{{ seconds }}" } } }`,
	HoldLever:    `hold: { http: { path: /test/hold, body: { case: "{{ case.id }}" } }, release: { path: /test/release, body: { case: "{{ case.id }}" } } }`,
	RestartLever: `restart: { http: { path: /test/restart }, ready: { path: /health, method: GET } }`,
	BreakLever:   `break: { http: { path: /test/break, body: { case: "{{ case.id }}", at: "{{ point }}" } }, mend: { path: /test/mend } }`,
	RevokeLever:  `revoke: { http: { path: /test/revoke } }`,

	CredentialLever: `auth: { bearer: "${env:API_TOKEN}" } # and no credential under headers`,
	ChangeLever:     `change: { amount: 5200 }`,
}

// Way says which lines of a target file give the lever.
func (l Lever) Way() string {
	if lines, known := ways[l]; known {
		return fmt.Sprintf("give the %s, such as: %s", l, lines)
	}
	kind, what, _ := strings.Cut(string(l), " ")
	switch kind {
	case "body":
		return fmt.Sprintf("give the operation such a body, as a patch laid over its own: bodies: { %s: { … } }", what)
	case "operation":
		return fmt.Sprintf("give an operation with that role: operations: { %s: { role: %s, method: …, path: … } }", what, what)
	case "credential":
		return fmt.Sprintf("give that credential: accounts: { %q: { auth: { bearer: \"${env:…}\" } } }", what)
	}
	return ""
}

// A Cost is the most that a plan can send and create.
type Cost struct {
	Requests int // requests to the target, without probes and levers
	Effects  int // effects, if the target executed each request that it may execute
}

// FollowLimit is the most attempts that a [Follow] makes.
const FollowLimit = 50

// Cost returns the most that the plan can send and create. A Follow repeats
// itself only while the target says that nothing was done yet, so it can send
// [FollowLimit] requests and create one effect.
func (p Plan) Cost() Cost {
	var c Cost
	for _, s := range p {
		switch s := s.(type) {
		case Send:
			c.Requests++
			c.Effects++
		case Follow:
			c.Requests += FollowLimit
			c.Effects++
		case Burst:
			c.Requests += len(s.Requests)
			c.Effects += len(s.Requests)
		case Join, Wait, Probe, Hold, Release, Restart, Break, Mend, Revoke:
		}
	}
	return c
}
