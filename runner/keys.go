package runner

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// mint makes a fresh idempotency key that a contract's format allows. It
// returns an error if none of the shapes that it knows is allowed.
func mint(random *rand.Rand, f idem.Format) (string, error) {
	uuid := uuid4(random)
	shapes := []string{uuid, strings.ReplaceAll(uuid, "-", "")}
	if f.Kind == idem.AnyKey {
		for n := len(uuid); n > 8; n -= 4 {
			shapes = append(shapes, text(random, n), digits(random, n))
		}
		shapes = append(shapes, text(random, f.MinLength))
	}
	for _, key := range shapes {
		if allows(f, key) {
			return key, nil
		}
	}
	return "", fmt.Errorf("no key could be made that the profile's format allows (length %d to %d, pattern %q)",
		f.MinLength, f.MaxLength, f.Pattern)
}

func allows(f idem.Format, key string) bool {
	if len(key) < f.MinLength || f.MaxLength > 0 && len(key) > f.MaxLength {
		return false
	}
	if f.Pattern == "" {
		return true
	}
	whole, err := regexp.Compile(`^(?:` + f.Pattern + `)$`)
	return err == nil && whole.MatchString(key)
}

// uuid4 makes a version 4 UUID (RFC 9562 section 5.4) from a seeded source, so
// that a run can be repeated.
func uuid4(random *rand.Rand) string {
	var b [16]byte
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	h := hex.EncodeToString(b[:])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

func text(random *rand.Rand, n int) string {
	return draw(random, "abcdefghijkmnpqrstuvwxyz23456789", n)
}
func digits(random *rand.Rand, n int) string { return draw(random, "0123456789", n) }

func draw(random *rand.Rand, alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[random.IntN(len(alphabet))]
	}
	return string(b)
}

// randomFor returns a source of randomness for one purpose of a run. The same
// seed and purpose give the same numbers, whatever else the run draws.
func randomFor(seed uint64, purpose string) *rand.Rand {
	var key [32]byte
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	h := uint64(14695981039346656037)
	for i := range len(purpose) {
		h = (h ^ uint64(purpose[i])) * 1099511628211
	}
	for i := range 8 {
		key[8+i] = byte(h >> (8 * i))
	}
	return rand.New(rand.NewChaCha8(key))
}
