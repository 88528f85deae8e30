package main

import (
	"fmt"
	"strings"

	"github.com/idemspec/idemspec/checks"
	"github.com/idemspec/idemspec/checks/idem/source"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/reference/bugs"
	"github.com/idemspec/idemspec/report"
	"github.com/spf13/cobra"
)

func newExplainCmd(env environment) *cobra.Command {
	var profile string
	cmd := &cobra.Command{
		Use:   "explain ID",
		Short: "Explain a check, a bug or a profile",
		Long: `Explain prints the page of a check: what the rule says, why it matters, what is
sent, how to mend a server, and when to live with a breach. It also explains the
bugs of the reference server and the profiles.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("explain takes one id: 'idemspec list checks' shows them")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return explain(env, args[0], profile) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return explainable(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().StringVar(&profile, "profile", builtInProfile, "contract under which the plan is printed")
	return cmd
}

func explain(env environment, id, profile string) error {
	c, err := loadProfile(env, profile, ".")
	if err != nil {
		return err
	}
	if k, found := checks.Find(id); found {
		return report.Page(env.stdout, k, c, report.Terminal)
	}
	if b, err := bugs.Find(id); err == nil {
		return explainBug(env, b[0])
	}
	for _, name := range profiles.Names() {
		if name == id {
			c, err := profiles.Load(id)
			if err != nil {
				return failure{exitInternal, err}
			}
			return report.ProfilePage(env.stdout, c)
		}
	}
	return usage("%q is no check, bug or profile%s: 'idemspec list checks|bugs|profiles' shows the ids",
		id, source.DidYouMean(id, explainable()))
}

func explainable() []string {
	var ids []string
	for _, k := range checks.All() {
		ids = append(ids, k.ID)
	}
	for _, b := range bugs.All() {
		ids = append(ids, b.ID)
	}
	return append(ids, profiles.Names()...)
}

func explainBug(env environment, b bugs.Bug) error {
	_, err := fmt.Fprintf(env.stdout, "%s\n\n%s.\n\n%s\n\nBreaks the clause %s. Caught by %s.\n\nSeen in the field:\n- %s\n\nTry it: idemspec run --bug %s\n",
		b.ID, b.Title, b.Cause, b.Breaks, strings.Join(b.CaughtBy, ", "), strings.Join(b.Reports, "\n- "), b.ID)
	return err
}
