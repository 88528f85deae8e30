package main

import (
	"context"

	"github.com/idemspec/idemspec/report"
	"github.com/idemspec/idemspec/runner"
	"github.com/spf13/cobra"
)

func newPlanCmd(env environment) *cobra.Command {
	var o runOptions
	var quiet bool
	cmd := &cobra.Command{
		Use:   "plan [TARGET.yaml]",
		Short: "Print what a run would send, what it costs, and what it leaves out; send nothing",
		Long: `Plan prints for each check what would be sent, how many requests and resources that
are at most, and how much money in each currency that bodies name; then which checks
would not be carried out, and why; then the totals. Nothing is sent.`,
		Example: `  idemspec plan staging.yaml
  idemspec plan staging.yaml --check 'burst-*'
  idemspec plan staging.yaml --level core --quiet     # the totals alone`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.target = args[0]
			}
			return o.plan(cmd.Context(), env, quiet)
		},
	}
	f := cmd.Flags()
	o.selection(f)
	f.BoolVarP(&quiet, "quiet", "q", false, "show the totals alone")
	return cmd
}

func (o runOptions) plan(ctx context.Context, env environment, quiet bool) error {
	if err := o.race.problem(); err != nil {
		return err
	}
	chosen, err := choose(o.level, o.only, o.skip)
	if err != nil {
		return err
	}
	tgt, contract, stop, err := o.resolve(ctx, env)
	if err != nil {
		return err
	}
	defer stop()
	outlook := runner.Outlook(ctx, runner.Config{
		Target: tgt, File: o.target, Contract: contract, Checks: chosen, MaxRequests: o.requests(tgt), RaceWindow: o.race.window,
	})
	if err := report.Outlook(env.stdout, outlook, quiet); err != nil {
		return failure{exitReport, err}
	}
	return nil
}
