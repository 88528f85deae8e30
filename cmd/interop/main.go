// Interop runs idemspec on third-party middlewares and keeps the table of what it
// finds.
//
// Without flags it compares the findings with reference/interop/README.md and
// leaves with 1, and the difference, if they have changed. With -write it writes
// them there. With -verify it also repeats each finding by hand: it starts the
// server afresh, runs the curl lines that the report prints, and compares what
// comes back with what the harness recorded. A finding that does not come back is
// an error of ours.
//
// It is a tool for this repository: run it in its top folder, with the npm
// packages of the servers installed (reference/interop/test.sh does that).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	var o options
	flag.StringVar(&o.dir, "dir", "reference/interop", "folder of the servers")
	flag.StringVar(&o.only, "only", "", "just this server, and print its findings")
	flag.BoolVar(&o.write, "write", false, "write the findings to the README of the folder")
	flag.BoolVar(&o.verify, "verify", false, "repeat each finding by its curl lines on a fresh server")
	flag.IntVar(&o.runs, "runs", 1, "judge each server so many times, and demand the same findings")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "interop:", err)
		code := 2
		if errors.Is(err, errChanged) || errors.Is(err, errNotReproduced) {
			code = 1
		}
		os.Exit(code)
	}
}
