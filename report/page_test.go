package report

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

// steps are one of each kind of step, and more where the words differ.
var steps = idem.Plan{
	idem.Probe{Label: "before", Once: true},
	idem.Hold{},
	idem.Send{Label: "slow", Request: idem.Request{Key: "k1"}, Background: true},
	idem.Release{Await: "slow"},
	idem.Join{Label: "slow"},
	idem.Break{At: idem.KillAfter},
	idem.Send{Label: "lost", Request: idem.Request{Key: "k2", Body: idem.ChangedBody}, Fault: idem.Fault{When: idem.AfterRequest, Reset: true}},
	idem.Mend{},
	idem.Restart{},
	idem.Send{Label: "cut", Request: idem.Request{}, Fault: idem.Fault{When: idem.DuringRequest, After: -1}},
	idem.Send{Label: "begun", Request: idem.Request{Key: "k3"}, Fault: idem.Fault{When: idem.DuringAnswer}},
	idem.Send{Label: "patient", Request: idem.Request{Key: "k3"}, Fault: idem.Fault{When: idem.AfterRequest, How: idem.GiveUp, For: time.Second}},
	idem.Burst{Label: "burst", Requests: idem.Copies(10, idem.Request{Key: "k4"})},
	idem.Burst{Label: "mixed", Requests: append(idem.Copies(3, idem.Request{Key: "k4"}), idem.Request{Key: "k4", Body: idem.ChangedBody})},
	idem.Follow{Label: "final", Request: idem.Request{Key: "k4"}},
	idem.Wait{Until: idem.BeforeExpiry, Of: "final"},
	idem.Wait{Until: idem.HalfLife, Of: "final"},
	idem.Wait{Until: idem.AfterExpiry, Of: "final"},
	idem.Wait{For: 90 * time.Second},
	idem.Revoke{},
	idem.Send{Label: "other", Request: idem.Request{Role: idem.Update, On: "final", Key: "k4", Form: idem.TwiceKey, Vary: idem.StaleMatch, As: idem.Revoked}},
	idem.Send{Label: "bare", Request: idem.Request{Key: "k5", Form: idem.EmptyKey, Body: idem.EmptyBody, As: idem.Nobody}},
	idem.Probe{Label: "outside", Of: idem.Outside},
	idem.Probe{Label: "after", Await: 2},
}

var explained = idem.Check{
	ID: "everything-at-once", Title: "All steps can be said in words", Family: "words", Clause: idem.OneEffect, Since: "v0.2.0",
	Rule: "The first paragraph.\n\nA list:\n\n  - one\n  - two\n\nAnd code:\n\n\tINSERT … ON CONFLICT",
	Why:  "Money.", Fix: "A unique index.", Waive: "Never | ever.",
	Sources: []string{"https://example.com/a#b"},
	Plan:    func(idem.Contract) idem.Plan { return steps },
	Judge:   passes,
}

func TestPagesHaveTheirGoldens(t *testing.T) {
	for name, m := range map[string]Markup{"page.golden.txt": Terminal, "page.golden.md": Markdown} {
		var b bytes.Buffer
		if err := Page(&b, explained, contract, m); err != nil {
			t.Fatal(err)
		}
		golden(t, "testdata/"+name, b.Bytes())
	}
	golden(t, "testdata/catalogue.golden.md", []byte(Catalogue([]idem.Check{explained}, contract)))
	var b bytes.Buffer
	if err := ProfilePage(&b, contract); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/profile.golden.txt", b.Bytes())
}

// TestEachStepHasWords holds describe to the kinds of steps in the source of the
// vocabulary.
func TestEachStepHasWords(t *testing.T) {
	known := map[string]bool{}
	for _, s := range steps {
		known[reflect.TypeOf(s).Name()] = true
		if _, what := describe(s); strings.Contains(what, "idem.") || what == "" {
			t.Errorf("%T has no words: %q", s, what)
		}
	}
	kinds := 0
	inspect(t, func(n ast.Node) {
		f, isFunc := n.(*ast.FuncDecl)
		if !isFunc || f.Name.Name != "step" || f.Recv == nil {
			return
		}
		kinds++
		if name := f.Recv.List[0].Type.(*ast.Ident).Name; !known[name] {
			t.Errorf("no test has a step of kind %s", name)
		}
	})
	if kinds < 12 {
		t.Errorf("%d kinds of steps were found", kinds)
	}
}

// TestEachSymbolHasWords holds the tables of words to the constants of the
// vocabulary.
func TestEachSymbolHasWords(t *testing.T) {
	want := map[string][]string{}
	inspect(t, func(n ast.Node) {
		v, isValue := n.(*ast.ValueSpec)
		if !isValue || len(v.Values) != 1 {
			return
		}
		literal, isLiteral := v.Values[0].(*ast.BasicLit)
		kind, isNamed := v.Type.(*ast.Ident)
		if isLiteral && isNamed && literal.Kind == token.STRING {
			text, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			want[kind.Name] = append(want[kind.Name], text)
		}
	})
	for kind, got := range map[string][]string{
		"Role": words(roles), "KeyForm": words(forms), "Variation": words(variations), "Party": words(parties), "Point": words(points),
	} {
		if kind == "Role" || kind == "Variation" {
			want[kind] = append(want[kind], "")
		}
		slices.Sort(want[kind])
		if diff := cmp.Diff(want[kind], got); diff != "" {
			t.Errorf("%s (-constants +words):\n%s", kind, diff)
		}
	}
	for _, how := range want["Manner"] {
		if text := fault(idem.Fault{When: idem.AfterRequest, How: idem.Manner(how), For: time.Second}); how != "" && strings.HasPrefix(text, "; "+how) {
			t.Errorf("the manner %q has no words", how)
		}
	}
}

func words[T ~string](table map[T]string) []string {
	var all []string
	for symbol := range table {
		all = append(all, string(symbol))
	}
	slices.Sort(all)
	return all
}

// inspect visits the source of the vocabulary.
func inspect(t *testing.T, visit func(ast.Node)) {
	t.Helper()
	files, err := filepath.Glob("../checks/idem/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no source: %v", err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			visit(n)
			return true
		})
	}
}
