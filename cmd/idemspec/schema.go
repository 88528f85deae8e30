package main

import (
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/report"
	"github.com/idemspec/idemspec/runner/target"
	"github.com/spf13/cobra"
)

func newSchemaCmd(env environment) *cobra.Command {
	return &cobra.Command{
		Use:       "schema target|profile|report",
		Short:     "Print the JSON Schema of a target file, a profile or a saved run",
		ValidArgs: []string{"target", "profile", "report"},
		Args:      oneOf("target", "profile", "report"),
		RunE: func(_ *cobra.Command, args []string) error {
			text := map[string]func() []byte{"target": target.Schema, "profile": profiles.Schema, "report": report.Schema}[args[0]]
			_, err := env.stdout.Write(text())
			return err
		},
	}
}
