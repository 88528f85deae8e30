package main

import (
	"context"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestARunLeavesNothing has a whole run, with the built-in server, its races and
// their calibration, in this process, and one that is broken off.
func TestARunLeavesNothing(t *testing.T) {
	once := func(ctx context.Context, want exit, args ...string) {
		t.Helper()
		var stdout, stderr strings.Builder
		if code := run(ctx, append([]string{"run", "--progress", "none"}, args...), environmentOf(&stdout, &stderr)); code != want {
			t.Fatalf("exit %d, want %d\n%s%s", code, want, &stdout, &stderr)
		}
	}
	once(t.Context(), exitInconclusive, "--check", "replay-marked") // opens what a process opens once
	goroutines, files := runtime.NumGoroutine(), openFiles()
	once(t.Context(), exitKept)
	settles(t, goroutines, files)

	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(300*time.Millisecond, func() { cancel(errInterrupted) })
	once(ctx, exitInterrupted)
	settles(t, goroutines, files)
}

// settles waits until no more goroutines and descriptors are left than there
// were.
func settles(t *testing.T, goroutines, files int) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if runtime.NumGoroutine() <= goroutines && openFiles() <= files {
			return
		}
	}
	stacks := make([]byte, 64<<10)
	t.Errorf("%d goroutines of %d and %d descriptors of %d are left\n%s",
		runtime.NumGoroutine(), goroutines, openFiles(), files, stacks[:runtime.Stack(stacks, true)])
}

// openFiles returns how many descriptors are open; zero where that cannot be
// seen.
func openFiles() int {
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(all)
}
