package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A versions finds the pinned version of a middleware, given the folder of all
// servers.
type versions func(ctx context.Context, dir string) (string, error)

// goModule asks the Go tool for the version of a module.
func goModule(path string) versions {
	return func(ctx context.Context, dir string) (string, error) {
		cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Version}}", path)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil {
			return "", fmt.Errorf("version of %s: %w", path, err)
		}
		return strings.TrimSpace(string(out)), nil
	}
}

// npmPackage reads the version of a package from the lock file in a folder.
func npmPackage(folder, name string) versions {
	return func(_ context.Context, dir string) (string, error) {
		file := filepath.Join(dir, folder, "package-lock.json")
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		v, err := lockedVersion(text, name)
		if err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
		return v, nil
	}
}

// lockedVersion reads the version of a package from an npm lock file, form 3.
func lockedVersion(lock []byte, name string) (string, error) {
	var f struct {
		Packages map[string]struct {
			Version string `json:"version"`
		} `json:"packages"`
	}
	if err := json.Unmarshal(lock, &f); err != nil {
		return "", err
	}
	v := f.Packages["node_modules/"+name].Version
	if v == "" {
		return "", fmt.Errorf("%s is not locked: run npm install beside it", name)
	}
	return v, nil
}
