package reference_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

var crashes = flag.Int("crashes", 25, "how often the crash test kills the server")

// crashLoad is how many requests are under way at each instant.
const crashLoad = 4

// TestNoCrashLosesAnEffectOrItsMemory kills a server under load at random
// instants, starts it again on the same store and repeats what was not answered.
// In the end each order has one effect, and it is the one that was answered.
func TestNoCrashLosesAnEffectOrItsMemory(t *testing.T) {
	for kind, place := range places(t) {
		t.Run(kind, func(t *testing.T) { killAgainAndAgain(t, place) })
	}
}

func killAgainAndAgain(t *testing.T, place string) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	var sum struct{ answered, cut, hadEffect int }
	server := launch(t, place)
	for round := range *crashes {
		book := server.loadUntilKilled(round, time.Duration(rng.Int64N(int64(40*time.Millisecond))))
		server = launch(t, place)
		for _, o := range book.cut {
			before := server.effects(o.marker)
			x := server.orderUntilFree(o)
			switch {
			case len(before) > 1:
				t.Fatalf("%s has %d effects", o.key, len(before))
			case len(before) == 1 && (x.Response.Status != 200 || x.Resource != before[0].ID):
				t.Fatalf("an effect without memory: %s has made %s, and its repeat is answered %d %s",
					o.key, before[0].ID, x.Response.Status, x.Response.Body)
			case len(before) == 0 && x.Response.Status != 201 && !strings.HasPrefix(place, inSchema):
				// A database may still have been committing for the dead.
				t.Fatalf("a memory without effect: %s has none, and its repeat is answered %d %s",
					o.key, x.Response.Status, x.Response.Body)
			}
			sum.hadEffect += len(before)
			book.answered[o] = x
			server.wantSent(o.marker)
		}
		for o, x := range book.answered {
			again, effects := server.order(o), server.effects(o.marker)
			if len(effects) != 1 || effects[0].ID != x.Resource || again.Resource != x.Resource || again.Response.Status != 200 {
				t.Fatalf("%s was answered with %s, repeated with %d %s, and has made %+v",
					o.key, x.Resource, again.Response.Status, again.Resource, effects)
			}
		}
		sum.answered += len(book.answered) - len(book.cut)
		sum.cut += len(book.cut)
	}
	var ledger struct{ Count int }
	server.ask("GET", "/ledger", nil, &ledger)
	if ledger.Count != sum.answered+sum.cut {
		t.Errorf("the ledger counts %d effects for %d orders", ledger.Count, sum.answered+sum.cut)
	}
	if err := server.stop(); err != nil {
		t.Error(err)
	}
	t.Logf("%d kills, %d orders, %d effects: %d orders were answered at once, %d were cut off (%d of these had made their effect)",
		*crashes, sum.answered+sum.cut, ledger.Count, sum.answered, sum.cut, sum.hadEffect)
}

// orderUntilFree sends an order until nobody works on it. A database takes a
// moment to notice that a process has died.
func (c *child) orderUntilFree(o order) (x idem.Exchange) {
	c.t.Helper()
	waitUntil(c.t, "the death is noticed", func() bool {
		x = c.order(o)
		return x.Response.Status != 409
	})
	return x
}

// A crashBook says what became of the orders of one life of a server.
type crashBook struct {
	sync.Mutex
	answered map[order]idem.Exchange
	cut      []order // sent, and the connection broke before the answer
}

// loadUntilKilled keeps the server busy and kills it after a while. Each worker
// ends with the order that was cut off.
func (c *child) loadUntilKilled(round int, after time.Duration) *crashBook {
	book := &crashBook{answered: map[order]idem.Exchange{}}
	var workers sync.WaitGroup
	for w := range crashLoad {
		workers.Go(func() {
			for n := 0; ; n++ {
				name := fmt.Sprintf("crash-%d-%d-%d", round, w, n)
				o := order{key: name, marker: name}
				x, err := c.try(c.request(o))
				book.Lock()
				if err != nil {
					book.cut = append(book.cut, o)
					book.Unlock()
					return
				}
				book.answered[o] = x
				book.Unlock()
			}
		})
	}
	time.Sleep(after)
	c.kill()
	workers.Wait()
	return book
}

func TestAClaimOfAKilledProcessIsTakenOverAtOnce(t *testing.T) {
	for kind, place := range places(t) {
		t.Run(kind, func(t *testing.T) { killHeld(t, place) })
	}
}

func killHeld(t *testing.T, place string) {
	server := launch(t, place)
	o := order{key: "k", marker: "m"}
	server.hold(o.marker)
	r := server.request(o)
	ended := make(chan error, 1)
	go func() {
		_, err := server.try(r)
		ended <- err
	}()
	server.awaitHeld(o.marker, 1)
	if x := server.order(o); x.Response.Status != 409 {
		t.Errorf("while the owner lives the repeat is answered %d, want 409", x.Response.Status)
	}
	server.kill()
	if err := <-ended; err == nil {
		t.Error("a request of the killed server was answered")
	}
	server = launch(t, place)
	server.wantEffects(o.marker, 0)
	if x := server.orderUntilFree(o); x.Response.Status != 201 {
		t.Errorf("after its death the repeat is answered %d, want 201", x.Response.Status)
	}
	server.wantEffects(o.marker, 1)
	if err := server.stop(); err != nil {
		t.Error(err)
	}
}
