package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/idemspec/idemspec/checks"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/reference/bugs"
	"github.com/spf13/cobra"
)

func newListCmd(env environment) *cobra.Command {
	return &cobra.Command{
		Use:       "list checks|profiles|bugs",
		Short:     "List the checks, the profiles or the bugs, one a line, the id first",
		ValidArgs: []string{"checks", "profiles", "bugs"},
		Args:      oneOf("checks", "profiles", "bugs"),
		RunE: func(_ *cobra.Command, args []string) error {
			rows, err := listed(args[0])
			if err != nil {
				return failure{exitInternal, err}
			}
			w := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s\n", r[0], r[1])
			}
			return w.Flush()
		},
	}
}

func listed(what string) (rows [][2]string, err error) {
	switch what {
	case "checks":
		for _, c := range checks.All() {
			rows = append(rows, [2]string{c.ID, c.Title})
		}
	case "bugs":
		for _, b := range bugs.All() {
			rows = append(rows, [2]string{b.ID, b.Title})
		}
	case "profiles":
		for _, name := range profiles.Names() {
			c, err := profiles.Load(name)
			if err != nil {
				return nil, err
			}
			rows = append(rows, [2]string{name, c.Title})
		}
	}
	return rows, nil
}

// oneOf wants exactly one argument, out of the given ones.
func oneOf(words ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			for _, w := range words {
				if args[0] == w {
					return nil
				}
			}
		}
		return usage("%s takes one of %q: '%s --help' says more", cmd.CommandPath(), words, cmd.CommandPath())
	}
}
