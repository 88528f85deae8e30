package main

import (
	"context"
	"fmt"
	"net"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/cmd/internal/builtin"
	"github.com/idemspec/idemspec/reference"
	"github.com/idemspec/idemspec/reference/bugs"
	"github.com/idemspec/idemspec/runner/target"
)

// builtInProfile is what the built-in server speaks if nothing else is asked
// for.
const builtInProfile = "seed"

// builtIn starts the reference server on loopback, with a store of its own that
// is thrown away afterwards, and returns it as a target like any other.
func (o runOptions) builtIn(ctx context.Context, env environment) (*target.Target, idem.Contract, func(), error) {
	if o.url != "" {
		return nil, idem.Contract{}, nil, usage("--url needs a target file, which says what to send")
	}
	name := o.profile
	if name == "" {
		name = builtInProfile
	}
	c, err := loadProfile(env, name, ".")
	if err != nil {
		return nil, c, nil, err
	}
	chosen, err := bugs.Find(o.bugs...)
	if err != nil {
		return nil, c, nil, failure{exitUsage, err}
	}
	s, err := startServer(ctx, serverOptions{contract: c, bugs: chosen, seed: o.seed})
	if err != nil {
		return nil, c, nil, err
	}
	t, err := target.Load("built-in server", []byte(builtin.TargetFile(c, s.api, s.admin, builtin.Usual)), target.Env{})
	if err != nil {
		s.stop()
		return nil, c, nil, failure{exitInternal, err}
	}
	return t, c, s.stop, nil
}

// serverOptions say what the reference server is made of.
type serverOptions struct {
	contract  idem.Contract
	bugs      []bugs.Bug
	seed      uint64
	store     string // as --store has it; empty for one that is thrown away
	addr      string // of the API; empty for a free port on loopback
	adminAddr string // of the admin side, likewise
}

// A server is the reference server while it runs.
type server struct {
	api, admin string // addresses as URLs
	stop       func() // ends it and removes what it left
	done       chan error
}

const freePort = "127.0.0.1:0"

func startServer(ctx context.Context, o serverOptions) (*server, error) {
	store, remove, err := openStore(ctx, o.store)
	if err != nil {
		return nil, failure{exitUsage, fmt.Errorf("store: %w", err)}
	}
	undo := func() {
		store.Close()
		remove()
	}
	ref, err := reference.New(bugs.Apply(reference.Options{Contract: o.contract, Store: store, Seed: o.seed}, o.bugs...))
	if err != nil {
		undo()
		return nil, failure{exitUsage, fmt.Errorf("reference server: %w", err)}
	}
	api, admin, err := listen(orElse(o.addr, freePort), orElse(o.adminAddr, freePort))
	if err != nil {
		undo()
		return nil, failure{exitUsage, err}
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s := &server{api: "http://" + api.Addr().String(), admin: "http://" + admin.Addr().String(), done: make(chan error, 1)}
	go func() { s.done <- ref.Serve(running, api, admin) }()
	s.stop = func() {
		cancel()
		<-s.done
		undo()
	}
	return s, nil
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func listen(apiAddr, adminAddr string) (api, admin net.Listener, err error) {
	if api, err = net.Listen("tcp", apiAddr); err != nil {
		return nil, nil, err
	}
	if admin, err = net.Listen("tcp", adminAddr); err != nil {
		api.Close()
		return nil, nil, err
	}
	return api, admin, nil
}
