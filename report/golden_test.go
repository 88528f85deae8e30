package report

import (
	"bytes"
	"flag"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file, or writes that file.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got); if that is right, run 'go test ./report -update':\n%s", file, diff)
	}
}

// rendered is what a format makes of a run.
func rendered(t *testing.T, r idem.Run, write func(io.Writer, idem.Run) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEachFormatHasItsGolden(t *testing.T) {
	for _, f := range Formats() {
		t.Run(f.Name, func(t *testing.T) {
			golden(t, "testdata/"+f.Name+".golden"+f.Extension, rendered(t, fixed(), f.Write))
		})
	}
}

func TestEachFormatIsTheSameTwice(t *testing.T) {
	for _, f := range Formats() {
		if a, b := rendered(t, fixed(), f.Write), rendered(t, fixed(), f.Write); !bytes.Equal(a, b) {
			t.Errorf("%s differs between two renderings of one run", f.Name)
		}
	}
}
