package reference_test

import (
	"sync"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// TestTwoProcessesBehindOneBurstMakeOneEffect sends copies of one order to two
// servers, as a balancer in front of them would.
func TestTwoProcessesBehindOneBurstMakeOneEffect(t *testing.T) {
	onPostgres(t, func(t *testing.T) {
		place := inSchema + schema(t)
		servers := []*child{launch(t, place), launch(t, place)}
		for range 10 {
			o := servers[0].fresh()
			answers := make([][]idem.Exchange, len(servers))
			var all sync.WaitGroup
			for i, s := range servers {
				copies := make([]order, 10)
				for j := range copies {
					copies[j] = o
				}
				all.Go(func() { answers[i] = s.burst(copies) })
			}
			all.Wait()
			made := map[string]bool{}
			for _, x := range append(answers[0], answers[1]...) {
				switch x.Response.Status {
				case 200, 201:
					made[x.Resource] = true
				case 409:
				default:
					t.Errorf("one of the burst is answered %d %s", x.Response.Status, x.Response.Body)
				}
			}
			if len(made) != 1 {
				t.Errorf("the burst has made %v, want one resource", made)
			}
			servers[1].wantEffects(o.marker, 1)
			servers[0].wantSent(o.marker)
		}
		for _, s := range servers {
			if err := s.stop(); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestProcessesHaveOneClock moves the clock of one server, and holds the other to
// it: what one of them forgets, the other must not have promised still.
func TestProcessesHaveOneClock(t *testing.T) {
	onPostgres(t, func(t *testing.T) {
		place := inSchema + schema(t)
		one, two := launch(t, place), launch(t, place)
		one.advance(25 * time.Hour)
		o := two.fresh()
		first := two.order(o)
		one.advance(time.Hour)
		one.wantSent(o.marker) // a round of chores, which sweeps
		two.wantReplayed(first, two.order(o))
		one.advance(24 * time.Hour)
		if late := two.order(o); late.Response.Status != 201 || late.Resource == first.Resource {
			t.Errorf("an expired key is answered %d %s", late.Response.Status, late.Resource)
		}
		for _, s := range []*child{one, two} {
			if err := s.stop(); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestAProcessTakesOverFromAKilledOne has a second server answer for the first
// one, which was killed in the middle.
func TestAProcessTakesOverFromAKilledOne(t *testing.T) {
	onPostgres(t, func(t *testing.T) {
		place := inSchema + schema(t)
		one, two := launch(t, place), launch(t, place)
		o := one.fresh()
		one.hold(o.marker)
		r, cut := one.request(o), make(chan error, 1)
		go func() {
			_, err := one.try(r)
			cut <- err
		}()
		one.awaitHeld(o.marker, 1)
		wantStatus(t, *two.order(o).Response, 409)
		one.kill()
		<-cut
		waitUntil(t, "the database has noticed the death", func() bool { return two.order(o).Response.Status != 409 })
		two.wantEffects(o.marker, 1)
		two.wantSent(o.marker)
		if err := two.stop(); err != nil {
			t.Error(err)
		}
	})
}
