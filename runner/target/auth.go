package target

import (
	"encoding/base64"

	"github.com/idemspec/idemspec/checks/idem"
)

// auth is the credential of an account. At most one of its forms is set.
type auth struct {
	Shown  bool    `json:"shown"`
	Bearer *string `json:"bearer"`
	Basic  *struct {
		User     string `json:"user"`
		Password string `json:"password"`
	} `json:"basic"`
	Header *struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"header"`
}

// fields returns the header fields of a credential, and what is secret about
// them beyond the values of the file.
func (a auth) fields() (fields []idem.Field, secret string) {
	switch {
	case a.Bearer != nil:
		return []idem.Field{{Name: "Authorization", Value: "Bearer " + *a.Bearer}}, *a.Bearer
	case a.Basic != nil:
		pair := base64.StdEncoding.EncodeToString([]byte(a.Basic.User + ":" + a.Basic.Password))
		return []idem.Field{{Name: "Authorization", Value: "Basic " + pair}}, pair
	case a.Header != nil:
		return []idem.Field{{Name: a.Header.Name, Value: a.Header.Value}}, a.Header.Value
	}
	return nil, ""
}
