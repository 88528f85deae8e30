package bugs

import (
	"context"
	"strconv"
	"sync"

	"github.com/idemspec/idemspec/reference"
)

// A balancer hands requests to two nodes in turn. It takes turns for each key by
// itself, so that what others send at the same time makes no difference.
type balancer struct {
	mu   sync.Mutex
	seen map[string]int // requests by slot
}

// node names the node that has got a call whose key has this slot. It is the
// same one however often it is asked for.
func (b *balancer) node(c *reference.Call, slot string) string {
	if n, known := c.Context.Value(b).(string); known {
		return n
	}
	b.mu.Lock()
	if b.seen == nil {
		b.seen = map[string]int{}
	}
	n := "node " + strconv.Itoa(b.seen[slot]%2)
	b.seen[slot]++
	b.mu.Unlock()
	c.Context = context.WithValue(c.Context, b, n)
	return n
}
