package book

import "sync"

// Breaks are the failures that work will meet, by marker. The zero Breaks are
// none.
type Breaks struct {
	mu     sync.Mutex
	points map[string]string
}

// The points at which work can be made to fail.
const (
	beforeEffect = "before-effect"
	afterEffect  = "after-effect"
)

// Meet does an effect for a marker, unless it was asked to fail before, and
// fails after it if it was asked to. Each break is met once.
func (b *Breaks) Meet(marker string, effect func() (Charge, error)) (Charge, error) {
	b.mu.Lock()
	point := b.points[marker]
	delete(b.points, marker)
	b.mu.Unlock()
	if point == beforeEffect {
		return Charge{}, ErrBroken
	}
	c, err := effect()
	if err == nil && point == afterEffect {
		err = ErrBroken
	}
	return c, err
}

// arm asks the next work for a marker to fail, and says whether it can.
func (b *Breaks) arm(marker, point string) bool {
	if point != beforeEffect && point != afterEffect {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.points == nil {
		b.points = map[string]string{}
	}
	b.points[marker] = point
	return true
}

func (b *Breaks) mend(marker string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.points, marker)
}
