package selftest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference/bugs"
)

// The names of the recordings of a check.
const (
	kept      = "kept"
	broken    = "broken"
	undecided = "inconclusive"
)

// A recorder writes what checks see on right and wrong servers.
type recorder struct {
	folder string
	made   map[string]idem.Recording // by file
	used   map[string]idem.Contract  // by profile
}

// RecordAll writes three histories of each check to a folder: one of a right
// server that passes, one of a bug that fails, and one of a right server that
// lacks too much to be decided. Contracts that they are judged by are written
// beside them. What is recorded already stays if it still says the same. It
// returns the recordings that could not be made, as "check/name".
func RecordAll(ctx context.Context, o Options, folder string) (missing []string, err error) {
	r := recorder{folder: folder, made: map[string]idem.Recording{}, used: map[string]idem.Contract{}}
	if err := r.load(o); err != nil {
		return nil, err
	}
	for _, c := range o.Contracts {
		if len(r.missing(o.Checks, kept)) == 0 {
			break
		}
		run, err := judge(ctx, c, 1, o.Checks)
		if err != nil {
			return nil, err
		}
		r.right(o.Checks, c, run)
	}
	for _, b := range o.Bugs {
		if err := r.wrong(ctx, o, b); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{kept, broken, undecided} {
		missing = append(missing, r.missing(o.Checks, name)...)
	}
	return missing, r.save()
}

// load reads what is there, and forgets what is judged in another way now.
func (r recorder) load(o Options) error {
	for _, k := range o.Checks {
		for _, name := range []string{kept, broken, undecided} {
			text, err := os.ReadFile(filepath.Join(r.folder, k.ID, name+".json"))
			if errors.Is(err, os.ErrNotExist) {
				continue
			}
			if err != nil {
				return err
			}
			var old idem.Recording
			if err := json.Unmarshal(text, &old); err != nil {
				return fmt.Errorf("recording %s of %s: %w", name, k.ID, err)
			}
			i := slices.IndexFunc(o.Contracts, func(c idem.Contract) bool { return c.Profile == old.Profile })
			if i < 0 {
				continue
			}
			if now := idem.Record(k, o.Contracts[i], old.Server, old.History); now.Verdict == old.Verdict && slices.Equal(now.Findings, old.Findings) && now.Why == old.Why {
				r.keep(name, o.Contracts[i], old)
			}
		}
	}
	return nil
}

func (r recorder) keep(name string, c idem.Contract, rec idem.Recording) {
	r.made[rec.Check+"/"+name] = rec
	r.used[c.Profile] = c
}

// missing lists the checks that lack a recording.
func (r recorder) missing(all []idem.Check, name string) []string {
	var ids []string
	for _, k := range all {
		if _, found := r.made[k.ID+"/"+name]; !found {
			ids = append(ids, k.ID+"/"+name)
		}
	}
	return ids
}

// right takes over what a right server is first seen to keep, and the first
// thing without which that could not be said.
func (r recorder) right(all []idem.Check, c idem.Contract, run idem.Run) {
	for _, k := range all {
		h, found := history(run, k.ID, idem.Passed)
		if !found {
			continue
		}
		if _, done := r.made[k.ID+"/"+kept]; !done {
			r.keep(kept, c, idem.Record(k, c, "right", h))
		}
		if _, done := r.made[k.ID+"/"+undecided]; done {
			continue
		}
		less := h.Without()
		for _, what := range slices.Sorted(maps.Keys(less)) {
			if rec := idem.Record(k, c, "right, but "+what, less[what]); rec.Verdict == idem.Inconclusive {
				r.keep(undecided, c, rec)
				break
			}
		}
	}
}

// wrong takes over what a bug is seen to break, for the checks that are to catch
// it and have nothing yet.
func (r recorder) wrong(ctx context.Context, o Options, b bugs.Bug) error {
	open := slices.DeleteFunc(slices.Clone(o.Checks), func(k idem.Check) bool {
		_, done := r.made[k.ID+"/"+broken]
		return done || !slices.Contains(b.CaughtBy, k.ID)
	})
	for _, c := range o.Contracts {
		if len(open) == 0 {
			return nil
		}
		if !c.Clause(b.Breaks).Binding() {
			continue
		}
		run, err := judge(ctx, c, 1, open, b)
		if err != nil {
			return err
		}
		open = slices.DeleteFunc(open, func(k idem.Check) bool {
			for _, v := range []idem.Verdict{idem.Failed, idem.Warned} {
				if h, found := history(run, k.ID, v); found {
					r.keep(broken, c, idem.Record(k, c, b.ID, h))
					return true
				}
			}
			return false
		})
	}
	return nil
}

func history(run idem.Run, check string, v idem.Verdict) (idem.History, bool) {
	i := slices.IndexFunc(run.Results, func(res idem.Result) bool { return res.Check == check && res.Judgement.Verdict() == v })
	if i < 0 {
		return idem.History{}, false
	}
	return run.Results[i].History, true
}

func (r recorder) save() error {
	for name, rec := range r.made {
		if err := r.write(name, rec); err != nil {
			return err
		}
	}
	for name, c := range r.used {
		if err := r.write("contracts/"+name, c); err != nil {
			return err
		}
	}
	return nil
}

func (r recorder) write(name string, v any) error {
	path := filepath.Join(r.folder, filepath.FromSlash(name)+".json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}
