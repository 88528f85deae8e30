package idem

import "fmt"

// A Race is what a check that releases copies of a request together, and found
// no double effect, can claim. A race that no burst can see is not excluded by
// any number of them, so that a limit has to be measured: on the machine of the
// harness, with a ledger whose race is known.
type Race struct {
	Rounds     int      `json:"rounds"`               // how often the plan was carried out, each time without a double effect
	Window     Duration `json:"window,omitempty"`     // between looking a key up and claiming it: a longer one would have been seen; zero if no limit can be claimed
	Confidence float64  `json:"confidence,omitempty"` // with which it would have been seen at least once
	Beyond     string   `json:"beyond,omitempty"`     // what stands between the harness and the target and is not in the limit; empty if nothing does
	Why        string   `json:"why,omitempty"`        // why no limit can be claimed; empty if one is
}

// String says what is claimed in one sentence, without a full stop.
func (r Race) String() string {
	rounds := fmt.Sprintf("no double effect in %d rounds", r.Rounds)
	if r.Rounds == 1 {
		rounds = "no double effect in 1 round"
	}
	if r.Window == 0 {
		return rounds + "; no limit can be claimed: " + r.Why
	}
	claim := fmt.Sprintf("%s; on this machine a window of %s or more would have been seen with %g %%", rounds, r.Window, 100*r.Confidence)
	if r.Beyond != "" {
		claim += ", not counting " + r.Beyond
	}
	return claim
}

// MostRounds is how often a plan is carried out at most to look for a race.
const MostRounds = 8

// A Salvo is what a plan releases together to look for a race: copies of one
// key, in so many bursts.
type Salvo struct{ Copies, Bursts int }

// Races returns the salvo of a check's plan, and whether the check rests on a
// race: one effect for copies of one key that arrive together.
func (k Check) Races(p Plan) (s Salvo, races bool) {
	if k.Clause != OneEffect {
		return s, false
	}
	for _, step := range p {
		b, ok := step.(Burst)
		if !ok || !oneKey(b.Requests) {
			continue
		}
		if s.Bursts == 0 || len(b.Requests) == s.Copies {
			s = Salvo{len(b.Requests), s.Bursts + 1}
		}
	}
	return s, s.Bursts > 0
}

func oneKey(all []Request) bool {
	for _, r := range all {
		if r.Key == "" || r.Key != all[0].Key {
			return false
		}
	}
	return len(all) > 1
}
