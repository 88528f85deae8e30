package main

import (
	"fmt"
	"io"
	"os"
)

// longestFile bounds the files that a user names, in bytes. Recorded runs and
// documents of large APIs are the longest.
const longestFile = 256 << 20

// readFile reads a file that a user has named, which may be a device without an
// end.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, longestFile+1))
	if err == nil && len(text) > longestFile {
		err = fmt.Errorf("%s is longer than %d MB", name, longestFile>>20)
	}
	return text, err
}
