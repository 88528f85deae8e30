package profiles

import (
	"path"
	"slices"
	"strconv"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

func retentionIsGiven(d *source.Document, c idem.Contract) error {
	if err := retentionAgrees(d, "/retention", c.Retention); err != nil {
		return err
	}
	r := c.Retention
	for _, s := range []idem.Situation{idem.Kept, idem.Expired, idem.Extended} {
		switch {
		case !promised(c, s):
		case r.Permanent && s != idem.Kept:
			return d.Errorf(at(s, ""), "leave out the clause; null takes away one that is inherited", "a key that is never forgotten does not expire")
		case r.Length == 0 && !r.Permanent:
			return d.Errorf(at(s, ""), "give retention.length", "what happens around the end of the retention is promised, and its length is not given")
		}
	}
	return nil
}

func retentionAgrees(d *source.Document, where string, r idem.Retention) error {
	switch {
	case r.Permanent && (r.Length > 0 || r.Most > 0 || r.From != "" || r.Floor):
		return d.Errorf(where, "keep one of them", "a permanent retention has no length")
	case r.Most > 0 && !r.Floor:
		return d.Errorf(where+"/most", "add floor: true, or leave most out", "only a minimum has a most beside it")
	case r.Most > 0 && r.Most < r.Length:
		return d.Errorf(where+"/most", "", "a key is forgotten after %v at the latest, and kept for %v at least", r.Most, r.Length)
	}
	return nil
}

func markerIsNamed(d *source.Document, c idem.Contract) error {
	m, replay := c.Marker, c.Clause(idem.Replay)
	switch {
	case m.None():
		if promised(c, idem.Marked) {
			return d.Errorf(at(idem.Marked, ""), "name it under marker, by header or pointer", "a marker is promised and none is named")
		}
	case m.Value != "" && m.Value == m.First:
		return d.Errorf("/marker/first", "", "the marker is the same on a replay and on a first answer")
	case m.Time != "" && m.Value != "":
		return d.Errorf("/marker/time", "keep one of them", "the marker has one value, and is an instant")
	case m.Pointer == "":
	case replay.Answer.Body == idem.SameBytes:
		return d.Errorf("/marker/pointer", "say body: json and ignore the member", "the marker is in the body, and a replay has the same bytes")
	case replay.Answer.Body == idem.SameJSON && !slices.ContainsFunc(replay.Answer.Ignore, m.Within):
		return d.Errorf("/marker/pointer", "name it under clauses.replay.answer.ignore", "the marker is in the body, and the comparison of replays does not leave it out")
	}
	return nil
}

// apart says which clause follows from which part of the scope: what differs in
// the part has an entry of its own.
var apart = []struct {
	scope  idem.Scope
	clause idem.Situation
}{
	{idem.PerPath, idem.OtherPath},
	{idem.PerMethod, idem.OtherMethod},
	{idem.PerQuery, idem.OtherQuerySent},
	{idem.PerCredential, idem.OtherCredential},
	{idem.PerAccount, idem.OtherAccountSent},
}

func scopeAgrees(d *source.Document, c idem.Contract) error {
	for _, a := range apart {
		cl, within := c.Clause(a.clause), slices.Contains(c.Scope, a.scope)
		if a.scope == idem.PerAccount && slices.Contains(c.Scope, idem.PerCredential) {
			within = true // another account has another credential
		}
		switch {
		case cl.Level == idem.Silent || len(c.Scope) == 0:
		case within && cl.Does != idem.Executes:
			return d.Errorf(at(a.clause, "/does"), "take it out of scope, or say executes", "keys are unique within the %s, and in %q the target %q", a.scope, a.clause, cl.Does)
		case !within && cl.Does == idem.Executes:
			return d.Errorf(at(a.clause, "/does"), "add it to scope", "the target executes %q, and the scope of keys does not name the %s", a.clause, a.scope)
		}
	}
	return nil
}

func comparisonAgrees(d *source.Document, c idem.Contract) error {
	f, free := c.Fingerprint, c.Clause(idem.Mismatch).Does == idem.Replays
	compared := len(f.Members)+len(f.Ignore)+len(f.Headers) > 0
	switch {
	case free && compared:
		return d.Errorf("/fingerprint", "leave it out", "whatever the body, the target replays: nothing is compared")
	case len(f.Members) > 0 && len(f.Ignore) > 0:
		return d.Errorf("/fingerprint/ignore", "keep one of them", "all but the members that count are left out already")
	case promised(c, idem.Volatile) && len(f.Members)+len(f.Ignore) == 0:
		return d.Errorf(at(idem.Volatile, ""), "name them under fingerprint.members or fingerprint.ignore", "volatile members are spoken of, and none are named")
	}
	for _, s := range []idem.Situation{idem.OtherOrder, idem.OtherSpacing, idem.OtherSpelling} {
		if free && c.Clause(s).Does == idem.Refuses {
			return d.Errorf(at(s, "/does"), "", "%q cannot be refused by a target that replays whatever the body", s)
		}
	}
	return nil
}

func routesSayWhat(d *source.Document, c idem.Contract) error {
	for i, r := range c.Routes {
		where := "/routes/" + strconv.Itoa(i)
		if _, err := path.Match(r.Path, ""); err != nil {
			return d.Errorf(where+"/path", "use plain segments and *", "the path is no pattern")
		}
		if r.Key == "" && r.Carrier.In == "" && r.Format == (idem.Format{}) && r.Retention == (idem.Retention{}) {
			return d.Errorf(where, "add key, carrier, format or retention", "the route does not say in what it differs")
		}
		if err := formatIsPossible(d, where+"/format", r.Format); err != nil {
			return err
		}
		if err := retentionAgrees(d, where+"/retention", r.Retention); err != nil {
			return err
		}
		if r.Carrier.In != "" {
			if err := carrierFits(d, where+"/carrier", r.Carrier); err != nil {
				return err
			}
		}
	}
	return nil
}

func sameAsOthers(d *source.Document, c idem.Contract) error {
	for i, n := range c.Natural {
		where := "/natural/" + strconv.Itoa(i)
		if c.Carrier.In == idem.InBody && slices.Contains(n.Members, c.Carrier.Name) {
			return d.Errorf(where+"/members", "name the members besides the key", "the key itself is among the members: that is no natural key")
		}
		if err := answerIsWhole(d, where+"/answer", n.Answer); err != nil {
			return err
		}
	}
	return nil
}
