package main

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/report"
)

// A sink is one report that was asked for.
type sink struct {
	format report.Format
	file   string // empty or "-" for the standard output
}

func (s sink) toStdout() bool { return s.file == "" || s.file == "-" }

// parseReports reads the values of --report. Only one of them can go to the
// standard output.
func parseReports(values []string) ([]sink, error) {
	var sinks []sink
	stdout, files := 0, map[string]bool{}
	for _, v := range values {
		name, file, _ := strings.Cut(v, "=")
		f, err := report.Find(name)
		if err != nil {
			return nil, usage("--report: %w", err)
		}
		s := sink{f, file}
		switch {
		case s.toStdout():
			stdout++
		case files[filepath.Clean(file)]:
			return nil, usage("--report: two reports are to go to %s, name a file for each", file)
		default:
			files[filepath.Clean(file)] = true
		}
		sinks = append(sinks, s)
	}
	if stdout > 1 {
		return nil, usage("--report: only one report can go to the standard output, name a file for the others: FORMAT=FILE")
	}
	return sinks, nil
}

// writeReports writes all reports, the files first, and then the console output
// unless another report takes its place on the standard output. It goes on after
// an error, so that one unwritable file does not cost the others. A standard
// output that nobody reads any more is no error.
func writeReports(env environment, l look, sinks []sink, r idem.Run) error {
	var errs []error
	onStdout := func() error { return report.Console(env.stdout, r, l.console(env)) }
	for _, s := range sinks {
		if s.toStdout() {
			onStdout = func() error { return s.format.Write(env.stdout, r) }
			continue
		}
		errs = append(errs, report.WriteFile(s.file, s.format, r))
	}
	if err := onStdout(); !errors.Is(err, syscall.EPIPE) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
