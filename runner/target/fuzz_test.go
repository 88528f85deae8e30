package target

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load("t.yaml", []byte(whole), env); err != nil {
			b.Fatal(err)
		}
	}
}

// What is taken can be bound, has the same bytes each time, and carries its
// marker; what is not has an error with a place and without secrets.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("url: http://a\noperations: {c: {method: POST, path: /a, body_raw: x}}\n"))
	f.Add([]byte("url: http://a\noperations: {c: {method: POST, path: '/{{$uuid}}', form: {a: 1}, change: {a: 2}}}\n"))
	f.Add([]byte("url: http://a\noperations: {c: {method: POST, path: /a, body_file: body.json, id: {header: Location}}}\n"))
	for _, m := range mistakes {
		f.Add([]byte(strings.Replace(whole, m.old, m.new, 1)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tgt, err := Load("t.yaml", text, env)
		if err != nil {
			var e *source.Error
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 {
				t.Fatalf("error without a place: %v", err)
			}
			if strings.Contains(err.Error(), "sk_test_4711") && !strings.Contains(string(text), "sk_test_4711") {
				t.Fatalf("error with a secret: %v", err)
			}
			return
		}
		for i := range tgt.Operations {
			op := &tgt.Operations[i]
			b, err := tgt.Bind(op, values, idem.Own)
			if err != nil {
				continue
			}
			again, err := tgt.Bind(op, values, idem.Own)
			if err != nil || string(again.Body) != string(b.Body) || again.URL.String() != b.URL.String() {
				t.Fatalf("a repeat differs, %v: %s %s, %s %s", err, b.URL, b.Body, again.URL, again.Body)
			}
			if op.payload.kind == jsonBody && !json.Valid(b.Body) {
				t.Fatalf("%s is no JSON", b.Body)
			}
			if changed, err := b.Variant(idem.ChangedBody); err == nil && string(changed.Body) == string(b.Body) {
				t.Fatalf("the changed body is the same: %s", b.Body)
			}
			if keyed, err := b.Carry(idem.Carrier{In: idem.InBody, Name: "/k"}, "k"); err == nil && !json.Valid(keyed.Body) {
				t.Fatalf("with a key it is no JSON: %s", keyed.Body)
			}
		}
	})
}
