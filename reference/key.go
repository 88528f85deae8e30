package reference

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/dunglas/httpsfv"

	"github.com/idemspec/idemspec/checks/idem"
)

// A KeyFault is what is wrong with a key.
type KeyFault struct {
	Situation idem.Situation // what the contract calls it
	Detail    string
}

func (f *KeyFault) Error() string { return f.Detail }

func faulty(s idem.Situation, detail string) error { return &KeyFault{s, detail} }

// keyReader reads the key from where the contract carries it and holds it to
// the contract's format. What the contract executes in spite of its fault is a
// key like any other. Where a request without a key is promised a replay, a
// digest of the request becomes its key.
func keyReader(contract idem.Contract) func(*Call) (string, error) {
	wellFormed, companions := formatOf(contract.Format), companionsOf(contract)
	derived, whole := contract.Clause(idem.MissingKey).Does == idem.Replays, prints(contract)
	executes := func(s idem.Situation) bool { return contract.Clause(s).Does == idem.Executes }
	return func(c *Call) (string, error) {
		values, err := carried(c, contract.Carrier)
		if err != nil {
			return "", err
		}
		c.Carried = values
		field, err := single(values, executes)
		if err != nil {
			return "", err
		}
		key, foreign := field, false
		if contract.Carrier.In == idem.InHeader || contract.Carrier.In == "" {
			if key, foreign, err = unwrapped(contract, field); err != nil {
				return "", err
			}
		}
		switch {
		case key == "" && len(values) > 0 && contract.Clause(idem.EmptyKeySent).Does != "":
			return "", faulty(idem.EmptyKeySent, "the key is empty")
		case key == "" && derived:
			return "derived-" + whole(c).all(), nil
		case key == "":
			return "", nil
		}
		var fault *KeyFault
		if err := wellFormed(key); errors.As(err, &fault) && !foreign && !executes(fault.Situation) {
			return "", err
		}
		if contract.Clause(idem.OtherCase).Does == idem.Replays {
			key = strings.ToLower(key)
		}
		return key, companions(c)
	}
}

// single returns the one value that the carrier holds; empty if there is none.
func single(values []string, executes func(idem.Situation) bool) (string, error) {
	switch {
	case len(values) == 0:
		return "", nil
	case len(values) == 1:
		return values[0], nil
	case len(slices.Compact(slices.Sorted(slices.Values(values)))) == 1:
		if !executes(idem.TwiceSent) {
			return "", faulty(idem.TwiceSent, "the key is given more than once")
		}
	case !executes(idem.PairSent):
		return "", faulty(idem.PairSent, "two keys are given")
	}
	return values[0], nil
}

// unwrapped reads a header field in the syntax that the contract wants, or in
// the other one as far as it takes that. Foreign means that the key is one of
// the other syntax, and none of this one.
func unwrapped(contract idem.Contract, field string) (key string, foreign bool, err error) {
	text, quoted := unquoted(field)
	if quoted == contract.Carrier.Quoted {
		return text, false, nil
	}
	switch does := contract.Clause(idem.OtherQuoting).Does; {
	case does == idem.Replays:
		return text, false, nil
	case does == idem.Executes && quoted, does == "" && quoted:
		return field, does == idem.Executes, nil // the quotes make it another key
	case does == idem.Executes && field != "":
		return "bare " + field, true, nil // which no quoted key can be in this form
	case field == "":
		return "", false, nil
	}
	return "", false, faulty(idem.OtherQuoting, "the key is not in the syntax that is taken here: as a String of RFC 8941 it is in double quotes")
}

// unquoted reads an RFC 8941 Item that is a String. Anything else is returned as
// it is.
func unquoted(field string) (text string, quoted bool) {
	item, err := httpsfv.UnmarshalItem([]string{field})
	if err != nil {
		return field, false
	}
	text, quoted = item.Value.(string)
	if !quoted {
		return field, false
	}
	return text, true
}

// refuseMalformed answers a key with a fault as the contract says for that
// fault. Where it takes such requests without protection, it lets them go on.
func refuseMalformed(contract idem.Contract) func(*Call, error) *Answer {
	return func(_ *Call, err error) *Answer {
		var fault *KeyFault
		if !errors.As(err, &fault) {
			return refuse("key-malformed", http.StatusBadRequest, err.Error())
		}
		clause := contract.Clause(fault.Situation)
		if other := contract.Clause(idem.MalformedSent); clause.Level == idem.Silent && other.Does == idem.Refuses {
			clause = other
		}
		switch {
		case fault.Situation == idem.Expired:
			return refusal(clause, "key-expired", http.StatusPreconditionFailed, fault.Detail)
		case clause.Does == idem.Executes:
			return nil
		}
		return refusal(clause, "key-malformed", http.StatusBadRequest, fault.Detail)
	}
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
