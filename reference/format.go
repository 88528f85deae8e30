package reference

import (
	"fmt"
	"regexp"
	"unicode/utf8"

	"github.com/idemspec/idemspec/checks/idem"
)

var (
	uuidShape  = regexp.MustCompile(`^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)
	uuid4Shape = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$`)
)

// formatOf returns what says why a key is not of the format.
func formatOf(f idem.Format) func(key string) error {
	var whole *regexp.Regexp
	if f.Pattern != "" {
		// A pattern that does not compile is refused by New before it is used.
		whole, _ = regexp.Compile(`^(?:` + f.Pattern + `)$`)
	}
	unit, length := "characters", utf8.RuneCountInString
	if f.Unit == idem.Octets {
		unit, length = "bytes", func(key string) int { return len(key) }
	}
	return func(key string) error {
		switch n := length(key); {
		case n < f.MinLength:
			return faulty(idem.MalformedSent, fmt.Sprintf("the key is shorter than %d %s", f.MinLength, unit))
		case f.MaxLength > 0 && n > f.MaxLength:
			return faulty(idem.LongKeySent, fmt.Sprintf("the key is longer than %d %s", f.MaxLength, unit))
		case f.Kind == idem.UUID && !uuidShape.MatchString(key):
			return faulty(idem.MalformedSent, "the key is no UUID")
		case f.Kind == idem.UUIDv4 && !uuid4Shape.MatchString(key):
			return faulty(idem.MalformedSent, "the key is no UUID of version 4")
		case whole != nil && !whole.MatchString(key):
			return faulty(idem.MalformedSent, "the key has characters that are not taken")
		}
		return nil
	}
}
