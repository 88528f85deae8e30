package runner

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/dunglas/httpsfv"
	"github.com/idemspec/idemspec/checks/idem"
)

// key returns the key that a symbol of this case stands for, minted the first
// time, and how it is written in a form where a contract holds: one value for
// each time that the carrier stands in the request.
func (c *trial) key(contract idem.Contract, s idem.KeySymbol, form idem.KeyForm) (key string, written []string, err error) {
	key, known := c.keys[s]
	if !known {
		if key, err = c.mintAs(contract.Format, form); err != nil {
			return "", nil, err
		}
		c.keys[s] = key
	}
	written = []string{key}
	switch form {
	case idem.OtherCaseKey:
		if key, err = otherCase(contract.Format, key); err != nil {
			return "", nil, err
		}
		written = []string{key}
	case idem.TwiceKey:
		written = []string{key, key}
	case idem.PairKey:
		other, err := mint(c.random, contract.Format)
		if err != nil {
			return "", nil, err
		}
		written = []string{key, other}
	case idem.PlainKey, idem.EmptyKey, idem.LongestKey, idem.LongKey, idem.MalformedKey, idem.UnusualKey, idem.OtherQuotes, idem.HostileKey:
	}
	quoted := contract.Carrier.Quoted != (form == idem.OtherQuotes)
	for i, w := range written {
		if quoted {
			if written[i], err = quoteKey(w); err != nil {
				return "", nil, err
			}
		}
	}
	return key, written, nil
}

// An unmadeError says why a key of some form cannot be made under a contract.
type unmadeError string

func (e unmadeError) Error() string { return string(e) }

// quoteKey writes a key as an RFC 8941 String.
func quoteKey(key string) (string, error) {
	text, err := httpsfv.Marshal(httpsfv.NewItem(key))
	if err != nil {
		return "", fmt.Errorf("the key %q cannot be quoted: %w", key, err)
	}
	return text, nil
}

// mintAs makes a fresh key of the shape that a form asks for.
func (c *trial) mintAs(f idem.Format, form idem.KeyForm) (string, error) {
	switch form {
	case idem.EmptyKey:
		return "", nil
	case idem.LongestKey:
		return c.ofLength(f, f.MaxLength)
	case idem.LongKey:
		return c.ofLength(f, f.MaxLength+1)
	case idem.MalformedKey:
		return malformed(f)
	case idem.UnusualKey:
		return allowed(f, idem.UnusualText+text(c.random, 8))
	case idem.HostileKey:
		return allowed(f, idem.HostileText+text(c.random, 8))
	case idem.OtherCaseKey:
		return "", errors.New("a key has no other case before it was sent")
	case idem.PlainKey, idem.TwiceKey, idem.PairKey, idem.OtherQuotes:
	}
	return mint(c.random, f)
}

// ofLength makes a key of exactly n characters.
func (c *trial) ofLength(f idem.Format, n int) (string, error) {
	if n <= 1 {
		return "", unmadeError("the contract gives no longest key")
	}
	if f.Kind != idem.AnyKey || f.Pattern != "" && !allows(f, text(c.random, f.MaxLength)) {
		return "", unmadeError("the contract demands a shape of key whose length cannot be chosen")
	}
	return text(c.random, n), nil
}

// allowed returns a key if the contract's format allows it.
func allowed(f idem.Format, key string) (string, error) {
	if f.Kind != idem.AnyKey || !allows(f, key) {
		return "", unmadeError("the contract's format does not allow such a key")
	}
	return key, nil
}

// malformed makes a key that the format forbids by its shape and not by its
// length.
func malformed(f idem.Format) (string, error) {
	for _, key := range []string{"not-a-key", "not a key at all, and of no known shape", "zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz", "käy", "key with spaces", "(key)"} {
		if f.MaxLength > 0 && len(key) > f.MaxLength || len(key) < f.MinLength {
			continue
		}
		if f.Kind != idem.AnyKey && !uuidShape.MatchString(key) || f.Pattern != "" && !allows(f, key) {
			return key, nil
		}
	}
	return "", unmadeError("the contract's format forbids no shape of key that can be sent")
}

var uuidShape = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// otherCase returns a key with its letters in the other case, if that is another
// key that the format allows.
func otherCase(f idem.Format, key string) (string, error) {
	other := swapCase(key)
	switch {
	case other == key:
		return "", unmadeError("the keys of the contract's format have no letters")
	case !allows(f, other):
		return "", unmadeError("the contract's format forbids the letters of its keys in the other case")
	}
	return other, nil
}

// swapCase turns capital letters into small ones and the other way round.
func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}
