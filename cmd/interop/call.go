package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A call is one run of curl.
type call struct {
	at              time.Time // when it began
	url             string
	toAPI, toLedger bool
	status          int // zero if no answer arrived
	body            []byte
}

// effects counts what a ledger answered.
func (c call) effects() (int, error) {
	var l struct {
		Effects []json.RawMessage `json:"effects"`
	}
	if err := json.Unmarshal(c.body, &l); err != nil {
		return 0, fmt.Errorf("%q is no ledger: %w", c.body, err)
	}
	if l.Effects == nil {
		return 0, fmt.Errorf("%q is no ledger", c.body)
	}
	return len(l.Effects), nil
}

// recorded reads what the recorder kept in a folder, in the order in which the
// calls began.
func recorded(folder string) ([]call, error) {
	files, err := filepath.Glob(filepath.Join(folder, "call.????????"))
	if err != nil {
		return nil, err
	}
	var calls []call
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			return nil, err
		}
		c := call{at: info.ModTime()}
		url, err := os.ReadFile(f + ".url")
		if err != nil {
			return nil, err
		}
		code, err := os.ReadFile(f + ".code")
		if err != nil {
			return nil, err
		}
		out, err := os.ReadFile(f + ".out")
		if err != nil {
			return nil, err
		}
		c.url = string(url)
		if string(code) == "0" {
			if c.status, c.body, err = parseAnswer(out); err != nil {
				return nil, err
			}
		}
		calls = append(calls, c)
	}
	slices.SortStableFunc(calls, func(a, b call) int { return a.at.Compare(b.at) })
	return calls, nil
}

// parseAnswer reads what 'curl -i' writes. An interim answer stands before the
// answer.
func parseAnswer(out []byte) (status int, body []byte, err error) {
	for {
		head, rest, found := bytes.Cut(out, []byte("\r\n\r\n"))
		if !found {
			return 0, nil, fmt.Errorf("curl wrote no answer: %q", out)
		}
		if _, err := fmt.Sscanf(string(head), "HTTP/1.1 %d", &status); err != nil {
			return 0, nil, fmt.Errorf("curl wrote no status: %q", head)
		}
		if status/100 != 1 {
			return status, rest, nil
		}
		out = rest
	}
}
