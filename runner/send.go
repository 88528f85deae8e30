package runner

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/wire"
)

// request binds a planned request: the body that its symbol stands for, and its
// key where the contract's carrier wants it.
func (c *trial) request(r idem.Request) (wire.Request, string, error) {
	b, err := c.bound.Variant(r.Body)
	if err != nil {
		return wire.Request{}, "", err
	}
	var key string
	if r.Key != "" {
		if key, err = c.key(r.Key); err != nil {
			return wire.Request{}, "", err
		}
		if b, err = b.Carry(c.Contract.Carrier, key); err != nil {
			return wire.Request{}, "", err
		}
	}
	header := b.Header
	if !has(header, "User-Agent") {
		header = append(header[:len(header):len(header)], idem.Field{Name: "User-Agent", Value: c.agent()})
	}
	return wire.Request{Method: b.Method, Target: b.URL.RequestURI(), Header: header, Body: b.Body}, key, nil
}

func has(fields []idem.Field, name string) bool {
	_, found := idem.Message{Header: fields}.Lookup(name)
	return found
}

// key returns the key that a symbol of this case stands for, and mints it the
// first time.
func (c *trial) key(s idem.KeySymbol) (string, error) {
	if key, known := c.keys[s]; known {
		return key, nil
	}
	key, err := mint(c.random, c.Contract.Format)
	c.keys[s] = key
	return key, err
}

func (c *trial) send(ctx context.Context, s idem.Send) *idem.Trouble {
	r, key, err := c.request(s.Request)
	if err != nil {
		return unbound(s.Label, err)
	}
	if t := c.budget.take(1); t != nil {
		return t
	}
	if !s.Background {
		return c.once(ctx, s.Label, 0, s.Request, r, key, s.Fault)
	}
	done := make(chan struct{})
	c.background[s.Label] = done
	go func() {
		defer close(done)
		c.fail(c.once(ctx, s.Label, 0, s.Request, r, key, s.Fault))
	}()
	return nil
}

// once makes one exchange on a connection of its own and records it.
func (c *trial) once(ctx context.Context, label string, index int, symbols idem.Request, r wire.Request, key string, f idem.Fault) *idem.Trouble {
	limited, cancel := context.WithTimeoutCause(ctx, c.Timeout, errTimeout)
	defer cancel()
	shifted := time.Duration(c.shifted.Load())
	result := c.dialer.Once(limited, c.origin, r, f)
	x := c.record(label, index, symbols, key, shifted, result)
	c.add(x)
	return c.troubleOf(ctx, x, result, f)
}

var errTimeout = errors.New("time-out of the exchange")

// record completes what the wire knows of an exchange by what it does not know.
func (c *trial) record(label string, index int, symbols idem.Request, key string, shifted time.Duration, result wire.Result) idem.Exchange {
	x := result.Exchange()
	x.Label, x.Index, x.Operation = label, index, c.op.Name
	x.Key, x.Body = key, symbols.Body
	x.Times.Shifted = shifted
	if x.Response != nil {
		x.Resource, _ = c.op.ResultID(*x.Response)
	}
	return x
}

// troubleOf says whether an exchange shows that the plan was not carried out:
// the target could not be reached, the fault was not consumed, or other bytes
// were written than were meant.
func (c *trial) troubleOf(ctx context.Context, x idem.Exchange, result wire.Result, f idem.Fault) *idem.Trouble {
	if ctx.Err() != nil {
		return interrupted(ctx)
	}
	if err := result.Mismatch(); err != nil {
		return &idem.Trouble{Kind: idem.HarnessFault, Step: x.Label, Why: "what was written is not what was meant: " + err.Error()}
	}
	if f.When != idem.Never && !result.Cut.Consumed {
		return &idem.Trouble{
			Kind: idem.FaultUnused, Step: x.Label,
			Why: "the planned fault did not come about: " + result.Cut.What, Way: "run the check again",
		}
	}
	var e *wire.Error
	if !errors.As(result.Err, &e) {
		return nil
	}
	switch e.Stage {
	case wire.Dialling, wire.Handshaking:
		return &idem.Trouble{Kind: idem.Unreachable, Step: x.Label, Why: e.Error(), Way: e.Way}
	case wire.Preparing:
		return &idem.Trouble{Kind: idem.HarnessFault, Step: x.Label, Why: e.Error(), Way: e.Way}
	case wire.Arming:
		return &idem.Trouble{Kind: idem.LeverFailed, Step: x.Label, Why: e.Error(), Way: e.Way}
	case wire.Writing, wire.Answering, wire.Cutting:
	}
	return nil
}

