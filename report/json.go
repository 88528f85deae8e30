package report

import (
	_ "embed"
	"encoding/json"
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
