package selftest

import (
	"context"
	"net"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/cmd/internal/builtin"
	"github.com/idemspec/idemspec/reference"
	"github.com/idemspec/idemspec/reference/bugs"
	"github.com/idemspec/idemspec/runner"
	"github.com/idemspec/idemspec/runner/clock"
	"github.com/idemspec/idemspec/runner/target"
)

// pace is how long a run waits for a server in the same process. Its books are
// exact at once, and the clock that readings wait on is virtual.
var pace = builtin.Pace{Settle: 5 * time.Millisecond, Patience: 50 * time.Millisecond, Hold: 100 * time.Millisecond}

// judge runs the checks on one server under one contract.
func judge(ctx context.Context, c idem.Contract, seed uint64, checks []idem.Check, wrong ...bugs.Bug) (idem.Run, error) {
	virtual := &clock.Virtual{}
	ref, err := reference.New(bugs.Apply(reference.Options{Contract: c, Clock: virtual, Seed: seed}, wrong...))
	if err != nil {
		return idem.Run{}, err
	}
	memory, admin, seen := newNetwork(), newNetwork(), newTraffic()
	sockets, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return idem.Run{}, err
	}
	serving, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- ref.Serve(serving, seen.watch(both(memory, sockets)), admin) }()
	defer func() {
		stop()
		<-done
	}()
	t, err := target.Load("reference server", []byte(builtin.TargetFile(c, "http://"+sockets.Addr().String(), adminURL, pace)), target.Env{})
	if err != nil {
		return idem.Run{}, err
	}
	api := seen.watchDial(memory.dial)
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		if address == adminAddress {
			return admin.dial(ctx, network, address)
		}
		return api(ctx, network, address)
	}
	return runner.Run(ctx, runner.Config{
		Tool: "idemspec", Target: t, Contract: c, Checks: checks, Seed: max(seed, 1), Jobs: 4,
		Timeout: 5 * time.Second, Clock: patient{virtual, seen}, Dial: dial, DialRace: seen.watchDial((&net.Dialer{}).DialContext),
	}), nil
}

// The admin side has a name of its own on the network in memory.
const (
	adminURL     = "http://admin.invalid"
	adminAddress = "admin.invalid:80"
)
