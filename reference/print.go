package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// A Print is what makes two requests the same, in parts, each of them a digest
// or empty where the part does not count.
type Print struct {
	Method, Path, Query string
	Type                string // the content type as it is spelled
	Header              string // header fields that have nothing to do with the rest
	Body                string // whatever of the body, and of other header fields, counts
	Sense               string // the body as far as it makes a difference to anybody; not compared
}

// String writes the print for a record.
func (p Print) String() string {
	return strings.Join([]string{p.Method, p.Path, p.Query, p.Type, p.Header, p.Body, p.Sense}, ".")
}

// parsePrint reads what String has written.
func parsePrint(s string) Print {
	parts := append(strings.Split(s, "."), make([]string, 7)...)
	return Print{parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]}
}

// same reports whether all that counts is the same.
func (p Print) same(other Print) bool {
	p.Sense, other.Sense = "", ""
	return p == other
}

// all is a digest of all parts, for what takes the place of a key.
func (p Print) all() string { return hashed(p.Method, p.Path, p.Query, p.Body) }

// hashed digests texts. Their lengths keep the end of one from passing as the
// start of the next.
func hashed(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		// A hash never returns an error.
		_, _ = h.Write([]byte(strconv.Itoa(len(text)) + " " + text))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
