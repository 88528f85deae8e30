package main

import (
	"bytes"

	"github.com/idemspec/idemspec/checks"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/report"
	"github.com/spf13/cobra"
)

// rejudgeOptions are the flags of the commands that start from a saved run.
type rejudgeOptions struct {
	failOn  string
	reports []string
	look    look
}

func (o *rejudgeOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.failOn, "fail-on", "must", "lowest level whose breach leaves with 1: must or should")
	f.StringArrayVar(&o.reports, "report", nil, "write a report: FORMAT=FILE, repeatable; FORMAT alone goes to the standard output in place of the console")
	o.look.flags(f)
}

func newJudgeCmd(env environment) *cobra.Command {
	var o rejudgeOptions
	cmd := &cobra.Command{
		Use:   "judge RUN.json",
		Short: "Judge a saved run again, with the checks of this release",
		Long: `Judge takes the histories of a saved run and judges them anew. Nothing is sent. It
tells what a later release makes of what an earlier one has seen.`,
		Example: "  idemspec judge run.json\n  idemspec judge run.json --report junit=TEST-idemspec.xml",
		Args:    oneFile("RUN.json"),
		RunE: func(_ *cobra.Command, args []string) error {
			return o.run(env, args[0], func(r idem.Run) idem.Run { return rejudge(r, env.version) })
		},
	}
	o.flags(cmd)
	return cmd
}

func newReportCmd(env environment) *cobra.Command {
	var o rejudgeOptions
	cmd := &cobra.Command{
		Use:     "report RUN.json",
		Short:   "Render a saved run again, in any format",
		Long:    "Report renders a saved run as it was judged. Nothing is sent and nothing is judged.",
		Example: "  idemspec report run.json --report junit=TEST-idemspec.xml",
		Args:    oneFile("RUN.json"),
		RunE: func(_ *cobra.Command, args []string) error {
			return o.run(env, args[0], func(r idem.Run) idem.Run { return r })
		},
	}
	o.flags(cmd)
	return cmd
}

func oneFile(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usage("%s takes one file: %s", cmd.CommandPath(), name)
		}
		return nil
	}
}

func (o rejudgeOptions) run(env environment, file string, change func(idem.Run) idem.Run) error {
	failOn, err := levelOf(o.failOn)
	if err != nil {
		return err
	}
	sinks, err := parseReports(o.reports)
	if err != nil {
		return err
	}
	text, err := env.readFile(file)
	if err != nil {
		return usage("saved run: %w", err)
	}
	saved, err := report.Read(bytes.NewReader(text))
	if err != nil {
		return usage("%s: %w", file, err)
	}
	r := change(saved)
	code := exitOfRun(r, failOn)
	if err := writeReports(env, o.look, sinks, r); err != nil {
		return failure{worse(code, exitReport), err}
	}
	return failure{code: code}
}

// rejudge judges each history of a run by the catalogue of this release. A
// result whose check is no longer there keeps its judgement.
func rejudge(r idem.Run, version string) idem.Run {
	r.Tool += ", judged again by idemspec/" + version
	results := make([]idem.Result, len(r.Results))
	for i, res := range r.Results {
		if k, found := checks.Find(res.Check); found {
			res.Title, res.Family, res.Clause = k.Title, k.Family, k.Clause
			contract := r.Contract.For(res.Method, res.Path)
			res.Level = contract.Clause(k.Clause).Level
			res.Judgement = idem.Judge(k, contract, res.History)
			if res.Judgement.Verdict() != idem.Passed {
				res.Race = nil
			}
		}
		results[i] = res
	}
	r.Results = results
	return r
}
