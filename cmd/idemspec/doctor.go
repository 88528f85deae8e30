package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/idemspec/idemspec/runner"
	"github.com/spf13/cobra"
)

func newDoctorCmd(env environment) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "doctor [TARGET.yaml]",
		Short: "Look whether a target can be tested, and what stands in the way",
		Long: `Doctor looks at a target before a run: name, connection, TLS, HTTP versions, access,
clock, rate limit, whether the key is noticed at all, how late the ledger shows an
effect, and what stays untested without further levers. Each line says ok, problem or
unknown, and the way out. For each operation that creates it sends three requests.

It leaves with 0 if no problem was found, with 1 if one was, and with 3 if the target
cannot be reached.`,
		Example: "  idemspec doctor staging.yaml",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.target = args[0]
			}
			return o.doctor(cmd.Context(), env)
		},
	}
	f := cmd.Flags()
	o.selection(f)
	f.DurationVar(&o.timeout, "timeout", runner.DefaultTimeout, "bound on one exchange")
	return cmd
}

func (o runOptions) doctor(ctx context.Context, env environment) error {
	chosen, err := choose(o.level, o.only, o.skip)
	if err != nil {
		return err
	}
	tgt, contract, stop, err := o.resolve(ctx, env)
	if err != nil {
		return err
	}
	defer stop()
	d := runner.Diagnose(ctx, runner.Config{
		Tool: "idemspec/" + env.version, Target: tgt, File: o.target, Contract: contract, Checks: chosen,
		Seed: newSeed(), MaxRequests: o.requests(tgt), Timeout: o.timeout,
	})
	w := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
	for _, s := range d.Signs {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.State, s.Subject, s.What)
		if s.Way != "" && s.State != runner.Fine {
			fmt.Fprintf(w, "\t\tway out: %s\n", s.Way)
		}
	}
	if err := w.Flush(); err != nil {
		return failure{exitReport, err}
	}
	switch {
	case ctx.Err() != nil:
		return failure{code: exitInterrupted}
	case d.Unreachable:
		return failure{code: exitUnusable}
	case d.Problems() > 0:
		return failure{code: exitBroken}
	}
	return nil
}
