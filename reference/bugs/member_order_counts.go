package bugs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// MemberOrderCounts hashes members in the order in which they come.
var MemberOrderCounts = declare(Bug{
	ID:     "member-order-counts",
	Title:  "Refuses a repeat whose members are in another order",
	Kind:   "too-strict-hash",
	Breaks: idem.OtherOrder,
	Cause: `The body is decoded and written again to get rid of white space, by a library that keeps
members in the order in which it has met them.`,
	Reports: []string{
		"https://github.com/aws-powertools/powertools-lambda-python/issues/638",
	},
	CaughtBy: []string{"other-member-order"},
	Mutate: func(p *reference.Policy) {
		hashing(p, func(body []byte) (string, error) {
			var text strings.Builder
			d := json.NewDecoder(bytes.NewReader(body))
			for {
				token, err := d.Token() // numbers are decoded, so that 4200.0 is 4200
				if errors.Is(err, io.EOF) {
					return text.String(), nil
				}
				if token == volatileMember {
					_, err = d.Token()
					token = nil
				}
				if err != nil {
					return "", err
				}
				if token == nil {
					continue
				}
				fmt.Fprintf(&text, "%T %v,", token, token)
			}
		})
	},
})
