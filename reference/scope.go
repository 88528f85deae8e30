package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// longestSlot bounds a slot in bytes, since databases bound what an index
// takes.
const longestSlot = 1000

// slotMaker joins a key with all that it is unique within. A key is never
// shared by accounts, even if the contract names no account.
func slotMaker(contract idem.Contract) func(*Call) string {
	within := contract.Scope
	if !slices.Contains(within, idem.PerCredential) {
		within = append([]idem.Scope{idem.PerAccount}, within...)
	}
	paired := contract.Clause(idem.Mismatch).Does == idem.Executes
	return func(c *Call) string {
		var parts []string
		for _, s := range within {
			switch s {
			case idem.PerAccount:
				parts = append(parts, "account="+c.Account)
			case idem.PerCredential:
				parts = append(parts, "credential="+c.Credential)
			case idem.PerMethod:
				parts = append(parts, "method="+c.Request.Method)
			case idem.PerPath:
				parts = append(parts, "path="+strconv.QuoteToASCII(c.Request.URL.EscapedPath()))
			}
		}
		if paired {
			parts = append(parts, "body="+c.Policy.Fingerprint(c))
		}
		parts = append(parts, "key="+strconv.QuoteToASCII(c.Key))
		slot := strings.Join(parts, " ")
		if len(slot) > longestSlot {
			sum := sha256.Sum256([]byte(slot))
			return "sha256=" + hex.EncodeToString(sum[:])
		}
		return slot
	}
}
