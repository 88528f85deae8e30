package intake

import (
	"fmt"
	"strings"
	"testing"
)

// Each of these would take hours or all memory if it were followed to its end; a
// reader that did so would outlast the limit of go test.
func TestHostileDocumentsComeToAnEnd(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for i := 'b'; i < 'k'; i++ {
		bomb += string(i) + ": &" + string(i) + " [" + strings.Repeat("*"+string(i-1)+",", 9) + "]\n"
	}
	var fan, deep strings.Builder
	for i := range 60 {
		fmt.Fprintf(&fan, "    s%d: {allOf: [{$ref: '#/components/schemas/s%d'}, {$ref: '#/components/schemas/s%d'}], properties: {a: {$ref: '#/components/schemas/s%d'}, b: {$ref: '#/components/schemas/s%d'}}}\n", i, i+1, i+1, i+1, i+2)
	}
	for i := range 2000 {
		fmt.Fprintf(&deep, "  /p%d: {post: {parameters: *p, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/s0'}}}}}}\n", i)
	}
	parameters := "p: &p [" + strings.Repeat("{$ref: '#/components/parameters/none'},", 300) + "]\n"
	cases := map[string]string{
		"an alias bomb":                  "openapi: 3.0.0\npaths: {}\n" + bomb,
		"references that fan out":        "openapi: 3.0.0\n" + parameters + "paths:\n" + deep.String() + "components:\n  schemas:\n" + fan.String(),
		"a reference to itself":          "openapi: 3.0.0\npaths: {/a: {post: {requestBody: {$ref: '#/paths/~1a/post/requestBody'}}}}",
		"a path to itself":               "openapi: 3.0.0\npaths: {/a: {$ref: '#/paths/~1a'}}",
		"many paths":                     `{"openapi":"3.1.0","paths":{` + strings.Repeat(`"/a":{"post":{}},`, 100_000) + `"/b":{}}}`,
		"folders within folders":         `{"item":` + strings.Repeat(`[{"item":`, 45) + `[]` + strings.Repeat(`}]`, 45) + `}`,
		"variables of variables":         `{"variable":[{"key":"a","value":"` + strings.Repeat("{{b}}", 10_000) + `"},{"key":"b","value":"` + strings.Repeat("{{a}}", 10_000) + `"}],"item":[{"request":{"method":"POST","url":"https://x.example/{{a}}"}}]}`,
		"many entries":                   `{"log":{"entries":[` + strings.Repeat(`{"request":{"method":"POST","url":"https://a.example/"}},`, 50_000) + `{}]}}`,
		"ten megabytes of one character": strings.Repeat("a", 10<<20),
		"ten megabytes of brackets":      strings.Repeat("[", 10<<20),
	}
	for name, text := range cases {
		for i, read := range []func(string, []byte) ([]Candidate, error){OpenAPI, HAR, Postman} {
			all, err := read("f", []byte(text))
			if err != nil && len(err.Error()) > 2000 {
				t.Errorf("%s: reader %d gives an error of %d bytes", name, i, len(err.Error()))
			}
			for _, c := range all[:min(len(all), 3)] {
				holds(t, c.Make())
			}
		}
	}
}
