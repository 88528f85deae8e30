package reference_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/reference"
)

func TestAFileBelongsToOneOpening(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	first := openSQLite(t, path, reference.Off)
	_, err := reference.OpenSQLite(t.Context(), path, reference.Off)
	if err == nil || !strings.Contains(err.Error(), "another server has it open") {
		t.Errorf("the second opening got %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again := openSQLite(t, path, reference.Off)
	if again.Owner() == first.Owner() {
		t.Error("two openings have one owner")
	}
}

func TestAFileThatCannotBeMadeIsAnError(t *testing.T) {
	_, err := reference.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "none", "store.db"), reference.Off)
	if err == nil || !strings.Contains(err.Error(), "store.db") {
		t.Errorf("got %v, want an error that names the file", err)
	}
}

func TestARestartedServerRemembersKeysAndItsClock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	store := openSQLite(t, path, reference.Off)
	before := start(t, reference.Options{Contract: seed, Store: store})
	old := before.fresh()
	before.order(old)
	before.advance(25 * 3600e9)
	o := before.fresh()
	first := before.order(o)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	after := start(t, reference.Options{Contract: seed, Store: openSQLite(t, path, reference.Off)})
	after.wantReplayed(first, after.order(o))
	after.wantEffects(o.marker, 1)
	if late := after.order(old); late.Response.Status != 201 {
		t.Errorf("the key that had expired before is answered %d, want 201", late.Response.Status)
	}
}
