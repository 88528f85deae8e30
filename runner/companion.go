package runner

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// companions returns the header fields that have to travel with a key, the same
// for each request with that key. The instant at which it was first sent is one
// of the target's clock, as far as that was moved.
func (c *trial) companions(contract idem.Contract, s idem.KeySymbol) ([]idem.Field, error) {
	var all []idem.Field
	for _, with := range contract.Carrier.With {
		if !with.Required {
			continue
		}
		switch with.Holds {
		case idem.FirstSent:
			sent, known := c.sent[s]
			if !known {
				sent = c.Clock.Now().Add(time.Duration(c.shifted.Load()))
				c.sent[s] = sent
			}
			all = append(all, idem.Field{Name: with.Name, Value: sent.UTC().Format(http.TimeFormat)})
		case idem.Lifetime:
			seconds := int64(time.Duration(contract.Retention.Length) / time.Second)
			if seconds == 0 {
				return nil, unmadeError("the contract gives no retention for " + with.Name + " to hold")
			}
			all = append(all, idem.Field{Name: with.Name, Value: strconv.FormatInt(seconds, 10)})
		default:
			return nil, fmt.Errorf("%s holds %q, which is not known", with.Name, with.Holds)
		}
	}
	return all, nil
}
