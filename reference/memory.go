package reference

import (
	"context"
	"crypto/rand"
	"sync"
)

// Memory is a [Store] that ends with its process.
type Memory struct {
	owner string

	mu      sync.Mutex
	records map[string]Record
	objects map[Kind]*shelf
	effects map[string][]Effect // by marker
	count   int
	next    uint64
}

// shelf holds the objects of one kind and the order in which they were made.
type shelf struct {
	byID  map[string]Object
	order []string
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{
		owner:   rand.Text(),
		records: map[string]Record{},
		objects: map[Kind]*shelf{},
		effects: map[string][]Effect{},
	}
}

// Owner implements [Store].
func (m *Memory) Owner() string { return m.owner }

// Close implements [Store]. There is nothing to close.
func (m *Memory) Close() error { return nil }

// Do implements [Store]. Transactions run one after another.
func (m *Memory) Do(ctx context.Context, f func(Tx) error) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	tx := &memoryTx{Memory: m}
	kept := false
	defer func() {
		if !kept {
			tx.undoAll()
		}
	}()
	if err := f(tx); err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	kept = true
	return nil
}
