package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const interop = "../../reference/interop"

func TestServersAreWhole(t *testing.T) {
	names := map[string]bool{}
	for _, s := range servers() {
		if names[s.name] {
			t.Errorf("%s is listed twice", s.name)
		}
		names[s.name] = true
		for _, file := range []string{s.name, s.target} {
			if _, err := os.Stat(filepath.Join(interop, file)); err != nil {
				t.Errorf("%s: %v", s.name, err)
			}
		}
		if s.middleware == "" || s.language == "" || s.mounted == "" || strings.HasSuffix(s.mounted, ".") {
			t.Errorf("%s is not described in one sentence without a full stop", s.name)
		}
		for _, w := range s.said {
			if w.text == "" || strings.HasSuffix(w.text, ".") || !strings.HasPrefix(w.source, "https://") {
				t.Errorf("%s: %+v is no sentence without a full stop, or has no source", s.name, w)
			}
		}
	}
}

func TestVersionsOfPackagesAreLocked(t *testing.T) {
	for _, s := range servers() {
		if s.start[0] != "node" {
			continue
		}
		if v, err := s.version(context.Background(), interop); err != nil || v == "" {
			t.Errorf("%s: version %q, %v", s.name, v, err)
		}
	}
}

func TestLockedVersion(t *testing.T) {
	const lock = `{"lockfileVersion":3,"packages":{"":{"version":"9"},"node_modules/@a/b":{"version":"1.2.3"}}}`
	if v, err := lockedVersion([]byte(lock), "@a/b"); v != "1.2.3" || err != nil {
		t.Errorf("%q, %v", v, err)
	}
	for name, text := range map[string]string{"an unlocked package": `{"packages":{}}`, "no JSON": `{`} {
		if v, err := lockedVersion([]byte(text), "@a/b"); err == nil {
			t.Errorf("%s has version %q", name, v)
		}
	}
}

func TestChosen(t *testing.T) {
	if all, err := chosen(""); err != nil || len(all) != len(servers()) {
		t.Errorf("%d servers, %v", len(all), err)
	}
	if one, err := chosen("fiber"); err != nil || len(one) != 1 || one[0].name != "fiber" {
		t.Errorf("%v, %v", one, err)
	}
	if _, err := chosen("nobody"); err == nil {
		t.Error("a server that is not there is no error")
	}
}
