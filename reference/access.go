package reference

import (
	"net/http"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// The tokens that the server knows. Three of them belong to one account.
const (
	TokenOne          = "sk_test_one"           // account acct_one
	TokenOneSecond    = "sk_test_one_second"    // account acct_one, another credential
	TokenOneRevocable = "sk_test_one_revocable" // account acct_one, and an admin can take its right
	TokenTwo          = "sk_test_two"           // account acct_two
)

type credential struct {
	name, account string
	revocable     bool
}

var credentials = map[string]credential{
	TokenOne:          {"one", "acct_one", false},
	TokenOneSecond:    {"one-second", "acct_one", false},
	TokenOneRevocable: {"one-revocable", "acct_one", true},
	TokenTwo:          {"two", "acct_two", false},
}

// The store keeps whose right was revoked, so that each server sees it.
const revokedKind Kind = "revoked"

// authenticate comes before anything about the key, so that a stranger learns
// nothing from it and leaves nothing behind.
func authenticate(contract idem.Contract) func(*Call) *Answer {
	nobody := contract.Clause(idem.NoCredential)
	return func(c *Call) *Answer {
		scheme, token, _ := strings.Cut(c.Request.Header.Get("Authorization"), " ")
		who, known := credentials[strings.TrimSpace(token)]
		if !known || !strings.EqualFold(scheme, "Bearer") {
			no := refusal(nobody, "unauthenticated", http.StatusUnauthorized, "the request carries no token that is known here")
			no.Header.Set("WWW-Authenticate", `Bearer realm="charges"`)
			return no
		}
		c.Account, c.Credential = who.account, who.name
		if !who.revocable {
			return nil
		}
		return authorize(c, contract.Clause(idem.RightRevoked))
	}
}

// authorize finds out whether the right of the call's credential was revoked.
// Where the contract replays to a caller without the right, only new work is
// kept from it.
func authorize(c *Call, clause idem.Clause) *Answer {
	var revoked bool
	err := c.Store.Do(c.Context, func(tx Tx) (err error) {
		_, revoked, err = tx.Object(revokedKind, c.Credential)
		return err
	})
	switch {
	case err != nil:
		return refuseUnavailable(c, err)
	case !revoked:
		return nil
	case clause.Does == idem.Replays:
		c.Bar(*refuse("forbidden", http.StatusForbidden, "the token has lost its right"))
		return nil
	}
	return refusal(clause, "forbidden", http.StatusForbidden, "the token has lost its right")
}

// refuseStranger shows a stored answer to the account alone that caused it, and
// to its credential alone where the contract says so.
func refuseStranger(contract idem.Contract) func(*Call, Record) *Answer {
	account, credential := contract.Clause(idem.OtherAccountSent), contract.Clause(idem.OtherCredential)
	return func(c *Call, known Record) *Answer {
		switch {
		case known.Account != c.Account:
			return refusal(account, "key-foreign", http.StatusForbidden, "the idempotency key belongs to another account")
		case credential.Does == idem.Refuses && known.Credential != c.Credential:
			return refusal(credential, "key-foreign", http.StatusForbidden, "the idempotency key belongs to another credential")
		}
		return nil
	}
}
