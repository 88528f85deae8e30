package bugs

import (
	"encoding/base64"
	"strings"

	"github.com/idemspec/idemspec/reference"
)

// comparing lets a fault take two bodies for the same that differ in what means
// something. It keeps bodies beside their digests.
func comparing(p *reference.Policy, same func(first, now map[string]any) bool) {
	right, meet := p.Fingerprint, p.Meet
	p.Fingerprint = func(c *reference.Call) reference.Print {
		all := right(c)
		if object := members(c.Body); all.Body != "" && object != nil {
			delete(object, volatileMember)
			all.Body += kept + base64.RawURLEncoding.EncodeToString(encoded(object))
		}
		return all
	}
	p.Meet = func(c *reference.Call, mine, known reference.Record) reference.Meeting {
		was, is := keptBody(known.Fingerprint), keptBody(mine.Fingerprint)
		first, now := keptMembers(was), keptMembers(is)
		alike := first == nil || now == nil || holds(first, now) && holds(now, first)
		if digestOf(was) == digestOf(is) || !alike && same(first, now) {
			mine.Fingerprint = strings.Replace(mine.Fingerprint, is, was, 1)
		}
		return meet(c, mine, known)
	}
}

// kept stands between the digest of a body and the body.
const kept = " kept "

// keptBody returns the part of a print that has a kept body; empty if none has.
func keptBody(print string) string {
	for part := range strings.SplitSeq(print, ".") {
		if strings.Contains(part, kept) {
			return part
		}
	}
	return ""
}

func digestOf(part string) string {
	sum, _, _ := strings.Cut(part, kept)
	return sum
}

// keptMembers decodes a kept body; nil if there is none.
func keptMembers(part string) map[string]any {
	_, text, _ := strings.Cut(part, kept)
	// What was not encoded here is no object, and has no members.
	body, _ := base64.RawURLEncoding.DecodeString(text)
	return members(body)
}

// holds reports whether an object has all members of another with the same
// values.
func holds(object, other map[string]any) bool {
	for name, value := range other {
		got, found := object[name]
		if !found || string(encoded(map[string]any{"": got})) != string(encoded(map[string]any{"": value})) {
			return false
		}
	}
	return true
}
