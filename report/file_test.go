package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

// writing is a format that writes a text.
func writing(text string, err error) Format {
	return Format{Name: "test", Write: func(w io.Writer, _ idem.Run) error {
		io.WriteString(w, text)
		return err
	}}
}

// holds fails unless a folder has these files and no other.
func holds(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("%s holds %q, want %q", dir, got, names)
	}
}

func TestAReportIsWrittenWholeAndForItsOwnerAlone(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "some", "where", "run.json")
	for _, text := range []string{"first", "second"} {
		if err := WriteFile(name, writing(text, nil), idem.Run{}); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	holds(t, filepath.Dir(name), "run.json")
}

func TestAReportThatFailsLeavesTheOldOne(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "run.json")
	if err := WriteFile(name, writing("old", nil), idem.Run{}); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no space left")
	if err := WriteFile(name, writing("half", broken), idem.Run{}); !errors.Is(err, broken) || err.Error() != "test report: no space left" {
		t.Errorf("the error is %v", err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "old" {
		t.Errorf("%q, %v", got, err)
	}
	holds(t, dir, "run.json")
}

func TestAPlaceThatTakesNoReportIsNamed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		dir:                             "is a folder: name a file in it",
		filepath.Join(file, "run.json"): "test report: mkdir " + file,
	} {
		if err := WriteFile(name, writing("x", nil), idem.Run{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

func TestALinkStaysALink(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "run.json"), filepath.Join(dir, "latest.json")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, writing("new", nil), idem.Run{}); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "new" {
		t.Errorf("%q, %v", got, err)
	}
	if to, err := os.Readlink(link); err != nil || to != name {
		t.Errorf("the link leads to %q, %v", to, err)
	}
}

func TestADeviceIsWrittenToAndNotReplaced(t *testing.T) {
	if err := WriteFile(os.DevNull, writing("x", nil), idem.Run{}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is a plain file now: %v", os.DevNull, err)
	}
}

func TestFormatsAreFoundByName(t *testing.T) {
	last := ""
	for _, f := range Formats() {
		if got, err := Find(f.Name); err != nil || got.Name != f.Name {
			t.Errorf("Find(%q) = %q, %v", f.Name, got.Name, err)
		}
		if f.Name <= last || !strings.HasPrefix(f.Extension, ".") || f.For == "" || f.Write == nil {
			t.Errorf("%q is not sorted, or not complete: %+v", f.Name, f)
		}
		last = f.Name
	}
	_, err := Find("jsn")
	if err == nil || err.Error() != `"jsn" is no report format, did you mean "json"?: use one of ["json" "junit" "junit-strict"]` {
		t.Errorf("%v", err)
	}
}
