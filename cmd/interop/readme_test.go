package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

const page = "# Title\n\n" + opening + "old\n" + closing + "\n## End\n"

func TestSpliceReplacesWhatIsGenerated(t *testing.T) {
	once, err := splice(page, "new\n")
	if want := "# Title\n\n" + opening + "\nnew\n\n" + closing + "\n## End\n"; err != nil || once != want {
		t.Errorf("%q, %v, want %q", once, err, want)
	}
	if twice, err := splice(once, "new\n"); err != nil || twice != once {
		t.Errorf("a second time gives %q, %v", twice, err)
	}
	for _, text := range []string{"# Title\n", opening, closing + opening} {
		if _, err := splice(text, "new"); err == nil {
			t.Errorf("%q is no error", text)
		}
	}
}

func TestKeepComparesOrWrites(t *testing.T) {
	ctx, file := context.Background(), filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := keep(ctx, file, "new\n", false); !errors.Is(err, errChanged) {
		t.Errorf("a change gave %v", err)
	}
	if err := keep(ctx, file, "new\n", true); err != nil {
		t.Error(err)
	}
	if err := keep(ctx, file, "new\n", false); err != nil {
		t.Errorf("what was written differs: %v", err)
	}
}
