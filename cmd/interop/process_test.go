package main

import (
	"context"
	"strings"
	"testing"
)

func shell(script string) server { return server{name: "sh", start: []string{"/bin/sh", "-c", script}} }

func TestLaunchReadsTheAddresses(t *testing.T) {
	p, err := launch(context.Background(), shell("echo api=http://a admin=http://b; exec sleep 60"), ".", ".")
	if err != nil {
		t.Fatal(err)
	}
	if p.api != "http://a" || p.admin != "http://b" {
		t.Errorf("addresses %q and %q", p.api, p.admin)
	}
	p.stop() // returns once the process has ended
}

func TestLaunchReportsWhatAServerComplainsOf(t *testing.T) {
	for _, script := range []string{"echo no such module >&2; exit 1", "echo hello; echo no such module >&2"} {
		if _, err := launch(context.Background(), shell(script), ".", "."); err == nil || !strings.Contains(err.Error(), "no such module") {
			t.Errorf("%s: %v", script, err)
		}
	}
}
