package reference

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"net/url"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// fingerprinter digests what makes two requests the same. Where the contract
// replays whatever the body, nothing does.
func fingerprinter(contract idem.Contract) func(*Call) string {
	if contract.Clause(idem.Mismatch).Does == idem.Replays {
		return func(*Call) string { return "" }
	}
	return func(c *Call) string { return digest(c, contract.Carrier) }
}

// digest hashes method, path, query and body, apart from a key in the query.
func digest(c *Call, carrier idem.Carrier) string {
	query := c.Request.URL.Query()
	if carrier.In == idem.InQuery {
		query.Del(carrier.Name)
	}
	h := sha256.New()
	for _, part := range [][]byte{
		[]byte(c.Request.Method), []byte(c.Request.URL.EscapedPath()), []byte(query.Encode()), canonical(c),
	} {
		// The length keeps the end of one part from passing as the start of the
		// next. A hash never returns an error.
		_, _ = h.Write(strconv.AppendInt(nil, int64(len(part)), 10))
		_, _ = h.Write([]byte{' '})
		_, _ = h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// canonical writes a body so that what is equal has equal bytes: members of
// objects and fields of forms are sorted, white space between values is gone,
// and a number is written by its value. What is neither JSON nor a form stays
// as it is.
func canonical(c *Call) []byte {
	if isForm(c.Request) {
		if form, err := url.ParseQuery(string(c.Body)); err == nil {
			return []byte(form.Encode())
		}
		return c.Body
	}
	d := json.NewDecoder(bytes.NewReader(c.Body))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return c.Body
	}
	// Marshal sorts the members of maps, and fails on none of these types.
	body, err := json.Marshal(plainNumbers(v))
	if err != nil {
		return c.Body
	}
	return body
}

// longestExponent bounds the numbers that are written by value, since
// 1e999999999 would take all memory to write out.
const longestExponent = 400

// plainNumbers writes each number in its shortest decimal form.
func plainNumbers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, m := range v {
			v[k] = plainNumbers(m)
		}
	case []any:
		for i, m := range v {
			v[i] = plainNumbers(m)
		}
	case json.Number:
		return json.Number(plainNumber(v.String()))
	}
	return v
}

func plainNumber(s string) string {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	if _, exponent, found := strings.Cut(strings.ToLower(s), "e"); found {
		if n, err := strconv.Atoi(exponent); err != nil || n > longestExponent || n < -longestExponent {
			return s
		}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return s
	}
	digits, _ := r.FloatPrec()
	return r.FloatString(digits)
}
