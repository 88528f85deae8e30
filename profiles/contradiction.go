package profiles

import (
	"regexp"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// contradiction returns the first thing that a profile says and cannot mean; nil
// if there is none. The schema has taken it already.
func contradiction(d *source.Document, c idem.Contract) error {
	for _, rule := range []func(*source.Document, idem.Contract) error{
		coreIsPromised, replayReplays, markerIsNamed, retentionIsGiven, requiredIsNamed, patternCompiles, selectorsAreWhole,
	} {
		if err := rule(d, c); err != nil {
			return err
		}
	}
	return nil
}

func coreIsPromised(d *source.Document, c idem.Contract) error {
	for i, s := range c.Core {
		if !c.Clause(s).Binding() {
			v, _ := d.Root.Get("/core")
			return d.ErrorIn(v.Items[i], "promise it with level must or should under clauses, or take it out of core",
				"core names %q, which no clause promises", s)
		}
	}
	return nil
}

func replayReplays(d *source.Document, c idem.Contract) error {
	cl := c.Clause(idem.Replay)
	if cl.Level > idem.Silent && cl.Does != idem.Replays && cl.Does != idem.Refuses {
		return d.Errorf("/clauses/replay/does", "", "a repeat of a finished request replays or refuses, it cannot be that the target %q it", cl.Does)
	}
	return nil
}

func markerIsNamed(d *source.Document, c idem.Contract) error {
	if c.Clause(idem.Marked).Level > idem.Silent && c.Marker.Header == "" {
		return d.Errorf("/clauses/marker", "name the header under marker", "a marker is promised and none is named")
	}
	return nil
}

func retentionIsGiven(d *source.Document, c idem.Contract) error {
	r := c.Retention
	switch {
	case r.Permanent && r.Length > 0:
		return d.Errorf("/retention", "", "a permanent retention has no length")
	case r.Permanent && c.Clause(idem.Expired).Level > idem.Silent:
		return d.Errorf("/clauses/expired", "", "a key that is never forgotten does not expire")
	}
	for _, s := range []idem.Situation{idem.Kept, idem.Expired} {
		if c.Clause(s).Level > idem.Silent && r.Length == 0 && !r.Permanent {
			return d.Errorf("/clauses/"+string(s), "give retention.length", "what happens around the end of the retention is promised, and its length is not given")
		}
	}
	return nil
}

func requiredIsNamed(d *source.Document, c idem.Contract) error {
	cl := c.Clause(idem.MissingKey)
	if cl.Binding() && cl.Does == idem.Refuses && len(c.Required.Methods) == 0 {
		return d.Errorf("/clauses/missing-key", "name the methods under required.methods", "a missing key is refused, and no method requires one")
	}
	return nil
}

func patternCompiles(d *source.Document, c idem.Contract) error {
	if _, err := regexp.Compile(c.Format.Pattern); err != nil {
		return d.Errorf("/format/pattern", "write it in RE2 syntax", "the pattern cannot be used: %v", err)
	}
	if c.Format.MaxLength > 0 && c.Format.MinLength > c.Format.MaxLength {
		return d.Errorf("/format", "", "the shortest key is longer than the longest")
	}
	return nil
}

func selectorsAreWhole(d *source.Document, c idem.Contract) error {
	for s, cl := range c.Clauses {
		for _, sel := range cl.Answer.Select {
			if (sel.Header == "") == (sel.Pointer == "") {
				return d.Errorf("/clauses/"+string(s)+"/answer/select", "", "a selector has either header or pointer")
			}
		}
	}
	return nil
}
