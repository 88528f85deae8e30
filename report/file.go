package report

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/idemspec/idemspec/checks/idem"
)

// WriteFile renders a run into a file. Readers never see half a report: it is
// written beside its place and then moved there. Missing folders are made. The
// file is readable by its owner alone, since evidence may be confidential. A
// link is followed, and a device or a pipe is written to as it is.
func WriteFile(name string, f Format, r idem.Run) error {
	if err := writeFile(name, func(w io.Writer) error { return f.Write(w, r) }); err != nil {
		return fmt.Errorf("%s report: %w", f.Name, err)
	}
	return nil
}

func writeFile(name string, write func(io.Writer) error) error {
	if info, err := os.Stat(name); err == nil {
		switch {
		case info.IsDir():
			return fmt.Errorf("%s is a folder: name a file in it", name)
		case !info.Mode().IsRegular():
			return writeThrough(name, write)
		}
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(name), ".idemspec-*")
	if err != nil {
		return err
	}
	err = errors.Join(buffered(part, write), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return nil
}

// writeThrough writes to what is no plain file and cannot be replaced.
func writeThrough(name string, write func(io.Writer) error) error {
	out, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(buffered(out, write), out.Close())
}

func buffered(out io.Writer, write func(io.Writer) error) error {
	w := bufio.NewWriter(out)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}
