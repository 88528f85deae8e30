package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/idemspec/idemspec/reference"
)

// postgresSchema is where the reference server keeps its tables in a database,
// so that several processes with one address share them.
const postgresSchema = "idemspec"

// storeProblem says what is wrong with the value of --store; nil if nothing is.
func storeProblem(store string) error {
	path, isFile := strings.CutPrefix(store, "sqlite:")
	if store == "" || isFile && path != "" || reference.IsPostgres(store) {
		return nil
	}
	return usage("--store %s: write it as sqlite:FILE or postgres://USER@HOST/DATABASE", store)
}

// openStore opens what --store names: an SQLite file, which is written through to
// the disk, a PostgreSQL database, or, if it is empty, a file in a temporary
// folder that is removed with it.
func openStore(ctx context.Context, store string) (s reference.Store, remove func(), err error) {
	if path, found := strings.CutPrefix(store, "sqlite:"); found {
		s, err = reference.OpenSQLite(ctx, path, reference.Full)
		return s, func() {}, err
	}
	if reference.IsPostgres(store) {
		s, err = reference.OpenPostgres(ctx, store, postgresSchema)
		return s, func() {}, err
	}
	dir, err := os.MkdirTemp("", "idemspec-*")
	if err != nil {
		return nil, nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	if s, err = reference.OpenSQLite(ctx, filepath.Join(dir, "reference.db"), reference.Off); err != nil {
		remove()
	}
	return s, remove, err
}