func unbound(label string, err error) *idem.Trouble {
	return &idem.Trouble{Kind: idem.HarnessFault, Step: label, Why: err.Error()}
}

// join waits for a background send. The time-out of the exchange bounds the
// wait, and a trouble of the send ends the plan by itself.
func (c *trial) join(label string) {
	<-c.background[label]
}

func (c *trial) burst(ctx context.Context, s idem.Burst) *idem.Trouble {
	if t := c.budget.take(len(s.Requests)); t != nil {
		return t
	}
	limited, cancel := context.WithTimeoutCause(ctx, c.Timeout, errTimeout)
	defer cancel()
	shots := make([]wire.Shot, len(s.Requests))
	keys := make([]string, len(s.Requests))
	for i, planned := range s.Requests {
		r, key, err := c.request(planned)
		if err != nil {
			return unbound(s.Label, err)
		}
		shots[i].Request, keys[i] = r, key
	}
	conns, err := c.dialer.OpenAll(limited, c.origin, len(shots))
	if err != nil {
		return &idem.Trouble{Kind: idem.Unreachable, Step: s.Label, Why: err.Error()}
	}
	for i := range shots {
		shots[i].Conn = conns[i]
		defer conns[i].Close()
	}
	shifted := time.Duration(c.shifted.Load())
	results, _ := wire.Burst(limited, shots, wire.LastByte) // each result carries the error
	var trouble *idem.Trouble
	for i, result := range results {
		x := c.record(s.Label, i, s.Requests[i], keys[i], shifted, result)
		c.add(x)
		if t := c.troubleOf(ctx, x, result, idem.Fault{}); t != nil && trouble == nil {
			trouble = t
		}
	}
	return trouble
}

// How a follow waits between its attempts where the target does not say: from
// firstPause, twice as long each time, up to longestPause, and not longer than
// followPatience in all. A longer Retry-After than that ends it.
const (
	firstPause     = 20 * time.Millisecond
	longestPause   = time.Second
	followPatience = 10 * time.Second
)

func (c *trial) follow(ctx context.Context, s idem.Follow) *idem.Trouble {
	r, key, err := c.request(s.Request)
	if err != nil {
		return unbound(s.Label, err)
	}
	start, pause := c.Clock.Now(), firstPause
	for attempt := range idem.FollowLimit {
		if t := c.budget.take(1); t != nil {
			return t
		}
		if t := c.once(ctx, s.Label, attempt, s.Request, r, key, idem.Fault{}); t != nil {
			return t
		}
		x, _ := c.exchange(s.Label)
		if x.Response == nil || !c.Contract.Running(*x.Response) {
			return nil
		}
		wait := max(pause, retryAfter(*x.Response))
		if c.Clock.Now().Add(wait).Sub(start) > followPatience {
			return nil
		}
		if err := c.Clock.Sleep(ctx, wait); err != nil {
			return interrupted(ctx)
		}
		pause = min(2*pause, longestPause)
	}
	return nil
}

// retryAfter reads the delay form of Retry-After (RFC 9110 section 10.2.3);
// zero if there is none.
func retryAfter(r idem.Response) time.Duration {
	v, _ := r.Lookup("Retry-After")
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > int(time.Hour/time.Second) {
		return 0
	}
	return time.Duration(n) * time.Second
}
