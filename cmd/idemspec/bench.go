package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/idemspec/idemspec/runner/race"
	"github.com/spf13/cobra"
)

func newBenchCmd(env environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure what the harness can see on this machine",
		Args:  cobra.NoArgs,
	}
	cmd.AddCommand(newBenchRaceCmd(env), newBenchLedgerCmd(env))
	return cmd
}

// benchOptions are the flags of the bench race command.
type benchOptions struct {
	requests           []int
	windows            []time.Duration
	waits              bool
	rounds, peerRounds int
	confidence         float64
}

func newBenchRaceCmd(env environment) *cobra.Command {
	var o benchOptions
	cmd := &cobra.Command{
		Use:   "race",
		Short: "Compare ways of releasing requests together, public tools among them",
		Long: `Race releases requests at a ledger that is wrong on purpose: it looks whether a key
is known, spends a window, and books. A round is exposed if a key was booked twice.
The ledger runs in a process of its own; the techniques take turns. Public tools are
measured if they are installed: h2load, ab, hey, curl and vegeta.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), env) },
	}
	f := cmd.Flags()
	f.IntSliceVar(&o.requests, "requests", []int{2, 20}, "requests of a round, a list")
	f.DurationSliceVar(&o.windows, "window", []time.Duration{10 * time.Microsecond, 50 * time.Microsecond, 100 * time.Microsecond}, "windows of the ledger, a list")
	f.BoolVar(&o.waits, "wait", false, "let the ledger wait in its window, as for a database, in place of computing")
	f.IntVar(&o.rounds, "rounds", 100, "rounds of each technique in each cell")
	f.IntVar(&o.peerRounds, "tool-rounds", 20, "rounds of each public tool, whose process is started anew for each")
	f.Float64Var(&o.confidence, "confidence", 0.999, "confidence that the last column asks for")
	return cmd
}

func (o benchOptions) run(ctx context.Context, env environment) (err error) {
	if err := o.problem(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "idemspec-bench-")
	if err != nil {
		return failure{exitInternal, err}
	}
	defer os.RemoveAll(dir)
	peers, missing, err := race.Peers(dir)
	if err != nil {
		return failure{exitInternal, err}
	}
	host, stop, err := childLedger(ctx)
	if err != nil {
		return failure{exitInternal, err}
	}
	defer stop()
	b := race.Bench{
		Host: host, Techniques: append(race.Techniques(), peers...),
		Requests: o.requests, Rounds: o.rounds, PeerRounds: o.peerRounds,
	}
	for _, long := range o.windows {
		w := race.Window{Kind: race.Spin, Long: long}
		if o.waits {
			w.Kind = race.Sleep
		}
		b.Windows = append(b.Windows, w)
	}
	cells, err := b.Run(ctx)
	if err != nil {
		return failure{exitInternal, err}
	}
	fmt.Fprintf(env.stdout, "%d processors, %s/%s, %s", runtime.GOMAXPROCS(0), runtime.GOOS, runtime.GOARCH, runtime.Version())
	if len(missing) > 0 {
		fmt.Fprintf(env.stdout, "; not found: %s", strings.Join(missing, ", "))
	}
	fmt.Fprint(env.stdout, "\n\n")
	if err := race.WriteTable(env.stdout, cells, o.confidence); err != nil {
		return failure{exitReport, err}
	}
	return nil
}

func (o benchOptions) problem() error {
	for _, n := range o.requests {
		if n < 2 || n > 1000 {
			return usage("--requests %d: a race has 2 to 1000 requests", n)
		}
	}
	for _, w := range o.windows {
		if w < 0 || w > time.Second {
			return usage("--window %s: a window lasts 1s at most", w)
		}
	}
	if o.rounds < 1 || o.peerRounds < 1 {
		return usage("--rounds and --tool-rounds have to be at least 1")
	}
	if !(o.confidence > 0 && o.confidence < 1) { // NaN is in neither
		return usage("--confidence %g: it lies between 0 and 1", o.confidence)
	}
	return nil
}

// childLedger starts this program again as a racy ledger.
func childLedger(ctx context.Context) (host string, stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	c := exec.CommandContext(ctx, self, "bench", "ledger")
	in, err := c.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := c.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		in.Close()
		c.Wait()
	}
	host, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("the ledger did not start: %w", err)
	}
	return strings.TrimSpace(host), stop, nil
}

func newBenchLedgerCmd(env environment) *cobra.Command {
	return &cobra.Command{
		Use:    "ledger",
		Short:  "Be the racy ledger of bench race, until standard input ends",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return race.Child(cmd.Context(), env.stdin, env.stdout)
		},
	}
}
