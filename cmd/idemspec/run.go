package main

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/runner"
	"github.com/idemspec/idemspec/runner/target"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// runOptions are the flags of the run command.
type runOptions struct {
	target      string // path of the target file; empty for the built-in server
	profile     string
	bugs        []string
	url         string
	only, skip  []string
	level       string
	failOn      string
	reports     []string
	seed        uint64
	jobs        int
	maxRequests int
	timeout     time.Duration
	limit       time.Duration
	race        raceOptions
	look        look
}

func newRunCmd(env environment) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [TARGET.yaml]",
		Short: "Run the checks on a target; with no target, on the built-in reference server",
		Long: `Run carries out the checks on the API that a target file describes, and says which
promises of its profile were kept. Without a target file it starts the built-in
reference server and judges that, with --bug a broken one.

Results go to the standard output, progress to the standard error.`,
		Example: `  idemspec run
  idemspec run --profile seed --bug ignores-body
  idemspec run staging.yaml --report junit=TEST-idemspec.xml --report json=run.json
  idemspec run staging.yaml --check 'burst-*'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.target = args[0]
			}
			return o.run(cmd.Context(), env)
		},
	}
	f := cmd.Flags()
	o.selection(f)
	f.StringArrayVar(&o.bugs, "bug", nil, "bug of the built-in server, repeatable: 'idemspec list bugs'")
	f.StringVar(&o.failOn, "fail-on", "must", "lowest level whose breach leaves with 1: must or should")
	f.StringArrayVar(&o.reports, "report", nil, "write a report: FORMAT=FILE, repeatable; FORMAT alone goes to the standard output in place of the console")
	f.Uint64Var(&o.seed, "seed", 0, "same seed, same plan, same bytes (default: a new one, printed)")
	f.IntVar(&o.jobs, "jobs", 4, "checks that may run side by side")
	f.DurationVar(&o.timeout, "timeout", runner.DefaultTimeout, "bound on one exchange")
	f.DurationVar(&o.limit, "time-limit", 0, "bound on the whole run; reports are written (default: none)")
	o.look.flags(f)
	return cmd
}

// selection are the flags that say what would be sent to which target.
func (o *runOptions) selection(f *pflag.FlagSet) {
	f.StringVar(&o.profile, "profile", "", "contract to judge by: a name, or the path of a profile file (default: the target file's, or seed)")
	f.StringVar(&o.url, "url", "", "base address of the target, in place of the target file's")
	f.StringArrayVar(&o.only, "check", nil, "only the checks that match this glob, repeatable: 'idemspec list checks'")
	f.StringArrayVar(&o.skip, "skip", nil, "not the checks that match this glob, repeatable")
	f.StringVar(&o.level, "level", "full", "core for the few checks that cover the heart of the contract, full for all")
	f.IntVar(&o.maxRequests, "max-requests", 0, "bound on requests to the target (default: the target file's, or 2000)")
	o.race.flags(f)
}

// defaultMaxRequests bounds a run whose target file and flags say nothing.
const defaultMaxRequests = 2000

func (o runOptions) run(ctx context.Context, env environment) error {
	if err := o.problem(); err != nil {
		return err
	}
	failOn, err := levelOf(o.failOn)
	if err != nil {
		return err
	}
	sinks, err := parseReports(o.reports)
	if err != nil {
		return err
	}
	if err := o.race.problem(); err != nil {
		return err
	}
	chosen, err := choose(o.level, o.only, o.skip)
	if err != nil {
		return err
	}
	if o.seed == 0 {
		o.seed = newSeed()
	}
	tgt, contract, stop, err := o.resolve(ctx, env)
	if err != nil {
		return err
	}
	defer stop()

	if o.limit > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, o.limit, errTimeLimit)
		defer cancel()
		ctx = limited
	}
	progress := o.look.progress(env)
	record := runner.Run(ctx, runner.Config{
		Tool: "idemspec/" + env.version, Target: tgt, File: o.target, Contract: contract, Checks: chosen,
		Seed: o.seed, Jobs: o.jobs, MaxRequests: o.requests(tgt), Timeout: o.timeout, Progress: progress.update,
		RaceWindow: o.race.window, RaceConfidence: o.race.confidence,
	})
	progress.end()
	code := exitOfRun(record, failOn)
	if err := writeReports(env, o.look, sinks, record); err != nil {
		fmt.Fprintf(env.stderr, "idemspec: %v\n", err)
		code = worse(code, exitReport)
	}
	return failure{code: code}
}

// choose returns the checks of a level that match the patterns.
func choose(level string, only, skip []string) ([]idem.Check, error) {
	all := checks.All()
	switch level {
	case "full":
	case "core":
		all = checks.Core(all)
	default:
		return nil, usage("--level %s: use core or full", level)
	}
	chosen, err := checks.Select(all, only, skip)
	if err != nil {
		return nil, failure{exitUsage, err}
	}
	return chosen, nil
}

// problem says which flag has a value that means nothing.
func (o runOptions) problem() error {
	switch {
	case o.jobs < 1:
		return usage("--jobs %d: it is at least 1", o.jobs)
	case o.maxRequests < 0:
		return usage("--max-requests %d: it is above 0, or 0 for the usual bound", o.maxRequests)
	case o.timeout <= 0:
		return usage("--timeout %s: it is above 0", o.timeout)
	case o.limit < 0:
		return usage("--time-limit %s: it is above 0, or 0 for none", o.limit)
	}
	return nil
}

// requests returns the bound on requests, the first that is given of flag,
// target file and default.
func (o runOptions) requests(t *target.Target) int {
	for _, n := range []int{o.maxRequests, t.Limits.MaxRequests} {
		if n > 0 {
			return n
		}
	}
	return defaultMaxRequests
}

// resolve returns the target and its contract. Stop ends the built-in server.
func (o runOptions) resolve(ctx context.Context, env environment) (t *target.Target, c idem.Contract, stop func(), err error) {
	if o.target == "" {
		return o.builtIn(ctx, env)
	}
	stop = func() {}
	if len(o.bugs) > 0 {
		return nil, c, nil, usage("--bug is for the built-in server: leave out the target file, or --bug")
	}
	text, err := env.readFile(o.target)
	if err != nil {
		return nil, c, nil, usage("target file: %w", err)
	}
	t, err = target.Load(o.target, text, target.Env{Getenv: env.getenv, ReadFile: env.readFile})
	if err != nil {
		return nil, c, nil, failure{exitUsage, err}
	}
	if o.url != "" {
		if err := t.SetURL(o.url); err != nil {
			return nil, c, nil, usage("--url: %w", err)
		}
	}
	if o.profile != "" {
		c, err = loadProfile(env, o.profile, ".")
	} else {
		c, err = loadProfile(env, cmp.Or(t.Profile, "seed"), path.Dir(o.target))
	}
	return t, c, stop, err
}

// loadProfile loads a profile by its name, or from a file if the name looks
// like a path. A relative path counts from dir.
func loadProfile(env environment, name, dir string) (idem.Contract, error) {
	if !strings.ContainsAny(name, "/.") {
		c, err := profiles.Load(name)
		if err != nil {
			return c, failure{exitUsage, err}
		}
		return c, nil
	}
	if !path.IsAbs(name) {
		name = path.Join(dir, name)
	}
	text, err := env.readFile(name)
	if err != nil {
		return idem.Contract{}, usage("profile file: %w", err)
	}
	c, err := profiles.Parse(name, text)
	if err != nil {
		return c, failure{exitUsage, err}
	}
	return c, nil
}

func levelOf(name string) (idem.Level, error) {
	var l idem.Level
	if err := l.UnmarshalText([]byte(name)); err != nil || l < idem.Should {
		return 0, usage("--fail-on %s: use must or should", name)
	}
	return l, nil
}
