package reference

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"
)

// Memory is a [Store] that ends with its process. A [Server] that crashes within
// the process finds it again, as a server finds a cache on another machine.
type Memory struct {
	owner atomic.Value // string

	mu      sync.Mutex
	records map[string]Record
	objects map[Kind]*shelf
	effects map[string][]Effect // by marker
	count   int
	next    uint64
	outbox  map[string]Message
	posted  []string             // ids of messages in the order in which they were posted, also of some that were taken since
	sent    map[string][]Message // by marker
	calls   map[string]bool      // keys that the provider has had
}

// shelf holds the objects of one kind and the order in which they were made.
type shelf struct {
	byID  map[string]Object
	order []string
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	m := &Memory{
		records: map[string]Record{},
		objects: map[Kind]*shelf{},
		effects: map[string][]Effect{},
		outbox:  map[string]Message{},
		sent:    map[string][]Message{},
		calls:   map[string]bool{},
	}
	m.owner.Store(rand.Text())
	return m
}

// Owner implements [Store].
func (m *Memory) Owner() string { return m.owner.Load().(string) }

// Renew implements [Store]. Only the owner is another one.
func (m *Memory) Renew(context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.owner.Store(rand.Text())
	return nil
}

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
