package profiles

import (
	"errors"
	"testing"

	"github.com/idemspec/idemspec/checks/idem/source"
)

func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		text, _ := files.ReadFile(name + ".yaml")
		f.Add(text)
	}
	f.Add([]byte(minimal))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("f.yaml", text)
		var e *source.Error
		switch {
		case err != nil && !errors.As(err, &e):
			t.Fatalf("error without a place: %v", err)
		case err == nil && len(c.Core) == 0:
			t.Fatalf("a profile without a core is taken: %s", text)
		}
	})
}
