package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a: 1", "[1, {b: c}]", "a: &x 1\nb: *x", "? a\n: b", "\"\\u0000\": 1", "a: |\n  x\n", "- - - -", "1e400", "{a: 1, a: 2}", "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := Parse("f.yaml", text)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		once := d.Root.JSON()
		v, err := ParseJSON(once)
		if err != nil {
			t.Fatalf("%q is written as %q, which is no JSON: %v", text, once, err)
		}
		if string(v.JSON()) != string(once) {
			t.Fatalf("%q becomes %q becomes %q", text, once, v.JSON())
		}
	})
}

func FuzzPointers(f *testing.F) {
	f.Add([]byte(`{"b":1.50,"a":{"x/y":[1,{"z":2}]}}`), "/a/x~1y/1/z")
	f.Add([]byte(`{"a":1,"a":2}`), "/a")
	f.Add([]byte(`[[],{}]`), "/01")
	f.Add([]byte(`{"a":"\ud800"}`), "")
	f.Fuzz(func(t *testing.T, text []byte, pointer string) {
		v, err := ParseJSON(text)
		if err != nil {
			return
		}
		once := v.JSON()
		if !json.Valid(once) {
			t.Fatalf("%q is written as %q, which is no JSON", text, once)
		}
		set, err := v.Set(pointer, Text("key"))
		if !bytes.Equal(v.JSON(), once) {
			t.Fatalf("Set(%q) changed the value that it was given", pointer)
		}
		if err != nil {
			return
		}
		if got, found := set.Get(pointer); !found || got.Text != "key" {
			t.Fatalf("Set(%q) in %s gives %s, and Get finds %v", pointer, once, set.JSON(), got)
		}
	})
}
