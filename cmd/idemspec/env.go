package main

import (
	"io"
	"os"
	"time"
)

// An environment is everything that the program takes from the process that it
// runs in, so that a test can give it another one.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) (string, bool)
	readFile       func(string) ([]byte, error)
	now            func() time.Time
	version        string
}

func systemEnv() environment {
	return environment{
		stdin:    os.Stdin,
		stdout:   os.Stdout,
		stderr:   os.Stderr,
		getenv:   os.LookupEnv,
		readFile: readFile,
		now:      time.Now,
		version:  version(),
	}
}
