package intake

import (
	"math/big"
	"strings"

	"github.com/idemspec/idemspec/checks/idem/source"
)

// Amount returns the amount of money that a body asks for, as it is spelled, and
// its currency; false if the body has none. The currency is empty if the body
// does not name it.
func Amount(kind string, body []byte) (amount *big.Rat, currency string, found bool) {
	b := bodyOf(kind, string(body))
	v := b.JSON
	switch b.Kind {
	case FormBody:
		v = source.Value{Kind: source.Object}
		for _, f := range b.Form {
			v.Members = append(v.Members, source.Member{Name: f.Name, Value: source.Text(f.Value)})
		}
	case JSONBody:
	case NoBody, MultipartBody, RawBody:
		return nil, "", false
	}
	for _, l := range leaves(v) {
		if amount == nil && strings.Contains(normal(l.pointer), "amount") && numeral.MatchString(l.value.Text) {
			amount, found = new(big.Rat).SetString(l.value.Text)
		}
		if currency == "" && strings.HasPrefix(normal(l.name), "currency") && l.value.Kind == source.String {
			currency = l.value.Text
		}
	}
	return amount, currency, found
}
