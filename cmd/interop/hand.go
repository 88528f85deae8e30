package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/report"
)

// recorder stands in for curl.
//
//go:embed recorder.sh
var recorder []byte

// byHand runs the lines that a report prints for a history, on a fresh server,
// and returns what curl was asked and answered, in order. The lines name the
// addresses of the server that was judged; those are replaced.
func (b bench) byHand(ctx context.Context, s server, j judged, h idem.History) ([]call, error) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(b.bin, "hand-*")
	if err != nil {
		return nil, err
	}
	p, err := launch(ctx, s, b.dir, b.bin)
	if err != nil {
		return nil, err
	}
	defer p.stop()
	lines := strings.Join(report.Script(h), "\n") + "\n"
	calls, err := typed(ctx, strings.NewReplacer(j.api, p.api, j.admin, p.admin).Replace(lines), curl, folder)
	for i := range calls {
		calls[i].toLedger = strings.HasPrefix(calls[i].url, p.admin+"/ledger")
		calls[i].toAPI = strings.HasPrefix(calls[i].url, p.api+"/")
	}
	return calls, err
}

// typed runs lines with /bin/sh, and returns the calls of curl that they made. The
// folder is for what is recorded.
func typed(ctx context.Context, lines, curl, folder string) ([]call, error) {
	if err := os.WriteFile(filepath.Join(folder, "curl"), recorder, 0o755); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", "-s")
	cmd.Stdin = strings.NewReader(lines)
	cmd.Env = append(os.Environ(), "INTEROP_CURL="+curl, "INTEROP_LOG="+folder,
		"PATH="+folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	var left *exec.ExitError // the last line may be a request that is cut on purpose
	if err != nil && !errors.As(err, &left) {
		return nil, err
	}
	calls, err := recorded(folder)
	if err == nil && len(calls) == 0 {
		err = fmt.Errorf("curl was never called: %s", out)
	}
	return calls, err
}
