package profiles

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// minimal is a profile that is taken, so that a test can spoil it in one place.
const minimal = `profile: acme
title: Acme
source: https://example.com
carrier: {in: header, name: Idempotency-Key}
core: [replay]
clauses:
  replay: {level: must, does: replays, source: x}
`

// Places in the minimal profile.
const (
	member = "core:"
	clause = "  replay:"
)

// mistakes are profiles that cannot be meant. Each puts a text in the place of
// another, or before a place.
var mistakes = []struct{ name, place, put string }{
	{"a core clause that is not promised", "[replay]", "[replay, mismatch]"},
	{"a core clause that the parent promises and this one takes away", "core: [replay]\nclauses:", "extends: stripe-v2\nclauses:\n  one-effect: null"},

	{"no clauses at all", "clauses:\n  replay: {level: must, does: replays, source: x}", ""},
	{"no carrier", "carrier: {in: header, name: Idempotency-Key}\n", ""},
	{"an unknown situation", clause, "  mismach: {level: must, source: x}"},
	{"an unknown level", "level: must", "level: most"},
	{"a clause without a source", ", source: x", ""},
	{"a replay that executes", "does: replays", "does: executes"},
	{"a situation without a choice that has one", clause, "  one-effect: {level: must, does: executes, source: x}"},
	{"a choice that is not made", clause, "  mismatch: {level: must, source: x}"},
	{"a selector with two places", "does: replays", "does: replays, answer: {select: [{header: A, pointer: /b}]}"},
	{"a status in text", "does: replays", "does: replays, answer: {status: [ok]}"},
	{"members left out of no comparison", "does: replays", "does: replays, answer: {body: bytes, ignore: [/id]}"},
	{"bounds the wrong way round", clause, "  retry-after: {level: must, answer: {retry_after: {least: 30s, most: 1s}}, source: x}"},
	{"bounds on Retry-After elsewhere", "does: replays", "does: replays, answer: {retry_after: {most: 1s}}"},
	{"patience where nobody waits", clause, "  in-flight: {level: must, does: refuses, within: 5s, source: x}"},
	{"patience elsewhere", "does: replays", "does: replays, within: 5s"},
	{"a refusal with the first status", "does: replays", "does: refuses, answer: {same_status: true}"},
	{"a replay that names its resource like a refusal", "does: replays", "does: replays, answer: {resource: /id}"},

	{"an answer as that of nobody", clause, "  other-path: {level: must, as: mismatch, source: x}"},
	{"an answer of its own and as another", clause, "  kept: {level: must, does: replays, as: replay, answer: {status: [200]}, source: x}"},
	{"an answer as one that is as another", clause, "  after-restart: {level: must, as: late-delete, source: x}\n  late-delete: {level: must, as: replay, source: x}"},

	{"a key in the body without a pointer", "in: header, name: Idempotency-Key", "in: body, name: key"},
	{"a quoted key in the query", "in: header, name: Idempotency-Key", "in: query, name: key, quoted: true"},
	{"a header twice that is none", "in: header, name: Idempotency-Key}\ncore: [replay]\nclauses:", "in: query, name: key}\ncore: [replay]\nclauses:\n  key-twice: {level: must, does: refuses, source: x}"},
	{"a chosen lifetime of what is kept for ever", "name: Idempotency-Key}", "name: Idempotency-Key, with: [{name: X-TTL, holds: lifetime}]}\nretention: {permanent: true}"},
	{"a pattern that is none", member, "format: {pattern: \"[\"}"},
	{"a shortest key that is longer than the longest", member, "format: {min_length: 9, max_length: 8}"},
	{"a UUID that is too long for its limit", member, "format: {kind: uuid, max_length: 32}"},
	{"a long key that nothing forbids", clause, "  long-key: {level: must, does: refuses, source: x}"},
	{"a malformed key where none is", clause, "  malformed-key: {level: must, does: refuses, source: x}"},
	{"a missing key that no method requires", clause, "  missing-key: {level: must, does: refuses, source: x}"},
	{"a required key that is not missed", "core: [replay]\nclauses:", "required: {methods: [POST]}\ncore: [replay]\nclauses:\n  missing-key: {level: must, does: executes, source: x}"},
	{"a required key that means nothing", member, "required: {methods: [PATCH]}\ncovers: [POST]"},
	{"a key that means something on a read and nothing", "core: [replay]\nclauses:", "covers: [GET]\ncore: [replay]\nclauses:\n  key-on-read: {level: must, does: executes, source: x}"},
	{"a keyed DELETE that no key covers", "core: [replay]\nclauses:", "covers: [POST]\ncore: [replay]\nclauses:\n  delete-keyed: {level: must, does: replays, source: x}"},

	{"a route that is no pattern", member, "routes: [{path: \"/v1/[\", key: ignored, source: x}]"},
	{"a route like the rest", member, "routes: [{path: /v1/a, source: x}]"},
	{"a route with an impossible format", member, "routes: [{path: /v1/a, format: {kind: uuid4, max_length: 20}, source: x}]"},
	{"a route with an impossible retention", member, "routes: [{path: /v1/a, retention: {permanent: true, length: 1h}, source: x}]"},
	{"a route with an impossible carrier", member, "routes: [{path: /v1/a, carrier: {in: body, name: key}, source: x}]"},

	{"a length that is none", member, "retention: {length: 24 hours}"},
	{"a permanent retention with a length", member, "retention: {length: 24h, permanent: true}"},
	{"a most without a least", member, "retention: {length: 24h, most: 48h}"},
	{"a most below the least", member, "retention: {length: 24h, floor: true, most: 12h}"},
	{"an expiry without a retention", clause, "  expired: {level: must, does: executes, source: x}"},
	{"an expiry of what is kept for ever", "core: [replay]\nclauses:", "retention: {permanent: true}\ncore: [replay]\nclauses:\n  expired: {level: must, does: executes, source: x}"},
	{"a marker without a name", member, "marker: {header: \"\"}"},
	{"a promised marker without one", clause, "  marker: {level: must, source: x}"},
	{"a marker that marks nothing", member, "marker: {header: A, value: x, first: x}"},
	{"a marker with a value that is an instant", member, "marker: {header: A, value: x, time: unix-ms}"},
	{"a marker in a body of equal bytes", "does: replays", "does: replays, answer: {body: bytes}, source: x}\nmarker: {pointer: /reused}\nx-rest: {a: b"},
	{"a marker in a body of equal JSON", "does: replays", "does: replays, answer: {body: json}, source: x}\nmarker: {pointer: /reused}\nx-rest: {a: b"},

	{"another path with and without an entry of its own", "core: [replay]\nclauses:", "scope: [account, path]\ncore: [replay]\nclauses:\n  other-path: {level: must, does: refuses, source: x}"},
	{"another credential that counts and does not", "core: [replay]\nclauses:", "scope: [account]\ncore: [replay]\nclauses:\n  other-credential: {level: must, does: executes, source: x}"},
	{"a fingerprint that nobody looks at", "core: [replay]\nclauses:", "fingerprint: {members: [/amount]}\ncore: [replay]\nclauses:\n  mismatch: {level: must, does: replays, source: x}"},
	{"members that count and members that do not", member, "fingerprint: {members: [/amount], ignore: [/time]}"},
	{"volatile members without names", clause, "  volatile: {level: must, does: replays, source: x}"},
	{"an order that counts for a target that compares nothing", clause, "  mismatch: {level: must, does: replays, source: x}\n  other-order: {level: must, does: refuses, source: x}"},
	{"a natural key that is the key", "in: header, name: Idempotency-Key}", "in: body, name: /id}\nnatural: [{members: [/id], does: refuses, source: x}]"},
	{"a natural key with half a selector", member, "natural: [{members: [/id], does: refuses, answer: {select: [{equals: x}]}, source: x}]"},

	{"a parent that does not exist", member, "extends: strype-v1"},
	{"a parent that is no name", member, "extends: [seed]"},
	{"a clause that is taken from nobody", clause, "  other-query: null"},
	{"clauses that are none", "clauses:\n  replay: {level: must, does: replays, source: x}", "clauses: [replay]"},
	{"an inherited retention that the expiry has lost", member, "extends: seed\nretention: {permanent: true}"},
}

func TestContradictionsAreRefusedWithTheirPlace(t *testing.T) {
	if _, err := Parse("acme.yaml", []byte(minimal)); err != nil {
		t.Fatalf("the minimal profile is refused: %v", err)
	}
	var b strings.Builder
	for _, m := range mistakes {
		put := m.put
		if m.place == member || m.place == clause {
			put += "\n" + m.place
		}
		text := strings.Replace(minimal, m.place, put, 1)
		if text == minimal {
			t.Fatalf("%s: nothing was spoilt", m.name)
		}
		_, err := Parse("acme.yaml", []byte(text))
		var e *source.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: the error %v has no place in\n%s", m.name, err, text)
			continue
		}
		fmt.Fprintf(&b, "# %s\n%v\n\n", m.name, err)
	}
	golden(t, "testdata/contradictions.golden", b.String())
}

// golden holds a text to a file, or rewrites that with -update.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs, see 'go test ./profiles -update': %s", file, d)
	}
}
