// Idemspec tests what an HTTP API really does with idempotency keys.
//
// It fires crafted request sequences at the API (replays, changed bodies,
// parallel bursts, cut connections, expired keys), counts the effects in the
// API's ledger, and says with evidence which promises were kept.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A reader that goes away must not cost the reports.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := interruptible(context.Background())
	code := run(ctx, os.Args[1:], systemEnv())
	stop()
	os.Exit(int(code))
}

// interruptible returns a context that the first SIGINT or SIGTERM cancels, so
// that reports are still written. The second signal ends the process at once.
func interruptible(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		if _, more := <-signals; more {
			cancel(errInterrupted)
		}
		if _, more := <-signals; more {
			os.Exit(int(exitInterrupted))
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel(nil)
	}
}
