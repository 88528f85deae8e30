package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// An exit is the code that the program leaves with. The codes are stable: CI
// depends on them.
type exit int

const (
	exitKept         exit = 0
	exitBroken       exit = 1
	exitUsage        exit = 2
	exitUnusable     exit = 3
	exitInconclusive exit = 4
	exitReport       exit = 5
	exitInternal     exit = 70
	exitTimeLimit    exit = 124
	exitInterrupted  exit = 130
)

// exits lists the codes with their meaning, for the help text and the README,
// in rising order of precedence when several hold.
var exits = []struct {
	code    exit
	meaning string
}{
	{exitKept, "every decided clause was kept and every core clause was decided"},
	{exitInconclusive, "inconclusive: a core clause was not decided, or nothing ran"},
	{exitUnusable, "target unusable: unreachable, TLS, access refused, or the plain first request is no success"},
	{exitBroken, "at least one violation at or above --fail-on"},
	{exitReport, "a report could not be written"},
	{exitTimeLimit, "the time limit was reached; reports are written"},
	{exitInterrupted, "interrupted; reports are written"},
	{exitUsage, "usage, profile or target file wrong; nothing was sent"},
	{exitInternal, "internal error; reports are written"},
}

var (
	errInterrupted = errors.New("interrupted")
	errTimeLimit   = errors.New("time limit reached")
)

// A failure is an error that decides the exit code.
type failure struct {
	code exit
	err  error
}

func (f failure) Error() string { return f.err.Error() }
func (f failure) Unwrap() error { return f.err }

func usage(format string, args ...any) error {
	return failure{exitUsage, fmt.Errorf(format, args...)}
}

// exitOf returns the code for an error that a command returned. An error that
// no command classified is wrong usage, since that is what flag parsing gives.
func exitOf(err error) exit {
	if err == nil {
		return exitKept
	}
	var f failure
	if errors.As(err, &f) {
		return f.code
	}
	return exitUsage
}

// exitOfRun returns the code for a finished run. FailOn is the lowest level
// whose breach fails.
func exitOfRun(r idem.Run, failOn idem.Level) exit {
	code := exitKept
	if len(r.Undecided()) > 0 || r.Word() == idem.Partial {
		code = exitInconclusive
	}
	if r.Unusable != "" {
		code = worse(code, exitUnusable)
	}
	if r.Count(idem.Failed) > 0 || failOn <= idem.Should && r.Count(idem.Warned) > 0 {
		code = worse(code, exitBroken)
	}
	switch r.Ended {
	case errInterrupted.Error():
		code = worse(code, exitInterrupted)
	case errTimeLimit.Error():
		code = worse(code, exitTimeLimit)
	}
	if r.Internal != "" {
		code = worse(code, exitInternal)
	}
	return code
}

// worse returns the code that takes precedence.
func worse(a, b exit) exit {
	rank := func(c exit) int {
		return slices.IndexFunc(exits, func(e struct {
			code    exit
			meaning string
		},
		) bool {
			return e.code == c
		})
	}
	if rank(b) > rank(a) {
		return b
	}
	return a
}
