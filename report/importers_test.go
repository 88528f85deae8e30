package report

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var importers = flag.String("importers", "", "folder to write the hostile JUnit file into, for importers/test.sh")

// writeForImporters writes the hostile file, and what importers have to read in
// it.
func writeForImporters(t *testing.T, folder string, text []byte) {
	t.Helper()
	type expected struct {
		Suite   string `json:"suite"`
		Name    string `json:"name"`
		Outcome string `json:"outcome"`
		Message string `json:"message"` // how it begins
	}
	var all []expected
	for _, c := range hostileCases() {
		all = append(all, expected{"idem." + c.result.Family, c.name, c.outcome, c.message})
	}
	all = append(all, expected{"idem.run", "run - complete", "error", `run: the run ended early: interrupted \x00`})
	list, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"TEST-hostile.xml": text, "expected.json": list} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
