package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sync/errgroup"
)

// options are the flags.
type options struct {
	dir, only     string
	write, verify bool
	runs          int
}

// side is how many servers are judged side by side. Most of their time they wait
// for a key to expire.
const side = 3

// errNotReproduced says that a finding is not what a person sees.
var errNotReproduced = errors.New("findings were not reproduced by their curl lines")

func run(ctx context.Context, o options, out io.Writer) error {
	all, err := chosen(o.only)
	if err != nil {
		return err
	}
	bin, err := os.MkdirTemp("", "interop-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(bin)
	b, err := newBench(ctx, o.dir, bin)
	if err != nil {
		return err
	}
	subjects := make([]subject, len(all))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(side)
	for i, s := range all {
		g.Go(func() (err error) {
			subjects[i], err = b.examine(ctx, s, o, out)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	text, err := tables(subjects)
	if err != nil {
		return err
	}
	if o.only != "" {
		_, err := io.WriteString(out, text)
		return err
	}
	return keep(ctx, filepath.Join(o.dir, "README.md"), text, o.write)
}

// chosen returns the servers to judge: one by its name, or all.
func chosen(only string) ([]server, error) {
	all := servers()
	var names []string
	for _, s := range all {
		if s.name == only {
			return []server{s}, nil
		}
		names = append(names, s.name)
	}
	if only != "" {
		return nil, fmt.Errorf("-only %s: there is no such server, use one of %s", only, strings.Join(names, ", "))
	}
	return all, nil
}

// examine judges one server as often as asked for, and repeats the findings by
// hand. All runs must find the same.
func (b bench) examine(ctx context.Context, s server, o options, out io.Writer) (subject, error) {
	pinned, err := s.version(ctx, b.dir)
	if err != nil {
		return subject{}, err
	}
	var first subject
	var found string
	for n := range o.runs {
		j, err := b.judge(ctx, s)
		if err != nil {
			return subject{}, err
		}
		now := subject{s, j, pinned}
		text, err := now.section()
		if err != nil {
			return subject{}, err
		}
		if n == 0 {
			first, found = now, text
			if err := b.verify(ctx, s, j, o.verify, out); err != nil {
				return subject{}, err
			}
		}
		if text != found {
			return subject{}, fmt.Errorf("%s: run %d found\n%s\nwhere the first found\n%s", s.name, n+1, text, found)
		}
	}
	return first, nil
}

// verify repeats each finding of a run by hand.
func (b bench) verify(ctx context.Context, s server, j judged, wanted bool, out io.Writer) error {
	if !wanted {
		return nil
	}
	_, broken, _ := sorted(j.run)
	for _, r := range broken {
		if !typeable(r.History) {
			fmt.Fprintf(out, "%s: %s is not repeated by hand, since curl cannot leave a request unfinished\n", s.name, r.Check)
			continue
		}
		calls, err := b.byHand(ctx, s, j, r.History)
		if err != nil {
			return fmt.Errorf("%s: %s by hand: %w", s.name, r.Check, err)
		}
		if wrong := disagreements(r.History, calls); wrong != nil {
			return fmt.Errorf("%w: %s, %s:\n  %s", errNotReproduced, s.name, r.Check, strings.Join(wrong, "\n  "))
		}
		fmt.Fprintf(out, "%s: %s was repeated by hand\n", s.name, r.Check)
	}
	return nil
}

// keep writes the findings into a README, or compares them with what stands
// there.
func keep(ctx context.Context, file, findings string, write bool) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text, err := splice(string(old), findings)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if write {
		return os.WriteFile(file, []byte(text), 0o644)
	}
	return compare(ctx, file, text)
}
