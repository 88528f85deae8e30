package profiles

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// uuidLength is how many characters a UUID has with its dashes.
const uuidLength = 36

func formatHolds(d *source.Document, c idem.Contract) error {
	if err := formatIsPossible(d, "/format", c.Format); err != nil {
		return err
	}
	for _, s := range []idem.Situation{idem.LongKeySent, idem.LongestSent} {
		if promised(c, s) && c.Format.MaxLength == 0 {
			return d.Errorf(at(s, ""), "give format.max_length", "%q is promised, and no key is too long", s)
		}
	}
	free := c.Format.MinLength == 0 && c.Format.Kind == idem.AnyKey && c.Format.Pattern == ""
	with := slices.ContainsFunc(c.Carrier.With, func(w idem.Companion) bool { return w.Required })
	if promised(c, idem.MalformedSent) && free && !c.Carrier.Quoted && !with {
		return d.Errorf(at(idem.MalformedSent, ""), "give format.kind, pattern or min_length", "a malformed key is spoken of, and every key is well formed")
	}
	return nil
}

func formatIsPossible(d *source.Document, where string, f idem.Format) error {
	if _, err := regexp.Compile(f.Pattern); err != nil {
		return d.Errorf(where+"/pattern", "write it in RE2 syntax", "the pattern cannot be used: %v", err)
	}
	longest := f.MaxLength
	switch {
	case longest > 0 && f.MinLength > longest:
		return d.Errorf(where, "", "the shortest key is longer than the longest")
	case f.Kind != idem.AnyKey && (longest > 0 && longest < uuidLength || f.MinLength > uuidLength):
		return d.Errorf(where, "mend the lengths, or leave kind out and say it by a pattern", "a UUID has %d characters, which the lengths do not allow", uuidLength)
	}
	return nil
}

func carrierIsWhole(d *source.Document, c idem.Contract) error {
	if err := carrierFits(d, "/carrier", c.Carrier); err != nil {
		return err
	}
	for _, s := range []idem.Situation{idem.TwiceSent, idem.PairSent, idem.OtherQuoting} {
		if promised(c, s) && c.Carrier.In != idem.InHeader {
			return d.Errorf(at(s, ""), "leave it out", "%q is about a header, and the key travels in the %s", s, c.Carrier.In)
		}
	}
	for i, w := range c.Carrier.With {
		if w.Holds == idem.Lifetime && c.Retention.Permanent {
			return d.Errorf("/carrier/with/"+strconv.Itoa(i), "", "a client cannot choose the lifetime of keys that are never forgotten")
		}
	}
	return nil
}

func carrierFits(d *source.Document, where string, c idem.Carrier) error {
	switch {
	case c.In == idem.InBody && c.Name[0] != '/':
		return d.Errorf(where+"/name", "such as /idempotency_key", "the place of a key in the body is a JSON Pointer, and %q is none", c.Name)
	case c.Quoted && c.In != idem.InHeader:
		return d.Errorf(where+"/quoted", "leave it out", "structured fields are headers, and the key travels in the %s", c.In)
	}
	return nil
}

func requiredIsNamed(d *source.Document, c idem.Contract) error {
	cl := c.Clause(idem.MissingKey)
	byRoute := slices.ContainsFunc(c.Routes, func(r idem.Route) bool { return r.Key == idem.NeedsKey })
	if cl.Binding() && cl.Does == idem.Refuses && len(c.Required.Methods) == 0 && !byRoute {
		return d.Errorf(at(idem.MissingKey, ""), "name the methods under required.methods", "a missing key is refused, and no method requires one")
	}
	if cl.Does != idem.Refuses && cl.Level > idem.Silent && len(c.Required.Methods) > 0 {
		return d.Errorf("/required", "leave out one of them", "a key is required, and a request without one is not refused")
	}
	return nil
}

func covered(d *source.Document, c idem.Contract) error {
	for i, m := range c.Required.Methods {
		if !c.Covered(m) {
			return d.Errorf("/required/methods/"+strconv.Itoa(i), "add it to covers", "a key is required on %s, on which it means nothing", m)
		}
	}
	if promised(c, idem.KeyOnRead) && c.Covered("GET") {
		return d.Errorf(at(idem.KeyOnRead, ""), "take GET out of covers", "a key is said to mean nothing on a read, and GET is covered")
	}
	for _, k := range []struct {
		clause idem.Situation
		method string
	}{{idem.PatchKeyed, "PATCH"}, {idem.DeleteKeyed, "DELETE"}} {
		if promised(c, k.clause) && !c.Covered(k.method) {
			return d.Errorf(at(k.clause, ""), "add "+k.method+" to covers", "%q is promised, and a key means nothing on %s", k.clause, k.method)
		}
	}
	return nil
}
