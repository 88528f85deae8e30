package reference

import (
	"slices"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// longestSlot bounds a slot in bytes, since databases bound what an index
// takes.
const longestSlot = 1000

// slotMaker joins a key with all that it is unique within. A key is never
// shared by accounts, unless the contract refuses one to all but its account.
func slotMaker(contract idem.Contract) func(*Call) string {
	whole, w := prints(contract), weigh(contract)
	shared := contract.Clause(idem.OtherAccountSent).Does == idem.Refuses
	credential := slices.Contains(contract.Scope, idem.PerCredential)
	switch contract.Clause(idem.OtherCredential).Does {
	case idem.Executes:
		credential = true
	case idem.Replays, idem.Refuses:
		credential = false
	case idem.Waits:
	}
	apart := slices.Contains([]weight{w.method, w.path, w.query, w.kind, w.header, w.body}, separate)
	return func(c *Call) string {
		var parts []string
		if !shared {
			parts = append(parts, "account="+c.Account)
		}
		if credential {
			parts = append(parts, "credential="+c.Credential)
		}
		var p Print
		if apart {
			p = whole(c)
		}
		for _, part := range []struct {
			name, text string
			weight     weight
		}{
			{"method", p.Method, w.method},
			{"path", p.Path, w.path},
			{"query", p.Query, w.query},
			{"type", p.Type, w.kind},
			{"header", p.Header, w.header},
			{"body", p.Body, w.body},
		} {
			if part.weight == separate {
				parts = append(parts, part.name+"="+part.text)
			}
		}
		slot := strings.Join(append(parts, "key="+strconv.QuoteToASCII(c.Key)), " ")
		if len(slot) > longestSlot {
			return "long=" + hashed(slot)
		}
		return slot
	}
}
