package reference

import (
	"net/http"
	"strings"
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
func authenticate(c *Call) *Answer {
	scheme, token, _ := strings.Cut(c.Request.Header.Get("Authorization"), " ")
	who, known := credentials[strings.TrimSpace(token)]
	if !known || !strings.EqualFold(scheme, "Bearer") {
		no := refuse("unauthenticated", http.StatusUnauthorized, "the request carries no token that is known here")
		no.Header.Set("WWW-Authenticate", `Bearer realm="charges"`)
		return no
	}
	c.Account, c.Credential = who.account, who.name
	if !who.revocable {
		return nil
	}
	var revoked bool
	err := c.Store.Do(c.Context, func(tx Tx) (err error) {
		_, revoked, err = tx.Object(revokedKind, who.name)
		return err
	})
	switch {
	case err != nil:
		return refuseUnavailable(c, err)
	case revoked:
		return refuse("forbidden", http.StatusForbidden, "the token has lost its right")
	}
	return nil
}

// refuseStranger shows a stored answer to the account alone that caused it.
func refuseStranger(c *Call, known Record) *Answer {
	if known.Account == c.Account {
		return nil
	}
	return refuse("key-foreign", http.StatusForbidden, "the answer belongs to another account")
}
