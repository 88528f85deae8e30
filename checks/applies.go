package checks

import "github.com/idemspec/idemspec/checks/idem"

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
	if c.Format.Kind != idem.AnyKey || c.Format.Pattern != "" {
		return "the contract demands a shape of key that has one length, or none that can be made longer"
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

// anyShape says why there is no unusual key to test.
func anyShape(c idem.Contract) string {
	if hasShape(c) == "" {
		return "the contract demands a shape of key"
	}
	if n := c.Format.MaxLength; n > 0 && n < 64 {
		return "the contract's longest key is too short for an unusual one"
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
