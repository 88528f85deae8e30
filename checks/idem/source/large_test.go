package source

import (
	"errors"
	"strings"
	"testing"
)

func TestALargeJSONTextKeepsItsPlaces(t *testing.T) {
	d, err := ParseLarge("f.json", []byte("\ufeff{\n  \"ä\": [1, {\"b\" : 1.50}],\n \"a\":null, \"a\": true}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(d.Root.JSON()), `{"ä":[1,{"b":1.50}],"a":null,"a":true}`; got != want {
		t.Errorf("read as %s, want %s", got, want)
	}
	b, _ := d.Root.Get("/ä/1/b")
	if b.Line != 2 || b.Column != 19 {
		t.Errorf("1.50 is said to stand at %d:%d, want 2:19", b.Line, b.Column)
	}
	if m := d.Root.Members[2]; m.Line != 3 || m.Column != 12 || m.Value.Column != 17 {
		t.Errorf("the last member is said to stand at %d:%d, its value at %d, want 3:12 and 17", m.Line, m.Column, m.Value.Column)
	}
}

func TestALargeYAMLTextMayHaveNumbersOfOtherKinds(t *testing.T) {
	d, err := ParseLarge("f.yaml", []byte("a: 044925\nb: 0x1F\nc: 7\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(d.Root.JSON()), `{"a":"044925","b":"0x1F","c":7}`; got != want {
		t.Errorf("read as %s, want %s", got, want)
	}
}

func TestMistakesOfALargeTextHaveAPlace(t *testing.T) {
	for text, want := range map[string]string{
		"{\n \"a\": x}":       "f.json:2:7: this is no JSON",
		"{\"a\": 1":           "f.json:1:8: this is no JSON",
		"[1]\n[2]":            "f.json:2:1: something follows",
		"a: 1\nb: *nowhere":   "f.json:2:4: ",
		deepBrackets(200):     "it nests deeper than 100 levels",
		"":                    "f.json:1:1: the text is empty",
		"{\"a\": \"\x01\"}\n": "f.json:1:7: this is no JSON",
	} {
		_, err := ParseLarge("f.json", []byte(text))
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q gives %v, want %s", text, err, want)
		}
	}
}

func FuzzParseLarge(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"c"}],"a":null}`))
	f.Add([]byte("a: &x [1]\nb: *x\n"))
	f.Add([]byte("{\"a\":"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ParseLarge("f.json", text)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		if _, err := ParseJSON(d.Root.JSON()); err != nil {
			t.Fatalf("%q is read as what is no JSON: %v", text, err)
		}
	})
}
