package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/idemspec/idemspec/"

// TestImportsFollowTheStar holds the packages to the law of imports: each may
// import the vocabulary, only cmd anything else of ours. A package's own
// sub-packages are its own house, apart from the reference server, which must
// not know its bugs. The vocabulary imports the standard library alone.
func TestImportsFollowTheStar(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		dir := path.Dir(strings.TrimPrefix(filepath.ToSlash(name), "../../"))
		if strings.HasPrefix(dir, "reference/interop") {
			return nil // modules of their own
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			imported, _ := strconv.Unquote(i.Path.Value)
			seen++
			if why := forbidden(dir, imported); why != "" {
				t.Errorf("%s imports %s: %s", dir, imported, why)
			}
		}
		return nil
	})
	if err != nil || seen < 100 {
		t.Fatalf("only %d imports were seen: %v", seen, err)
	}
}

func forbidden(dir, imported string) string {
	ours, isOurs := strings.CutPrefix(imported, module)
	switch {
	case dir == "checks/idem" && (isOurs || strings.Contains(imported, ".")):
		return "the vocabulary imports the standard library alone"
	case !isOurs || strings.HasPrefix(dir, "cmd/"):
		return ""
	case ours == "checks/idem" || strings.HasPrefix(ours, "checks/idem/"):
		return ""
	case strings.HasPrefix(dir, "runner") && strings.HasPrefix(ours, "runner/"):
		return ""
	case dir == "reference/bugs" && ours == "reference":
		return ""
	}
	return "only cmd imports siblings"
}

func TestForbiddenImportsAreFound(t *testing.T) {
	for _, c := range []struct{ dir, imported string }{
		{"checks", module + "runner"},
		{"runner/wire", module + "report"},
		{"reference", module + "reference/bugs"},
		{"report", module + "checks"},
		{"checks/idem", "github.com/google/go-cmp/cmp"},
		{"profiles", module + "runner/target"},
	} {
		if forbidden(c.dir, c.imported) == "" {
			t.Errorf("%s may import %s", c.dir, c.imported)
		}
	}
}
