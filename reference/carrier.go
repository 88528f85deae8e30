package reference

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"unicode/utf8"

	"github.com/dunglas/httpsfv"

	"github.com/idemspec/idemspec/checks/idem"
)

// keyReader reads the key from where the contract carries it and holds it to
// the contract's format. Where a request without a key is promised a replay, a
// digest of the request becomes its key.
func keyReader(contract idem.Contract) func(*Call) (string, error) {
	wellFormed := formatOf(contract.Format)
	derived := contract.Clause(idem.MissingKey).Does == idem.Replays
	return func(c *Call) (string, error) {
		values, err := carried(c, contract.Carrier)
		if err != nil {
			return "", err
		}
		if len(values) == 0 || len(values) == 1 && values[0] == "" {
			if derived {
				return "derived-" + digest(c, contract.Carrier), nil
			}
			return "", nil
		}
		if len(values) > 1 {
			return "", errors.New("the key is given more than once")
		}
		key := values[0]
		if contract.Carrier.Quoted {
			if key, err = unquoted(key); err != nil {
				return "", err
			}
		}
		return key, wellFormed(key)
	}
}

// defaultCarrier is where a contract that names none carries the key.
const defaultCarrier = "Idempotency-Key"

// carried returns every key that the request carries in the place.
func carried(c *Call, carrier idem.Carrier) ([]string, error) {
	switch carrier.In {
	case idem.InQuery:
		return c.Request.URL.Query()[carrier.Name], nil
	case idem.InForm:
		form, err := url.ParseQuery(string(c.Body))
		if err != nil || !isForm(c.Request) {
			return nil, err
		}
		return form[carrier.Name], nil
	case idem.InBody:
		v, found := member(map[string]any(c.fields), pointerParts(carrier.Name))
		if !found {
			return nil, nil
		}
		text, isText := v.(string)
		if !isText {
			return nil, errors.New("the key is not a string")
		}
		return []string{text}, nil
	case idem.InHeader:
		return c.Request.Header.Values(carrier.Name), nil
	}
	return c.Request.Header.Values(defaultCarrier), nil
}

// unquoted reads an RFC 8941 Item that is a String.
func unquoted(field string) (string, error) {
	item, err := httpsfv.UnmarshalItem([]string{field})
	if err != nil {
		return "", fmt.Errorf("the key is no structured field: %w", err)
	}
	text, isText := item.Value.(string)
	if !isText {
		return "", errors.New("the key is not a String of RFC 8941, in double quotes")
	}
	if text == "" {
		return "", errors.New("the key is empty")
	}
	return text, nil
}

var (
	uuidShape  = regexp.MustCompile(`^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)
	uuid4Shape = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$`)
)

// formatOf returns what says why a key is not of the format.
func formatOf(f idem.Format) func(key string) error {
	var whole *regexp.Regexp
	if f.Pattern != "" {
		// A pattern that does not compile is refused by New before it is used.
		whole, _ = regexp.Compile(`^(?:` + f.Pattern + `)$`)
	}
	return func(key string) error {
		n := utf8.RuneCountInString(key)
		switch {
		case n < f.MinLength:
			return fmt.Errorf("the key is shorter than %d characters", f.MinLength)
		case f.MaxLength > 0 && n > f.MaxLength:
			return fmt.Errorf("the key is longer than %d characters", f.MaxLength)
		case f.Kind == idem.UUID && !uuidShape.MatchString(key):
			return errors.New("the key is no UUID")
		case f.Kind == idem.UUIDv4 && !uuid4Shape.MatchString(key):
			return errors.New("the key is no UUID of version 4")
		case whole != nil && !whole.MatchString(key):
			return errors.New("the key has characters that are not taken")
		}
		return nil
	}
}

func refuseMalformed(_ *Call, err error) *Answer {
	return refuse("key-malformed", http.StatusBadRequest, err.Error())
}

// refuseMissing demands a key where the contract does, unless the contract says
// that a request without one is executed.
func refuseMissing(contract idem.Contract) func(*Call) *Answer {
	clause := contract.Clause(idem.MissingKey)
	return func(c *Call) *Answer {
		if !contract.Required.On(c.Request.Method) || clause.Does == idem.Executes {
			return nil
		}
		return refusal(clause, "key-missing", http.StatusBadRequest, "this request needs an idempotency key and has none")
	}
}
