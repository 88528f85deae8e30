package target

import (
	"encoding/base64"
	"maps"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/mask"
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

// credentials reads how the target's own requests and those of other parties
// prove who sends them.
func (l *loader) credentials() error {
	own, err := l.credential("/auth", l.file.Auth)
	if err != nil {
		return err
	}
	l.target.credentials = map[idem.Party][]idem.Field{idem.Own: own}
	accounts, _ := l.root.Get("/accounts")
	for _, m := range accounts.Members {
		party, at := idem.Party(m.Name), "/accounts/"+m.Name
		fields, err := l.credential(at+"/auth", l.file.Accounts[party].Auth)
		if err != nil {
			return err
		}
		for _, other := range slices.Sorted(maps.Keys(l.target.credentials)) {
			if slices.Equal(fields, l.target.credentials[other]) {
				return l.doc.Errorf(at, "give another one", "%s has the credential of %s, so that nobody could tell the two apart", m.Name, called(other))
			}
		}
		l.target.credentials[party] = fields
	}
	return nil
}

func called(p idem.Party) string {
	if p == idem.Own {
		return "auth"
	}
	return string(p)
}

func (l *loader) credential(at string, a auth) ([]idem.Field, error) {
	fields, secret := a.fields()
	for _, f := range fields {
		if unsendable(f.Value) {
			return nil, l.doc.Errorf(at, "see whether a line end came with it", "a credential cannot have line ends or other control characters")
		}
	}
	if a.Basic != nil && strings.Contains(a.Basic.User, ":") {
		return nil, l.doc.Errorf(at+"/basic/user", "", "the name of a user cannot have a colon")
	}
	if secret != "" && !a.Shown {
		l.secrets = append(l.secrets, mask.Secret{Value: secret})
	}
	return fields, nil
}
