package main

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite golden files and generated documents")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"idemspec": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"await": await, "address": address},
	})
}

// await waits until a file is there and is not empty.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await FILE")
	}
	name := ts.MkAbs(args[0])
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if info, err := os.Stat(name); err == nil && info.Size() > 0 {
			return
		}
	}
	ts.Fatalf("%s did not appear", args[0])
}

// address sets a variable to the address in a target file.
func address(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: address NAME TARGET.yaml")
	}
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		if url, found := strings.CutPrefix(line, "url: "); found {
			ts.Setenv(args[0], strings.TrimSpace(url))
			return
		}
	}
	ts.Fatalf("%s has no address", args[1])
}
