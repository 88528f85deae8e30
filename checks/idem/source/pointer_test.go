package source

import "testing"

func TestPointersReadAndWrite(t *testing.T) {
	v, err := ParseJSON([]byte(`{"b":1,"a":{"x/y":[1,{"z":2}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, found := v.Get("/a/x~1y/1/z"); !found || got.Text != "2" {
		t.Errorf("Get = %v, %v", got, found)
	}
	for _, c := range []struct{ pointer, want string }{
		{"/b", `{"b":"k","a":{"x/y":[1,{"z":2}]}}`},
		{"/a/x~1y/0", `{"b":1,"a":{"x/y":["k",{"z":2}]}}`},
		{"/new", `{"b":1,"a":{"x/y":[1,{"z":2}]},"new":"k"}`},
		{"/meta/key", `{"b":1,"a":{"x/y":[1,{"z":2}]},"meta":{"key":"k"}}`},
		{"", `"k"`},
	} {
		got, err := v.Set(c.pointer, Text("k"))
		if err != nil || string(got.JSON()) != c.want {
			t.Errorf("Set(%q) = %s, %v, want %s", c.pointer, got.JSON(), err, c.want)
		}
	}
	for _, pointer := range []string{"/b/c", "/a/x~1y/7", "/a/x~1y/no"} {
		if got, err := v.Set(pointer, Text("k")); err == nil {
			t.Errorf("Set(%q) = %s, want an error", pointer, got.JSON())
		}
	}
	if string(v.JSON()) != `{"b":1,"a":{"x/y":[1,{"z":2}]}}` {
		t.Errorf("Set changed the value that it was given to %s", v.JSON())
	}
}

func TestMergeLaysAPatchOver(t *testing.T) {
	for _, c := range []struct{ value, patch, want string }{
		{`{"a":1,"b":2}`, `{"a":3}`, `{"a":3,"b":2}`},
		{`{"a":{"x":1,"y":2}}`, `{"a":{"x":3}}`, `{"a":{"x":3,"y":2}}`},
		{`{"a":1,"b":2}`, `{"a":null}`, `{"b":2}`},
		{`{"a":1}`, `{"c":2}`, `{"a":1,"c":2}`},
		{`{"a":[1,2]}`, `{"a":[3]}`, `{"a":[3]}`},
		{`[1]`, `{"a":1}`, `{"a":1}`},
	} {
		v, _ := ParseJSON([]byte(c.value))
		p, _ := ParseJSON([]byte(c.patch))
		if got := string(v.Merge(p).JSON()); got != c.want {
			t.Errorf("Merge(%s, %s) = %s, want %s", c.value, c.patch, got, c.want)
		}
	}
}
