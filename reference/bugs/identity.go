package bugs

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/idemspec/idemspec/reference"
)

// seenAs lets a fault take the identity of a request from a copy of it that lacks
// something, both within what a key is unique in and within what is compared.
func seenAs(p *reference.Policy, blind func(*reference.Call)) {
	slot, fingerprint := p.Slot, p.Fingerprint
	seen := func(c *reference.Call) *reference.Call {
		copied := *c
		copied.Request = c.Request.Clone(c.Request.Context())
		blind(&copied)
		return &copied
	}
	p.Slot = func(c *reference.Call) string { return slot(seen(c)) }
	p.Fingerprint = func(c *reference.Call) reference.Print { return fingerprint(seen(c)) }
}

// hashing lets a fault add a text to what is hashed of a body, where bodies are
// compared at all. What is not JSON is hashed as it is.
func hashing(p *reference.Policy, text func(body []byte) (string, error)) {
	right := p.Fingerprint
	p.Fingerprint = func(c *reference.Call) reference.Print {
		all := right(c)
		if all.Body == "" {
			return all
		}
		hashed, err := text(c.Body)
		if err != nil {
			hashed = string(c.Body)
		}
		all.Body = digest(all.Body + hashed)
		return all
	}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// volatileMember is what the contracts leave out of the comparison that leave
// anything out, and so does a fault that is about something else.
const volatileMember = "sent_at"

// order names what a request belongs to: the order that its body tells of, or else
// the path.
func order(c *reference.Call) string {
	if of, is := members(c.Body)["description"].(string); is {
		return of
	}
	return c.Request.URL.Path
}

// members decodes a body; nil if it is no JSON object.
func members(body []byte) map[string]any {
	var object map[string]any
	// What is no object has no members.
	_ = json.Unmarshal(body, &object)
	return object
}

// encoded writes members in the order of their names.
func encoded(object map[string]any) []byte {
	// What was decoded before has a JSON form.
	text, _ := json.Marshal(object)
	return text
}
