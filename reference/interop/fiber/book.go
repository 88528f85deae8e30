package main

import (
	"fmt"
	"sync"
	"time"
)

// A charge is the one resource of the API. Amounts are in minor units; the
// description carries the marker by which the ledger is asked.
type charge struct {
	ID          string `json:"id"`
	Amount      int64  `json:"amount"`
	Currency    string `json:"currency"`
	Description string `json:"description"`
}

// A book is the ledger, and what is held open in the handler.
type book struct {
	mu      sync.Mutex
	charges []charge
	held    map[string]chan struct{}
}

func newBook() *book { return &book{held: map[string]chan struct{}{}} }

// holdLimit ends a hold that nobody releases.
const holdLimit = 10 * time.Second

// charge waits while the description is held, and then books a charge.
func (b *book) charge(c charge) charge {
	b.mu.Lock()
	held := b.held[c.Description]
	b.mu.Unlock()
	if held != nil {
		select {
		case <-held:
		case <-time.After(holdLimit):
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c.ID = fmt.Sprintf("ch_%d", len(b.charges)+1)
	b.charges = append(b.charges, c)
	return c
}

// effects lists the charges with a description.
func (b *book) effects(description string) []charge {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := []charge{}
	for _, c := range b.charges {
		if c.Description == description {
			found = append(found, c)
		}
	}
	return found
}

func (b *book) hold(description string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held[description] = make(chan struct{})
}

func (b *book) release(description string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if held := b.held[description]; held != nil {
		close(held)
		delete(b.held, description)
	}
}
