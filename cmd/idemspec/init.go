package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/runner/intake"
	"github.com/idemspec/idemspec/runner/target"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// The files that init writes.
const (
	initTarget  = "idemspec.yaml"
	initProfile = "idemspec.profile.yaml"
)

// initOptions are the flags of the init command.
type initOptions struct {
	curl, openapi, har, postman string
	operation                   string
	force                       bool
}

func newInitCmd(env environment) *cobra.Command {
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a target file from a curl line, OpenAPI, HAR or Postman",
		Long: `Init writes idemspec.yaml into this folder: how to reach the API, what to send, and
which of the known profiles fits. Secrets of the input are never written: the file
names environment variables, and init says which have to be set. On a terminal, and
without a flag that says what to start from, it asks five questions.

If no profile has the key where the request has it, init writes one as well,
idemspec.profile.yaml: the seed contract with that carrier.`,
		Example: `  idemspec init --curl "curl https://staging.example.com/v1/charges -u sk_test_1: -d amount=4200"
  pbpaste | idemspec init --curl -
  idemspec init --openapi openapi.yaml                        # lists the writes that declare a key
  idemspec init --openapi openapi.yaml --operation CreateCharge
  idemspec init --har recording.har`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return o.run(env) },
	}
	f := cmd.Flags()
	f.StringVar(&o.curl, "curl", "", "a curl line, in the quoting of bash or of the Windows command prompt; - reads it from the standard input")
	f.StringVar(&o.openapi, "openapi", "", "an OpenAPI document, 3.0 or 3.1, in JSON or YAML")
	f.StringVar(&o.har, "har", "", "a recording of a browser, as HAR")
	f.StringVar(&o.postman, "postman", "", "a Postman collection, v2.1")
	f.StringVar(&o.operation, "operation", "", "which of several requests: its id, or its method and path")
	f.BoolVar(&o.force, "force", false, "write over files that are there")
	return cmd
}

func (o initOptions) run(env environment) error {
	r, from, err := o.read(env)
	if err != nil {
		return err
	}
	known, err := allContracts()
	if err != nil {
		return failure{exitInternal, err}
	}
	draft, err := intake.Make(r, intake.Options{From: from, Contracts: known})
	if err != nil {
		return failure{exitUsage, err}
	}
	if err := proven(draft); err != nil {
		return failure{exitInternal, fmt.Errorf("what was made of the input is no target file, which is a bug of idemspec: %w", err)}
	}
	return o.write(env, draft)
}

// read returns the request of the input, and what it was read from in words.
func (o initOptions) read(env environment) (r intake.Request, from string, err error) {
	readers := []struct {
		file, from string
		read       func(string, []byte) ([]intake.Candidate, error)
	}{
		{o.openapi, "the OpenAPI document", intake.OpenAPI},
		{o.har, "the recording", intake.HAR},
		{o.postman, "the collection", intake.Postman},
	}
	given := 0
	for _, in := range append([]string{o.curl}, o.openapi, o.har, o.postman) {
		if in != "" {
			given++
		}
	}
	if f, isFile := env.stdin.(*os.File); given == 0 && isFile && term.IsTerminal(int(f.Fd())) {
		r, err := intake.Ask(questions(env))
		if err != nil {
			return r, "", usage("%w", err)
		}
		return r, "answers to its questions", nil
	}
	if given != 1 {
		return r, "", usage("init starts from one of --curl 'LINE', --openapi FILE, --har FILE and --postman FILE")
	}
	for _, in := range readers {
		if in.file == "" {
			continue
		}
		r, picked, err := o.pick(env, in.file, in.read)
		return r, fmt.Sprintf("%s of %s %s", picked, in.from, filepath.Base(in.file)), err
	}
	if o.operation != "" {
		return r, "", usage("--operation picks one of several requests, and a curl line has one")
	}
	if o.curl == "-" {
		text, err := io.ReadAll(env.stdin)
		if err != nil {
			return r, "", usage("--curl -: %w", err)
		}
		o.curl = string(text)
	}
	r, err = intake.Curl(o.curl, env.readFile)
	if err != nil {
		return r, "", failure{exitUsage, err}
	}
	return r, "a curl line", nil
}

// questions asks on the standard error and reads the answers from the standard
// input.
func questions(env environment) intake.Question {
	lines := bufio.NewReader(env.stdin)
	return func(text, usual string) (string, error) {
		fmt.Fprintf(env.stderr, "%s [%s]: ", text, usual)
		answer, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return answer, errors.New("the answers ended before the questions")
		}
		return answer, err
	}
}

// pick reads a file and picks one of its requests. If there are several it lists
// them, the id first.
func (o initOptions) pick(env environment, file string, read func(string, []byte) ([]intake.Candidate, error)) (r intake.Request, id string, err error) {
	text, err := env.readFile(file)
	if err != nil {
		return r, "", usage("%w", err)
	}
	all, err := read(file, text)
	if err != nil {
		return r, "", failure{exitUsage, err}
	}
	c, err := intake.Pick(all, o.operation)
	var several *intake.ChoiceError
	if errors.As(err, &several) {
		w := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
		for _, c := range several.Candidates {
			fmt.Fprintf(w, "%s\t%s\t%s\n", c.ID, c.Title, c.Key)
		}
		if err := w.Flush(); err != nil {
			return r, "", err
		}
	}
	if err != nil {
		return r, "", usage("%s: %w", file, err)
	}
	return c.Make(), c.ID, nil
}

func allContracts() ([]idem.Contract, error) {
	var all []idem.Contract
	for _, name := range profiles.Names() {
		c, err := profiles.Load(name)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// proven loads what was made, with something in the place of each variable.
func proven(d intake.Draft) error {
	if d.Own != "" {
		if _, err := profiles.Parse(initProfile, []byte(d.Own)); err != nil {
			return err
		}
	}
	_, err := target.Load(initTarget, []byte(d.Text), target.Env{
		Getenv: func(name string) (string, bool) {
			if strings.Contains(d.Text, `url: "${env:`+name+`}`) {
				return "http://127.0.0.1", true
			}
			return "x", true
		},
		ReadFile: func(string) ([]byte, error) { return nil, fs.ErrNotExist },
	})
	return err
}

func (o initOptions) write(env environment, d intake.Draft) error {
	files := [][2]string{{initTarget, d.Text}}
	if d.Own != "" {
		files = append(files, [2]string{initProfile, d.Own})
	}
	for _, f := range files {
		if _, err := os.Lstat(f[0]); err == nil && !o.force {
			return usage("%s is there already: --force writes over it", f[0])
		}
	}
	for _, f := range files {
		if err := writeNew(f[0], f[1], o.force); err != nil {
			return usage("%w", err)
		}
	}
	for _, n := range d.Notes {
		fmt.Fprintf(env.stderr, "note: %s\n", n)
	}
	fmt.Fprintf(env.stdout, "%s: %s, judged by %s\n", initTarget, d.Title, d.Profile)
	unset := ""
	for _, name := range d.Variables {
		if v, found := env.getenv(name); !found || v == "" {
			unset += " " + name
		}
	}
	if unset != "" {
		fmt.Fprintf(env.stdout, "set first:%s\n", unset)
	}
	_, err := fmt.Fprintf(env.stdout, "next: idemspec run %s\n", initTarget)
	return err
}

// writeNew writes a file that is not there, or over one if that is asked for.
func writeNew(name, text string, force bool) (err error) {
	mode := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if force {
		mode = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(name, mode, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: --force writes over it", name)
	}
	if err != nil {
		return err
	}
	_, err = io.Copy(f, strings.NewReader(text))
	return errors.Join(err, f.Close())
}
