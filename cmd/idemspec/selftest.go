package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/cmd/internal/selftest"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/reference/bugs"
	"github.com/spf13/cobra"
)

// selftestOptions are the flags of the selftest command.
type selftestOptions struct {
	profiles, bugs, only []string
	seeds, first, jobs   int
	reports              []string
	record, golden       string
}

func newSelftestCmd(env environment) *cobra.Command {
	var o selftestOptions
	cmd := &cobra.Command{
		Use:   "selftest",
		Short: "Prove the checks: each on the right server and on each bug, under each profile",
		Long: `Selftest runs every check against the reference server as it should be and with
each bug, under each profile that promises what the bug breaks, and prints who was
caught by whom, what no check catches, and whether a right server was accused. It
leaves with 1 in either case.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd, env) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.profiles, "profile", nil, "only this profile, repeatable (default: all)")
	f.StringArrayVar(&o.bugs, "bug", nil, "only this bug, repeatable (default: all)")
	f.StringArrayVar(&o.only, "check", nil, "only the checks that match this glob, repeatable (default: all)")
	f.IntVar(&o.seeds, "seeds", 1, "how many seeds right servers vary under")
	f.IntVar(&o.first, "first-seed", 0, "the first of these seeds, so that many can be tried in several runs")
	f.IntVar(&o.jobs, "jobs", 8, "servers at a time, most of which wait")
	f.StringArrayVar(&o.reports, "report", nil, "write the matrix: json=FILE, markdown=FILE, or golden=FILE for what is the same in each run; repeatable")
	f.StringVar(&o.golden, "golden", "", "leave with 1 as well if the matrix is not what this file says")
	f.StringVar(&o.record, "record", "", "in place of the matrix, write a kept, a broken and an undecided history of each check to this folder")
	return cmd
}

func (o selftestOptions) run(cmd *cobra.Command, env environment) error {
	opts, err := o.resolve()
	if err != nil {
		return err
	}
	if o.record != "" {
		return o.recordAll(cmd, env, opts)
	}
	// Thousands of small servers come and go; memory is cheaper than their collection.
	debug.SetGCPercent(400)
	m, err := selftest.Run(cmd.Context(), opts)
	if err != nil {
		return failure{exitInternal, err}
	}
	if err := selftest.WriteText(env.stdout, m); err != nil {
		return failure{exitReport, err}
	}
	for _, r := range o.reports {
		if err := writeMatrix(r, m); err != nil {
			return failure{exitReport, err}
		}
	}
	if err := o.compare(m); err != nil {
		return err
	}
	if len(m.Missed()) > 0 || len(m.Accused()) > 0 {
		return failure{code: exitBroken}
	}
	return nil
}

// compare holds a matrix to its golden file, if there is one.
func (o selftestOptions) compare(m selftest.Matrix) error {
	if o.golden == "" {
		return nil
	}
	want, err := os.ReadFile(o.golden)
	if err != nil {
		return usage("--golden: %w", err)
	}
	var got strings.Builder
	if err := selftest.WriteGolden(&got, m); err != nil {
		return failure{exitInternal, err}
	}
	if got.String() != string(want) {
		return failure{exitBroken, fmt.Errorf("the matrix is not what %s says: review it, and write it anew with --report golden=%s", o.golden, o.golden)}
	}
	return nil
}

// recordAll writes the recordings and tells which are still missing.
func (o selftestOptions) recordAll(cmd *cobra.Command, env environment, opts selftest.Options) error {
	// The contracts of our own are the ones that readers know.
	own := []string{"strict", "seed"}
	slices.SortStableFunc(opts.Contracts, func(a, b idem.Contract) int {
		return slices.Index(own, b.Profile) - slices.Index(own, a.Profile)
	})
	missing, err := selftest.RecordAll(cmd.Context(), opts, o.record)
	if err != nil {
		return failure{exitReport, err}
	}
	for _, m := range missing {
		fmt.Fprintf(env.stdout, "missing %s\n", m)
	}
	return nil
}

func (o selftestOptions) resolve() (selftest.Options, error) {
	opts := selftest.Options{Jobs: o.jobs}
	names := o.profiles
	if len(names) == 0 {
		names = profiles.Names()
	}
	for _, name := range names {
		c, err := profiles.Load(name)
		if err != nil {
			return opts, failure{exitUsage, err}
		}
		opts.Contracts = append(opts.Contracts, c)
	}
	var err error
	if opts.Bugs = bugs.All(); len(o.bugs) > 0 {
		if opts.Bugs, err = bugs.Find(o.bugs...); err != nil {
			return opts, failure{exitUsage, err}
		}
	}
	if opts.Checks, err = checks.Select(checks.All(), o.only, nil); err != nil {
		return opts, failure{exitUsage, err}
	}
	for seed := range uint64(max(o.seeds, 1)) {
		opts.Seeds = append(opts.Seeds, uint64(max(o.first, 0))+seed)
	}
	for _, r := range o.reports {
		if format, file, _ := strings.Cut(r, "="); file == "" || !slices.Contains([]string{"json", "markdown", "golden"}, format) {
			return opts, usage("--report %s: write it as json=FILE, markdown=FILE or golden=FILE", r)
		}
	}
	return opts, nil
}

func writeMatrix(r string, m selftest.Matrix) (err error) {
	format, file, _ := strings.Cut(r, "=")
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("%s report: %w", format, err)
	}
	defer func() {
		if e := out.Close(); err == nil {
			err = e
		}
	}()
	switch format {
	case "markdown":
		return selftest.WriteMarkdown(out, m)
	case "golden":
		return selftest.WriteGolden(out, m)
	}
	return writeJSON(out, m)
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
