package idem

import "slices"

// A Lever is something that a target must offer beyond plain requests, so that
// a promise can be tested.
type Lever string

// The levers.
const (
	LedgerLever Lever = "ledger" // a way to count effects
	ChangeLever Lever = "change" // a change of the body that matters
	ClockLever  Lever = "clock"  // a way to let time pass
	HoldLever   Lever = "hold"   // a way to keep a request running
)

// Levers returns what the plan needs, read off its steps and sorted. Nothing is
// declared twice, so nothing can disagree.
func (p Plan) Levers() []Lever {
	var need []Lever
	for _, s := range p {
		switch s.(type) {
		case Probe:
			need = append(need, LedgerLever)
		case Wait:
			need = append(need, ClockLever)
		case Hold:
			need = append(need, HoldLever)
		case Send, Join, Burst, Follow, Release:
		}
		for _, r := range requests(s) {
			if r.Body == ChangedBody {
				need = append(need, ChangeLever)
			}
		}
	}
	slices.Sort(need)
	return slices.Compact(need)
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
	case Join, Wait, Probe, Hold, Release:
	}
	return nil
}

// Optional reports whether a plan can run without the lever. Without a ledger
// the answers alone may still prove that a promise is broken, though never that
// it is kept.
func (l Lever) Optional() bool { return l == LedgerLever }

// Exclusive reports whether the plan has to run alone: since it would disturb
// other plans on the same target, as moving its clock does, or since they would
// disturb it, as they do the first gap of a burst.
func (p Plan) Exclusive() bool {
	for _, s := range p {
		switch s.(type) {
		case Wait, Burst:
			return true
		case Send, Join, Follow, Probe, Hold, Release:
		}
	}
	return false
}

// Way says which lines of a target file give the lever.
func (l Lever) Way() string {
	switch l {
	case ChangeLever:
		return `give the operation a change that matters, such as: change: { amount: 5200 }`
	case LedgerLever:
		return `give the ledger, such as: ledger: { http: { path: "/v1/charges?description={{ case.id }}", effects: "$.data[*]" } }`
	case ClockLever:
		return `give the clock, such as: clock: { http: { method: POST, path: /test/clock, body: { advance_seconds: "{{ seconds }}" } } }`
	case HoldLever:
		return `give a way to keep a request running, such as: hold: { http: { method: POST, path: /test/hold, body: { case: "{{ case.id }}" } }, release: { method: POST, path: /test/release, body: { case: "{{ case.id }}" } } }`
	}
	return ""
}

// A Cost is the most that a plan can send and create.
type Cost struct {
	Requests int // requests to the target, without probes
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
		case Join, Wait, Probe, Hold, Release:
		}
	}
	return c
}
