package race

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

// A Bench compares techniques at a ledger.
type Bench struct {
	Host       string // of the ledger: its address and port
	Techniques []Technique
	Requests   []int // of a salvo
	Windows    []Window
	Rounds     int // of each technique in each cell
	PeerRounds int // of each public tool, whose process has to be started
}

// A Cell is one technique at one window with one number of requests.
type Cell struct {
	Technique Technique
	Requests  int
	Window    Window
	Rounds    int
	Exposed   int             // rounds with a key that was booked more than once
	Sent      int             // requests that came to the ledger in all rounds
	Took      []time.Duration // of each round
	Gaps      []time.Duration // between the first two requests of each round
	Err       string          // why it was given up; empty if it was not
}

// Share is the part of the rounds that were exposed.
func (c Cell) Share() float64 { return float64(c.Exposed) / float64(max(c.Rounds, 1)) }

// visits is how often the cells are gone through, so that what the machine does
// meanwhile meets all techniques alike.
const visits = 10

// Run fills the cells, the techniques in an order that changes with each visit.
func (b Bench) Run(ctx context.Context) ([]Cell, error) {
	var cells []Cell
	for _, n := range b.Requests {
		for _, w := range b.Windows {
			for _, t := range b.Techniques {
				cells = append(cells, Cell{Technique: t, Requests: n, Window: w})
			}
		}
	}
	number := 0
	for visit := range visits {
		for _, i := range rand.Perm(len(cells)) {
			c := &cells[i]
			rounds := b.Rounds
			if c.Technique.Peer {
				rounds = b.PeerRounds
			}
			for range rounds*(visit+1)/visits - rounds*visit/visits {
				number++
				if err := c.round(ctx, b.Host, number); err != nil {
					return cells, err
				}
			}
		}
	}
	return cells, nil
}

// round adds one round to a cell. A technique that cannot do it is given up; the
// error is that of the context or of the ledger.
func (c *Cell) round(ctx context.Context, host string, number int) error {
	if c.Err != "" {
		return nil
	}
	s := c.Technique.salvo(c.Requests, c.Window, number)
	start := time.Now()
	fired := c.Technique.fire(ctx, host, s)
	took := time.Since(start)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	r, err := ask(ctx, host)
	switch {
	case err != nil:
		return err
	case fired != nil:
		c.Err = fired.Error()
		return nil
	case r.Requests < s.size():
		c.Err = fmt.Sprintf("%d of its %d requests came", r.Requests, s.size())
		return nil
	}
	c.Rounds++
	c.Sent += r.Requests
	if r.Doubles > 0 {
		c.Exposed++
	}
	c.Took, c.Gaps = append(c.Took, took), append(c.Gaps, r.Gap)
	return nil
}

// ask takes the last round out of a ledger in another process.
func ask(ctx context.Context, host string) (r Round, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+host+"/round", http.NoBody)
	if err != nil {
		return r, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return r, fmt.Errorf("the ledger does not answer: %w", err)
	}
	defer answer.Body.Close()
	return r, json.NewDecoder(answer.Body).Decode(&r)
}

func median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}
