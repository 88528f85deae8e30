package reference

import (
	"errors"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// breaks are the failures that an admin has asked for.
type breaks struct {
	mu   sync.Mutex
	next map[string]idem.Point // what strikes the next new work, by marker
	down bool                  // the keys cannot be reached
}

// errBroken ends work that an admin has broken.
var errBroken = errors.New("the work was broken on purpose")

// points are those at which work can be broken.
var points = map[idem.Point]bool{
	idem.BeforeEffect: true, idem.AfterEffect: true, idem.StoreDown: true,
	idem.KillBefore: true, idem.KillAfter: true, idem.KillMail: true,
}

func (b *breaks) set(marker string, at idem.Point) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if at == idem.StoreDown {
		b.down = true
		return
	}
	if b.next == nil {
		b.next = map[string]idem.Point{}
	}
	b.next[marker] = at
}

// mend takes back what has not struck, for one marker or for all if it is empty,
// and gives the keys back.
func (b *breaks) mend(marker string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.down = false
	maps.DeleteFunc(b.next, func(m string, _ idem.Point) bool { return marker == "" || m == marker })
}

// any reports whether something is about to strike, so that markers need not be
// looked up for nothing.
func (b *breaks) any() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.next) > 0
}

// take returns what strikes new work for a marker, once; empty if nothing does.
func (b *breaks) take(marker string) idem.Point {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := b.next[marker]
	delete(b.next, marker)
	return at
}

func (b *breaks) storeDown() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.down
}

// Made has to be called by [Policy.Execute] once the effect of its work cannot
// be lost any more. A break that is due after the effect strikes here: the
// request ends with the error, or the whole server does.
func (c *Call) Made() error {
	switch c.broken {
	case idem.AfterEffect:
		return errBroken
	case idem.KillAfter:
		// What is left over is left to the next life.
		_ = c.life.tidy(c.Context)
		c.life.dieHere()
	case idem.KillMail:
		c.life.dieHere()
	case idem.BeforeEffect, idem.KillBefore, idem.StoreDown: // these strike earlier
	}
	return nil
}

// brokenAnswer is the server error of work that was broken.
func brokenAnswer() Answer {
	return problemAnswer("broken", http.StatusInternalServerError, "the server has failed at this request")
}

// errKeysLost is what everything about keys ends with while their store is down.
var errKeysLost = errors.New("the store of keys cannot be reached")

// keyless is a transaction of a store whose keys cannot be reached.
type keyless struct{ Tx }

func (keyless) Insert(Record) (Record, error)       { return Record{}, errKeysLost }
func (keyless) Record(string) (Record, bool, error) { return Record{}, false, errKeysLost }
func (keyless) Put(Record) error                    { return errKeysLost }
func (keyless) Delete(string) error                 { return errKeysLost }
func (keyless) Sweep(time.Time) error               { return errKeysLost }
