package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// judged makes a run whose results have the given verdicts, by way of histories
// that lead to them, since only a judge makes a verdict.
func judged(verdicts ...idem.Verdict) idem.Run {
	c := idem.Contract{
		Core:    []idem.Situation{idem.Replay},
		Clauses: map[idem.Situation]idem.Clause{idem.Replay: {Level: idem.Must}, idem.Marked: {Level: idem.Should}},
	}
	r := idem.Run{Contract: c}
	for _, v := range verdicts {
		k := idem.Check{Clause: idem.Replay}
		h := idem.History{Exchanges: []idem.Exchange{{Label: "x"}}}
		k.Judge = func(p *idem.Pass) { p.Exchange("x") }
		switch v {
		case idem.Failed:
			k.Judge = func(p *idem.Pass) { p.Report(idem.Finding{}) }
		case idem.Warned:
			k.Judge = func(p *idem.Pass) { p.Report(idem.Finding{Clause: idem.Marked}) }
		case idem.Inconclusive:
			h = idem.History{}
		case idem.Unjudged, idem.Passed, idem.Skipped, idem.NotTested, idem.Errored:
		}
		j := idem.Judge(k, c, h)
		if j.Verdict() != v {
			panic(fmt.Sprintf("made %v for %v", j.Verdict(), v))
		}
		r.Results = append(r.Results, idem.Result{Clause: idem.Replay, Judgement: j})
	}
	return r
}

func TestExitCodesOfRuns(t *testing.T) {
	with := func(r idem.Run, change func(*idem.Run)) idem.Run {
		change(&r)
		return r
	}
	interrupted := func(r *idem.Run) { r.Ended = errInterrupted.Error() }
	for _, c := range []struct {
		name   string
		run    idem.Run
		failOn idem.Level
		want   exit
	}{
		{"all kept", judged(idem.Passed), idem.Must, exitKept},
		{"a Must broken", judged(idem.Passed, idem.Failed), idem.Must, exitBroken},
		{"a Should broken", judged(idem.Warned), idem.Must, exitKept},
		{"a Should broken that shall fail", judged(idem.Warned), idem.Should, exitBroken},
		{"a core clause open", judged(idem.Inconclusive), idem.Must, exitInconclusive},
		{"nothing ran", judged(), idem.Must, exitInconclusive},
		{"broken and open", judged(idem.Failed, idem.Inconclusive), idem.Must, exitBroken},
		{"unusable", with(judged(idem.Inconclusive), func(r *idem.Run) { r.Unusable = "x" }), idem.Must, exitUnusable},
		{"broken and unusable", with(judged(idem.Failed), func(r *idem.Run) { r.Unusable = "x" }), idem.Must, exitBroken},
		{"interrupted", with(judged(idem.Passed), interrupted), idem.Must, exitInterrupted},
		{"interrupted and broken", with(judged(idem.Failed), interrupted), idem.Must, exitInterrupted},
		{"time limit", with(judged(idem.Passed), func(r *idem.Run) { r.Ended = errTimeLimit.Error() }), idem.Must, exitTimeLimit},
		{"internal error", with(judged(idem.Failed), func(r *idem.Run) { r.Internal = "x" }), idem.Must, exitInternal},
	} {
		if got := exitOfRun(c.run, c.failOn); got != c.want {
			t.Errorf("%s: exit %d, want %d", c.name, got, c.want)
		}
	}
}

func TestEachExitCodeHasItsMeaning(t *testing.T) {
	var text strings.Builder
	writeExitCodes(&text)
	for _, code := range []exit{exitKept, exitBroken, exitUsage, exitUnusable, exitInconclusive, exitReport, exitInternal, exitTimeLimit, exitInterrupted} {
		if !strings.Contains(text.String(), fmt.Sprintf("\n%4d  ", code)) {
			t.Errorf("exit code %d is not explained", code)
		}
	}
}

// environmentOf is a process that has nothing but its two output streams.
func environmentOf(stdout, stderr io.Writer) environment {
	return environment{
		stdout: stdout, stderr: stderr, version: "test", now: time.Now,
		getenv:   func(string) (string, bool) { return "", false },
		readFile: func(string) ([]byte, error) { return nil, errors.New("no files here") },
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, syscall.EPIPE }

func TestAClosedPipeIsNoError(t *testing.T) {
	var stderr strings.Builder
	if code := run(context.Background(), []string{"list", "checks"}, environmentOf(brokenPipe{}, &stderr)); code != exitKept || stderr.Len() > 0 {
		t.Errorf("exit %d, %q", code, stderr.String())
	}
}
