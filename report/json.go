package report

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

//go:embed run.schema.json
var runSchema []byte

// Schema returns the JSON Schema (draft-07) of a saved run.
func Schema() []byte { return slices.Clone(runSchema) }

// WriteJSON writes the whole run, from which every other format can be made.
func WriteJSON(w io.Writer, r idem.Run) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// largestRun bounds what is read of a saved run, in bytes.
const largestRun = 1 << 30

// Read reads a saved run. It returns an error if the text is none, or if it was
// saved in a form that this release does not read.
func Read(from io.Reader) (idem.Run, error) {
	d := json.NewDecoder(io.LimitReader(from, largestRun))
	var r idem.Run
	if err := d.Decode(&r); err != nil {
		return r, fmt.Errorf("no saved run: %w", err)
	}
	if r.Format != idem.RunFormat {
		return r, fmt.Errorf("the run was saved in form %d by %q, and this release reads form %d", r.Format, r.Tool, idem.RunFormat)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return r, errors.New("no saved run: something follows it")
	}
	return r, nil
}
