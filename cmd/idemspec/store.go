package main

import "strings"

// sqlitePath reads the value of --store; empty for a store that is thrown away.
func sqlitePath(store string) (string, error) {
	path, found := strings.CutPrefix(store, "sqlite:")
	if store != "" && (!found || path == "") {
		return "", usage("--store %s: write it as sqlite:FILE", store)
	}
	return path, nil
}
