package runner

import (
	"fmt"
	"sync/atomic"

	"github.com/idemspec/idemspec/checks/idem"
)

// A budget bounds the requests of a run. It is asked before each request, for a
// burst before the first of them, so that it is never overrun by one.
type budget struct {
	limit int64 // zero means no bound
	spent atomic.Int64
}

// take reserves n requests, all or none.
func (b *budget) take(n int) *idem.Trouble {
	for {
		spent := b.spent.Load()
		if b.limit > 0 && spent+int64(n) > b.limit {
			return &idem.Trouble{
				Kind: idem.LimitReached,
				Why:  fmt.Sprintf("the bound of %d requests was reached", b.limit),
				Way:  "raise --max-requests, or select fewer checks",
			}
		}
		if b.spent.CompareAndSwap(spent, spent+int64(n)) {
			return nil
		}
	}
}

// left returns how many requests are left, and false if there is no bound.
func (b *budget) left() (n int, bounded bool) {
	return int(b.limit - b.spent.Load()), b.limit > 0
}
