package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/idemspec/idemspec/checks/idem/source"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// run carries out one command line and returns the code to leave with. It is
// the only place where an error is printed.
func run(ctx context.Context, args []string, env environment) exit {
	root := newRootCmd(env)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var f failure
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return exitKept // whoever closed our output has seen enough
	case errors.As(err, &f) && f.err == nil:
		return f.code
	}
	fmt.Fprintf(env.stderr, "idemspec: %v\n", err)
	return exitOf(err)
}

func newRootCmd(env environment) *cobra.Command {
	root := &cobra.Command{
		Use:   "idemspec",
		Short: "Test what an HTTP API really does with idempotency keys",
		Long: `Idemspec fires crafted request sequences at an HTTP API, counts the effects in
its ledger, and says with evidence which promises about idempotency keys it kept.`,
		Example: `  idemspec run                          # judge the built-in reference server
  idemspec run --bug ignores-body       # and with a bug: see what a finding looks like
  idemspec run target.yaml --report junit=TEST-idemspec.xml`,
		Version:           env.version,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		Args:              cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("%q is no command%s: 'idemspec --help' lists them", args[0], suggestion(cmd, args[0]))
			}
			return usage("a command is needed: 'idemspec --help' lists them, 'idemspec run' judges the built-in server")
		},
	}
	root.SetOut(env.stdout)
	root.SetErr(env.stderr)
	root.SetIn(env.stdin)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("%w: '%s --help' lists the flags", err, cmd.CommandPath())
	})
	root.AddCommand(newRunCmd(env), newInitCmd(env), newPlanCmd(env), newDoctorCmd(env), newServeCmd(env), newListCmd(env), newExplainCmd(env), newSchemaCmd(env), newSelftestCmd(env), newJudgeCmd(env), newReportCmd(env), newBenchCmd(env))
	for _, cmd := range root.Commands() {
		cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return flagsFromEnv(cmd, env) }
	}
	root.AddCommand(exitCodesTopic())
	return root
}

// suggestion offers the command that was probably meant.
func suggestion(cmd *cobra.Command, word string) string {
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return source.DidYouMean(word, names)
}

// flagsFromEnv sets each flag that was not given from its variable, such as
// IDEMSPEC_MAX_REQUESTS for --max-requests. A flag given on the command line
// takes precedence.
func flagsFromEnv(cmd *cobra.Command, env environment) error {
	var failed error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		name := variable(f.Name)
		value, found := env.getenv(name)
		if !found || f.Changed || failed != nil {
			return
		}
		if err := cmd.Flags().Set(f.Name, value); err != nil {
			failed = usage("variable %s: %w", name, err)
		}
	})
	return failed
}

func variable(flag string) string {
	return "IDEMSPEC_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// exitCodesTopic is a page of help without a command behind it.
func exitCodesTopic() *cobra.Command {
	var text strings.Builder
	writeExitCodes(&text)
	return &cobra.Command{Use: "exit-codes", Short: "What the exit codes mean", Long: strings.TrimSuffix(text.String(), "\n")}
}

func writeExitCodes(w io.Writer) {
	fmt.Fprintln(w, "When several hold, the one further down this list is left with.")
	fmt.Fprintln(w)
	for _, e := range exits {
		fmt.Fprintf(w, "%4d  %s\n", e.code, e.meaning)
	}
}
