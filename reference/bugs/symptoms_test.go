package bugs_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/idemspec/idemspec/reference/bugs"
)

// An outcome is what a sequence of requests shows of a server.
type outcome struct {
	Statuses []int
	Effects  int
}

// symptoms has, for some bugs, the shortest sequence that shows it, with what a
// right server and the faulty one make of it.
var symptoms = map[string]struct {
	play         func(*server) []int
	right, wrong outcome
}{
	bugs.IgnoresBody.ID: {
		play:  func(s *server) []int { return []int{s.charge("k", 4200), s.charge("k", 5200)} },
		right: outcome{[]int{201, 422}, 1},
		wrong: outcome{[]int{201, 200}, 1},
	},
	bugs.CheckThenAct.ID: {
		play: func(s *server) []int {
			s.together("k", 2)
			return []int{s.charge("k", 4200)}
		},
		right: outcome{[]int{200}, 1},
		wrong: outcome{[]int{200}, 2},
	},
	bugs.KeysPerNode.ID: {
		play:  func(s *server) []int { return []int{s.charge("k", 4200), s.charge("k", 4200), s.charge("k", 4200)} },
		right: outcome{[]int{201, 200, 200}, 1},
		wrong: outcome{[]int{201, 201, 200}, 2},
	},
	bugs.ExpiredReplayedOnce.ID: {
		play: func(s *server) []int {
			first := s.charge("k", 4200)
			s.advance(25 * time.Hour)
			return []int{first, s.charge("k", 4200), s.charge("k", 4200)}
		},
		right: outcome{[]int{201, 201, 200}, 2},
		wrong: outcome{[]int{201, 200, 201}, 2},
	},
	bugs.NeverForgets.ID: {
		play: func(s *server) []int {
			first := s.charge("k", 4200)
			s.advance(25 * time.Hour)
			return []int{first, s.charge("k", 4200)}
		},
		right: outcome{[]int{201, 201}, 2},
		wrong: outcome{[]int{201, 200}, 1},
	},
}

// tries is how often a sequence may be played until a bug shows, since a race
// is not lost each time.
const tries = 50

func TestBugsShowAndARightServerDoesNotShowThem(t *testing.T) {
	for id, symptom := range symptoms {
		t.Run(id, func(t *testing.T) {
			found, err := bugs.Find(id)
			if err != nil {
				t.Fatal(err)
			}
			right := start(t)
			statuses := symptom.play(right)
			if d := cmp.Diff(symptom.right, outcome{statuses, right.effects()}); d != "" {
				t.Errorf("the right server (-want +got):\n%s", d)
			}
			var d string
			for range tries {
				faulty := start(t, found...)
				statuses := symptom.play(faulty)
				if d = cmp.Diff(symptom.wrong, outcome{statuses, faulty.effects()}); d == "" {
					return
				}
			}
			t.Errorf("the faulty server (-want +got):\n%s", d)
		})
	}
}
