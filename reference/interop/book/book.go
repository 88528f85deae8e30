// Package book is the half of the small charges API that has nothing to do with
// idempotency keys: the ledger, and work that can be held open or made to fail.
// The Go servers of this folder put a middleware in front of it.
package book

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// A Charge is the one resource of the API. Amounts are in minor units; the
// description carries the marker by which the ledger is asked.
type Charge struct {
	ID          string `json:"id"`
	Amount      int64  `json:"amount"`
	Currency    string `json:"currency"`
	Description string `json:"description"`
}

// Work is how long each charge takes, as a call to an acquirer would. Without
// it requests that arrive together would hardly ever meet.
const Work = 100 * time.Millisecond

// holdLimit ends a hold that nobody releases.
const holdLimit = 10 * time.Second

// ErrBroken is the failure that a break asks for.
var ErrBroken = errors.New("broken as asked")

// A Book is the ledger, and what its next work for a marker will meet.
type Book struct {
	breaks  Breaks
	mu      sync.Mutex
	charges []Charge
	held    map[string]chan struct{}
}

// New returns an empty book.
func New() *Book { return &Book{held: map[string]chan struct{}{}} }

// Charge does the work, waits while the description is held, and then books the
// charge. It returns ErrBroken where it was asked to fail, which may be after
// the charge was booked.
func (b *Book) Charge(c Charge) (Charge, error) {
	time.Sleep(Work)
	b.wait(c.Description)
	return b.breaks.Meet(c.Description, func() (Charge, error) { return b.book(c), nil })
}

func (b *Book) book(c Charge) Charge {
	b.mu.Lock()
	defer b.mu.Unlock()
	c.ID = fmt.Sprintf("ch_%d", len(b.charges)+1)
	b.charges = append(b.charges, c)
	return c
}

func (b *Book) wait(description string) {
	b.mu.Lock()
	held := b.held[description]
	b.mu.Unlock()
	if held == nil {
		return
	}
	select {
	case <-held:
	case <-time.After(holdLimit):
	}
}

// Effects lists the charges with a description.
func (b *Book) Effects(description string) []Charge {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := []Charge{}
	for _, c := range b.charges {
		if c.Description == description {
			found = append(found, c)
		}
	}
	return found
}

func (b *Book) hold(description string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held[description] = make(chan struct{})
}

func (b *Book) release(description string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if held := b.held[description]; held != nil {
		close(held)
		delete(b.held, description)
	}
}
