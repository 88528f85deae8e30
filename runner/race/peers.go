package race

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A tool is a public program that can send requests side by side.
type tool struct {
	name, program string
	args          func(url, key, body string, n int) []string
	in            func(url, key, body string) string // of its standard input; nil for none
}

var tools = []tool{
	{name: "h2load", program: "h2load", args: func(url, key, body string, n int) []string {
		return []string{"-n", strconv.Itoa(n), "-c", "1", "-m", strconv.Itoa(n), "-d", body, "-H", "Idempotency-Key: " + key, url}
	}},
	{name: "ab", program: "ab", args: func(url, key, body string, n int) []string {
		return []string{"-q", "-n", strconv.Itoa(n), "-c", strconv.Itoa(n), "-p", body, "-T", "application/json", "-H", "Idempotency-Key: " + key, url}
	}},
	{name: "hey", program: "hey", args: func(url, key, body string, n int) []string {
		return []string{"-n", strconv.Itoa(n), "-c", strconv.Itoa(n), "-m", "POST", "-D", body, "-H", "Idempotency-Key: " + key, url}
	}},
	{name: "curl -Z", program: "curl", args: func(url, key, body string, n int) []string {
		args := []string{"-s", "-Z", "--parallel-immediate", "--parallel-max", strconv.Itoa(n), "--data-binary", "@" + body, "-H", "Idempotency-Key: " + key}
		return append(args, slices.Repeat([]string{"-o", os.DevNull, url}, n)...)
	}},
	{
		name: "vegeta", program: "vegeta",
		args: func(_, _, _ string, n int) []string {
			return []string{"attack", "-rate=0", "-max-workers=" + strconv.Itoa(n), "-workers=" + strconv.Itoa(n), "-duration=20ms", "-output=" + os.DevNull}
		},
		in: func(url, key, body string) string {
			return "POST " + url + "\nIdempotency-Key: " + key + "\n@" + body + "\n"
		},
	},
}

// Peers returns the public tools that are installed, and the names of those that
// are not. They read the request body from a file in a directory.
func Peers(dir string) (found []Technique, missing []string, err error) {
	body := filepath.Join(dir, "order.json")
	if err := os.WriteFile(body, []byte(order), 0o600); err != nil {
		return nil, nil, err
	}
	for _, t := range tools {
		program, err := exec.LookPath(t.program)
		if err != nil {
			missing = append(missing, t.name)
			continue
		}
		found = append(found, Technique{Name: t.name, Peer: true, fire: func(ctx context.Context, host string, s Salvo) error {
			return t.run(ctx, program, "http://"+host+s.Window.path(), s.key(0), body, s.size())
		}})
	}
	return found, missing, nil
}

func (t tool) run(ctx context.Context, program, url, key, body string, n int) error {
	c := exec.CommandContext(ctx, program, t.args(url, key, body, n)...)
	if t.in != nil {
		c.Stdin = strings.NewReader(t.in(url, key, body))
	}
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", t.name, err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}
