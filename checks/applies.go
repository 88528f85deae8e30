package checks

import (
	"regexp"

	"github.com/idemspec/idemspec/checks/idem"
)

// headerOnly says why a check has nothing to test where the key travels in
// something that cannot stand twice or be quoted.
func headerOnly(c idem.Contract) string {
	if c.Carrier.In != idem.InHeader {
		return "the key travels in the " + string(c.Carrier.In)
	}
	return ""
}

// hasLongest says why there is no longest key to test.
func hasLongest(c idem.Contract) string {
	if c.Format.MaxLength == 0 {
		return "the contract gives no longest key"
	}
	if c.Format.Kind != idem.AnyKey {
		return "the contract demands a shape of key that has one length"
	}
	return ""
}

// hasShape says why there is no malformed key to test.
func hasShape(c idem.Contract) string {
	if c.Format.Kind == idem.AnyKey && c.Format.Pattern == "" {
		return "the contract demands no shape of key"
	}
	return ""
}

// takes says why there is no key to test that begins with a text.
func takes(text string) func(idem.Contract) string {
	return func(c idem.Contract) string {
		key := text + "abcd0123"
		pattern, err := regexp.Compile("^(?:" + c.Format.Pattern + ")$")
		switch {
		case c.Format.Kind != idem.AnyKey, c.Format.Pattern != "" && (err != nil || !pattern.MatchString(key)):
			return "the contract demands another shape of key"
		case c.Format.MaxLength > 0 && c.Format.MaxLength < len(key):
			return "the contract's longest key is too short for an unusual one"
		}
		return ""
	}
}

// anyMemberCounts says why a change of some member may be no other request.
func anyMemberCounts(c idem.Contract) string {
	if len(c.Fingerprint.Members) > 0 {
		return "the contract compares the members that it lists, and others may change"
	}
	return ""
}

// hasRetention says why there is no expiry to test.
func hasRetention(c idem.Contract) string {
	if c.Retention.Length == 0 {
		return "the contract gives no retention"
	}
	return ""
}
