package intake

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A Question asks for one line; an empty answer stands for the usual one.
type Question func(text, usual string) (string, error)

// Ask makes a request of a person's answers. No secret is asked for: where one
// belongs, the request has a variable.
func Ask(ask Question) (Request, error) {
	var r Request
	var failed error
	answer := func(text, usual string) string {
		if failed != nil {
			return ""
		}
		a, err := ask(text, usual)
		failed = err
		if a = plain(strings.TrimSpace(a)); a == "" {
			return usual
		}
		return a
	}
	r.Address = answer("Address of a request that creates something", "http://127.0.0.1:8080/v1/charges")
	if failed == nil {
		_, _, _, failed = split(r.Address)
	}
	r.Method = strings.ToUpper(answer("Method", "POST"))
	body := answer("Body, as JSON on one line or as a form", `{"amount": 4200, "currency": "usd", "description": "test"}`)
	kind := "application/json"
	if _, isJSON := readJSON(body); !isJSON {
		kind = "application/x-www-form-urlencoded"
	}
	r.Body = bodyOf(kind, body)
	r.Header = []idem.Field{{Name: "Content-Type", Value: kind}}
	switch proof := answer("Credential: none, bearer, basic, or the name of a header", "bearer"); strings.ToLower(proof) {
	case "none":
	case "bearer":
		r.Header = append(r.Header, idem.Field{Name: "Authorization", Value: "Bearer " + variable("API_TOKEN")})
	case "basic":
		r.Basic = &Basic{variable("API_USER"), variable("API_PASSWORD")}
	default:
		r.Header = append(r.Header, idem.Field{Name: proof, Value: variable(name(proof))})
	}
	r.Key = answer("Header of the idempotency key", usual.Name)
	return r, failed
}
