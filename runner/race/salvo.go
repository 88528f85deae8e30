package race

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/wire"
)

// A Salvo is one round of a race: some keys, each in some copies, that meet a
// ledger with a window.
type Salvo struct {
	Keys, Copies int
	Window       Window
	number       int  // tells its keys from those of other rounds
	early        bool // the ledger looks before it reads the body
}

// size is how many requests it has.
func (s Salvo) size() int { return s.Keys * s.Copies }

func (s Salvo) key(i int) string { return strconv.Itoa(s.number) + "-" + strconv.Itoa(i) }

const order = `{"amount":4200,"currency":"usd","source":"tok_visa","description":"case-00000001"}`

// requests are those of the salvo; copies of a key are neighbours.
func (s Salvo) requests() []wire.Request {
	all := make([]wire.Request, s.size())
	target := s.Window.path()
	if s.early {
		target += "?head"
	}
	for i := range all {
		all[i] = wire.Request{
			Method: "POST", Target: target,
			Header: []idem.Field{
				{Name: "Content-Type", Value: "application/json"},
				{Name: "Idempotency-Key", Value: s.key(i / s.Copies)},
			},
			Body: []byte(order),
		}
	}
	return all
}

// fire releases a salvo in a formation, on connections of its own as a run does
// it, and waits for the answers.
func fire(ctx context.Context, f wire.Formation, p wire.Protocol, host string, s Salvo) error {
	epoch := time.Now()
	d := &wire.Dialer{Protocol: p, Since: func() time.Duration { return time.Since(epoch) }}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return err
	}
	results, err := f.Burst(ctx, d, wire.Origin{Scheme: "http", Host: name, Port: port}, s.requests())
	if err != nil {
		return err
	}
	for _, x := range results {
		if x.Err != nil {
			return x.Err
		}
		if x.Response.Status != 201 {
			return fmt.Errorf("the ledger answered %d", x.Response.Status)
		}
	}
	return nil
}
