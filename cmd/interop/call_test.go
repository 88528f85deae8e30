package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseAnswer(t *testing.T) {
	for _, c := range []struct {
		name, out string
		status    int
		body      string
		bad       bool
	}{
		{"an answer", "HTTP/1.1 201 Created\r\nA: b\r\n\r\n{}", 201, "{}", false},
		{"without a body", "HTTP/1.1 204 No Content\r\n\r\n", 204, "", false},
		{"behind an interim answer", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 409 Conflict\r\n\r\nno", 409, "no", false},
		{"a head without an end", "HTTP/1.1 201 Created\r\n", 0, "", true},
		{"no head", "hello\r\n\r\n", 0, "", true},
		{"nothing", "", 0, "", true},
	} {
		status, body, err := parseAnswer([]byte(c.out))
		if (err != nil) != c.bad || status != c.status || string(body) != c.body {
			t.Errorf("%s: %d %q %v, want %d %q", c.name, status, body, err, c.status, c.body)
		}
	}
}

// fakeCurl answers as curl would: with the address, or by a time-out.
const fakeCurl = `#!/bin/sh
for address; do :; done
case $address in *lost) exit 28 ;; esac
printf 'HTTP/1.1 201 Created\r\n\r\n%s' "$address"
`

func TestTypedLinesAreRecordedInOrder(t *testing.T) {
	folder := t.TempDir()
	curl := filepath.Join(t.TempDir(), "curl")
	if err := os.WriteFile(curl, []byte(fakeCurl), 0o755); err != nil {
		t.Fatal(err)
	}
	lines := "KEY=1\ncurl -H \"K: $KEY\" http://a/first\nfor i in $(seq 2); do curl http://a/met & done\nwait\ncurl http://a/lost\n"
	calls, err := typed(context.Background(), lines, curl, folder)
	if err != nil {
		t.Fatal(err)
	}
	type seen struct {
		URL, Body string
		Status    int
	}
	var got []seen
	for _, c := range calls {
		got = append(got, seen{c.url, string(c.body), c.status})
	}
	want := []seen{
		{"http://a/first", "http://a/first", 201},
		{"http://a/met", "http://a/met", 201},
		{"http://a/met", "http://a/met", 201},
		{"http://a/lost", "", 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := typed(context.Background(), "true\n", curl, t.TempDir()); err == nil {
		t.Error("lines that never call curl are no error")
	}
}
