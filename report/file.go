package report

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"

	"github.com/idemspec/idemspec/checks/idem"
)

// WriteFile renders a run into a file. Readers never see half a report: it is
// written beside its place and then moved there. Missing folders are made. The
// file is readable by its owner alone, since evidence may be confidential.
func WriteFile(name string, f Format, r idem.Run) (err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("%s report: %w", f.Name, err)
	}
	part, err := os.CreateTemp(filepath.Dir(name), ".idemspec-*")
	if err != nil {
		return fmt.Errorf("%s report: %w", f.Name, err)
	}
	defer func() {
		if err != nil {
			os.Remove(part.Name())
			err = fmt.Errorf("%s report: %w", f.Name, err)
		}
	}()
	w := bufio.NewWriter(part)
	if err := f.Write(w, r); err != nil {
		part.Close()
		return err
	}
	if err := w.Flush(); err != nil {
		part.Close()
		return err
	}
	if err := part.Close(); err != nil {
		return err
	}
	return os.Rename(part.Name(), name)
}
