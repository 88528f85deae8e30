package reference

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// defaultCarrier is where a contract that names none carries the key.
const defaultCarrier = "Idempotency-Key"

// headerOf is the header field that carries the key; empty if none does.
func headerOf(carrier idem.Carrier) string {
	switch carrier.In {
	case idem.InHeader:
		return carrier.Name
	case "":
		return defaultCarrier
	case idem.InBody, idem.InForm, idem.InQuery:
	}
	return ""
}

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
			return nil, faulty(idem.MalformedSent, "the key is not a string")
		}
		return []string{text}, nil
	case idem.InHeader:
	}
	return c.Request.Header.Values(headerOf(carrier)), nil
}

// companionsOf reads the header fields that travel with a key.
func companionsOf(contract idem.Contract) func(*Call) error {
	refusesLate := contract.Clause(idem.Expired).Does == idem.Refuses
	length := time.Duration(contract.Retention.Length)
	return func(c *Call) error {
		for _, with := range contract.Carrier.With {
			value := c.Request.Header.Get(with.Name)
			if value == "" {
				if with.Required {
					return faulty(idem.MalformedSent, with.Name+" is missing, which has to come with a key")
				}
				continue
			}
			switch with.Holds {
			case idem.FirstSent:
				sent, err := http.ParseTime(value)
				if err != nil {
					return faulty(idem.MalformedSent, with.Name+" is no date")
				}
				if refusesLate && length > 0 && c.Arrived.Sub(sent) >= length {
					return faulty(idem.Expired, "the request was first sent so long ago that nobody can know how it ended")
				}
			case idem.Lifetime:
				n, err := strconv.ParseUint(value, 10, 31)
				if err != nil || n == 0 {
					return faulty(idem.MalformedSent, with.Name+" is no number of seconds above zero")
				}
				c.lifetime = time.Duration(n) * time.Second
			}
		}
		return nil
	}
}
