package main

import (
	"context"
	"fmt"
	"os"

	"github.com/idemspec/idemspec/cmd/internal/builtin"
	"github.com/idemspec/idemspec/reference/bugs"
	"github.com/spf13/cobra"
)

// serveOptions are the flags of the serve command.
type serveOptions struct {
	profile     string
	bugs        []string
	store       string
	addr, admin string
	seed        uint64
	write       string
}

func newServeCmd(env environment) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the reference API, right or with bugs, until interrupted",
		Long: `Serve runs the reference server: a charges API that keeps the contract of any
profile, or breaks it in the way of a bug. Its ledger, clock and holds are on a
second listener, which must not be reachable where the API is.`,
		Example: `  idemspec serve --profile stripe-v1 --write-target target.yaml
  idemspec serve --bug check-then-act --store sqlite:charges.db
  idemspec serve --store postgres://postgres@127.0.0.1/test?sslmode=disable`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), env) },
	}
	f := cmd.Flags()
	f.StringVar(&o.profile, "profile", builtInProfile, "contract to keep: a name, or the path of a profile file")
	f.StringArrayVar(&o.bugs, "bug", nil, "break it in this way, repeatable: 'idemspec list bugs'")
	f.StringVar(&o.store, "store", "", "where to remember: sqlite:FILE, or postgres://USER@HOST/DATABASE for processes that share it (default: a file that is thrown away)")
	f.StringVar(&o.addr, "addr", freePort, "address of the API")
	f.StringVar(&o.admin, "admin-addr", freePort, "address of ledger, clock and holds")
	f.Uint64Var(&o.seed, "seed", 0, "vary what no contract promises: ids, latency, order of headers and members (default: plain)")
	f.StringVar(&o.write, "write-target", "", "write the target file that 'idemspec run' takes")
	return cmd
}

func (o serveOptions) run(ctx context.Context, env environment) error {
	c, err := loadProfile(env, o.profile, ".")
	if err != nil {
		return err
	}
	chosen, err := bugs.Find(o.bugs...)
	if err != nil {
		return failure{exitUsage, err}
	}
	if err := storeProblem(o.store); err != nil {
		return err
	}
	s, err := startServer(ctx, serverOptions{
		contract: c, bugs: chosen, seed: o.seed, store: o.store, addr: o.addr, adminAddr: o.admin,
	})
	if err != nil {
		return err
	}
	defer s.stop()
	if o.write != "" {
		if err := os.WriteFile(o.write, []byte(builtin.TargetFile(c, s.api, s.admin, builtin.Usual)), 0o600); err != nil {
			return usage("--write-target: %w", err)
		}
	}
	fmt.Fprintf(env.stdout, "api %s\nadmin %s\n", s.api, s.admin)
	select {
	case <-ctx.Done():
		return nil
	case err := <-s.done:
		s.done <- nil // for stop
		return failure{exitInternal, err}
	}
}
