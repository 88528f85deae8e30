package reference

import (
	"net/http"
	"strings"
)

// The tokens that the server knows. Two of them belong to one account.
const (
	TokenOne       = "sk_test_one"        // account acct_one
	TokenOneSecond = "sk_test_one_second" // account acct_one, another credential
	TokenTwo       = "sk_test_two"        // account acct_two
)

var credentials = map[string]struct{ name, account string }{
	TokenOne:       {"one", "acct_one"},
	TokenOneSecond: {"one-second", "acct_one"},
	TokenTwo:       {"two", "acct_two"},
}

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
	return nil
}

// refuseStranger shows a stored answer to the account alone that caused it.
func refuseStranger(c *Call, known Record) *Answer {
	if known.Account == c.Account {
		return nil
	}
	return refuse("key-foreign", http.StatusForbidden, "the answer belongs to another account")
}
