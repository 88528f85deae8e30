package profiles

import (
	"reflect"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// situationsAreKnown looks at the names of the clauses, about which the schema
// would say less.
func situationsAreKnown(d *source.Document) error {
	known := make([]string, len(idem.Situations))
	for i, s := range idem.Situations {
		known[i] = string(s.ID)
	}
	clauses, _ := d.Root.Get("/clauses")
	for _, m := range clauses.Members {
		if !slices.Contains(known, m.Name) {
			return d.ErrorIn(source.Value{Line: m.Line, Column: m.Column}, "'idemspec explain seed' shows all situations",
				"%q is no situation%s", m.Name, source.DidYouMean(m.Name, known))
		}
	}
	return nil
}

// answerAs gives the clauses that answer as another one the answer of that, and
// what it does unless they say it themselves.
func answerAs(d *source.Document, c idem.Contract) error {
	for _, s := range idem.Situations {
		cl := c.Clause(s.ID)
		if cl.As == "" {
			continue
		}
		other := c.Clause(cl.As)
		switch {
		case !reflect.ValueOf(cl.Answer).IsZero():
			return d.Errorf(at(s.ID, "/as"), "keep one of them", "%q has an answer of its own, and answers as %q", s.ID, cl.As)
		case other.Level == idem.Silent:
			return d.Errorf(at(s.ID, "/as"), "", "%q answers as %q, which no clause promises", s.ID, cl.As)
		case declared(d, cl.As):
			return d.Errorf(at(s.ID, "/as"), "name the clause that has an answer", "%q answers as %q, which has no answer of its own", s.ID, cl.As)
		}
		cl.Answer = other.Answer
		if cl.Does == "" {
			cl.Does = other.Does
		}
		c.Clauses[s.ID] = cl
	}
	replayAsPromised(c)
	return nil
}

// declared reports whether the text has the clause answer as another one.
func declared(d *source.Document, s idem.Situation) bool {
	_, found := d.Root.Get(at(s, "/as"))
	return found
}

// ownReplay are the situations in which a replay is not simply what the clause
// replay promises: another outcome is given again, or another method answered.
var ownReplay = []idem.Situation{
	idem.MissingKey, idem.Replay, idem.LateChange, idem.AfterRefusal, idem.AfterError,
	idem.PatchKeyed, idem.DeleteKeyed, idem.AsyncRepeat,
}

// replayAsPromised gives the clauses that replay and say no more the answer of
// the clause replay, so that they are kept by it, be it a success or a refusal.
func replayAsPromised(c idem.Contract) {
	promise := c.Clause(idem.Replay).Answer
	for s, cl := range c.Clauses {
		if cl.Does == idem.Replays && reflect.ValueOf(cl.Answer).IsZero() && !slices.Contains(ownReplay, s) {
			cl.Answer = promise
			c.Clauses[s] = cl
		}
	}
}

func choicesAreThere(d *source.Document, c idem.Contract) error {
	for _, s := range idem.Situations {
		cl := c.Clause(s.ID)
		if cl.Level == idem.Silent {
			continue
		}
		if _, possible := s.ID.Meaning(cl.Does); possible {
			continue
		}
		var words []string
		for _, choice := range s.ID.Choices() {
			if choice.Does != "" {
				words = append(words, string(choice.Does))
			}
		}
		switch {
		case len(words) == 0:
			return d.Errorf(at(s.ID, "/does"), "leave it out", "%q leaves a target no choice, and cannot be %q", s.ID, cl.Does)
		case cl.Does == "":
			return d.Errorf(at(s.ID, ""), "add does: "+strings.Join(words, " or "), "%q does not say what the target does", s.ID)
		}
		return d.Errorf(at(s.ID, "/does"), "use "+strings.Join(words, " or "), "in %q a target cannot be one that %q", s.ID, cl.Does)
	}
	return nil
}

func answersAreWhole(d *source.Document, c idem.Contract) error {
	for _, s := range idem.Situations {
		if err := answerIsWhole(d, at(s.ID, "/answer"), c.Clause(s.ID).Answer); err != nil {
			return err
		}
	}
	return nil
}

func answerIsWhole(d *source.Document, where string, a idem.Answer) error {
	for _, sel := range a.Select {
		if (sel.Header == "") == (sel.Pointer == "") {
			return d.Errorf(where+"/select", "", "a selector has either header or pointer")
		}
	}
	if len(a.Ignore) > 0 && a.Body != idem.SameJSON {
		return d.Errorf(where+"/ignore", "add body: json, or leave ignore out", "members can be left out of a comparison as JSON alone")
	}
	if b := a.RetryAfter; b.Most > 0 && b.Most < b.Least {
		return d.Errorf(where+"/retry_after", "", "the shortest wait is longer than the longest")
	}
	return nil
}

// only are members of a clause that mean something in a few situations alone.
var only = []struct {
	part string
	in   []idem.Situation
	used func(idem.Clause) bool
}{
	{"/answer/retry_after", []idem.Situation{idem.RetryAfter}, func(cl idem.Clause) bool { return cl.Answer.RetryAfter != idem.Bounds{} }},
	{"/within", []idem.Situation{idem.InFlight, idem.RunningMismatch}, func(cl idem.Clause) bool { return cl.Within > 0 }},
}

func onlyWhereItBelongs(d *source.Document, c idem.Contract) error {
	for _, s := range idem.Situations {
		cl := c.Clause(s.ID)
		for _, o := range only {
			if o.used(cl) && !slices.Contains(o.in, s.ID) {
				return d.Errorf(at(s.ID, o.part), "leave it out", "%q has no use for it: it belongs to %q", s.ID, o.in[0])
			}
		}
		if cl.Within > 0 && cl.Does != idem.Waits {
			return d.Errorf(at(s.ID, "/within"), "leave it out, or say does: waits", "only a target that waits takes its time")
		}
	}
	return nil
}

// refusalsAreApart holds what the text itself says of an answer to what its
// clause does.
func refusalsAreApart(d *source.Document, c idem.Contract) error {
	says := func(s idem.Situation, part string) bool {
		_, found := d.Root.Get(at(s, part))
		return found
	}
	for _, s := range idem.Situations {
		refuses := c.Clause(s.ID).Does == idem.Refuses
		switch {
		case refuses && says(s.ID, "/answer/same_status"):
			return d.Errorf(at(s.ID, "/answer/same_status"), "list the statuses under status", "a refusal does not have the status of a success")
		case !refuses && says(s.ID, "/answer/resource"):
			return d.Errorf(at(s.ID, "/answer/resource"), "say body: resource instead", "a success shows the resource itself")
		}
	}
	return nil
}
