package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/report"
)

// A bench has everything built that a run needs.
type bench struct {
	dir string // the folder of all servers
	bin string // the folder of the built programs
}

// newBench builds the harness and the Go servers into a folder of their own.
func newBench(ctx context.Context, dir, bin string) (bench, error) {
	b := bench{dir, bin}
	for _, step := range []struct {
		dir, what string
	}{{".", "./cmd/idemspec"}, {dir, "./fiber"}, {dir, "./centrifuge"}} {
		cmd := exec.CommandContext(ctx, "go", "build", "-o", bin+string(filepath.Separator), step.what)
		cmd.Dir = step.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return b, fmt.Errorf("go build %s: %w: %s", step.what, err, bytes.TrimSpace(out))
		}
	}
	return b, nil
}

// A judged is one run of the harness on one server.
type judged struct {
	run        idem.Run
	api, admin string // addresses that the server had
}

// judge starts a server and lets the harness run on it, the way that a user
// would: with the program, a target file, and the JSON report.
func (b bench) judge(ctx context.Context, s server) (judged, error) {
	p, err := launch(ctx, s, b.dir, b.bin)
	if err != nil {
		return judged{}, err
	}
	defer p.stop()
	folder, err := os.MkdirTemp(b.bin, "run-*")
	if err != nil {
		return judged{}, err
	}
	file := filepath.Join(folder, "run.json")
	cmd := exec.CommandContext(ctx, filepath.Join(b.bin, "idemspec"), "run", s.target, "--report", "json="+file)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "INTEROP_API="+p.api, "INTEROP_ADMIN="+p.admin)
	out, failure := cmd.CombinedOutput()
	saved, err := os.Open(file)
	if err != nil {
		return judged{}, fmt.Errorf("%s: the harness wrote no report: %w: %s", s.name, errors.Join(failure, err), out)
	}
	defer saved.Close()
	run, err := report.Read(saved)
	if err != nil {
		return judged{}, fmt.Errorf("%s: %w", s.name, err)
	}
	if err := sound(run); err != nil {
		p.stop()
		return judged{}, fmt.Errorf("%s: %w: %s", s.name, err, bytes.TrimSpace(p.complaints.Bytes()))
	}
	return judged{run, p.api, p.admin}, nil
}

// sound reports what makes a run worthless: a target or a harness that failed.
func sound(run idem.Run) error {
	for _, why := range []string{run.Unusable, run.Internal, run.Ended} {
		if why != "" {
			return fmt.Errorf("the run is worthless: %s", why)
		}
	}
	for _, r := range run.Results {
		if v := r.Judgement.Verdict(); v == idem.Errored || v == idem.Unjudged {
			return fmt.Errorf("%s ended in %s: %s", r.Check, v, r.Judgement.Why())
		}
	}
	return nil
}
