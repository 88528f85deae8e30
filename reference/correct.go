package reference

import (
	"context"
	"fmt"
	"net/http"
	"regexp"

	"github.com/idemspec/idemspec/checks/idem"
)

// Correct returns the policy that keeps a contract. Where the contract is
// silent, keys are unique within an account, live for 24 hours from the first
// request and must come back with the same method, path, query and body; a
// replay is answered 200 for a stored 201, a changed request 422, and one that
// meets the first at work 409.
func Correct(contract idem.Contract) Policy {
	return Policy{
		Admit:       authenticate,
		Covers:      func(c *Call) bool { return !safe(c.Request.Method) },
		Key:         keyReader(contract),
		Malformed:   refuseMalformed,
		Missing:     refuseMissing(contract),
		Slot:        slotMaker(contract),
		Fingerprint: fingerprinter(contract),

		Claim:       claim,
		Orphaned:    orphaned,
		Forgotten:   forgotten,
		Unavailable: refuseUnavailable,

		Meet:      meet,
		Different: refuseDifferent(contract),
		Running:   answerRunning(contract),
		Late:      answerLate(contract),
		Entitled:  refuseStranger,
		Replay:    replay(contract),

		Detach:   context.WithoutCancel,
		Execute:  commitTogether,
		Holds:    func(mine, current Record) bool { return mine.Nonce == current.Nonce },
		Fresh:    fresh(contract),
		Remember: func(_ *Call, a Answer) (Answer, bool) { return a, final(a.Status) },
		Expires:  expires(contract),
		Release:  release,

		Announce: post,
		Relay:    relay,
	}
}

// final reports whether an outcome is worth remembering: it would come out the
// same again, or must not be tried again. What is refused before the work has
// decided anything, or may pass by itself, is not.
func final(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout,
		http.StatusPreconditionFailed, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return status < 500
}

// unkept says which promise of a contract this server cannot keep; nil if it
// keeps them all.
func unkept(contract idem.Contract) error {
	refuse := func(s idem.Situation) error {
		return fmt.Errorf("contract %q: the reference server cannot keep %q as %q: change what the clause does",
			contract.Profile, s, contract.Clause(s).Does)
	}
	if d := contract.Clause(idem.OtherKey).Does; d != "" && d != idem.Executes {
		return refuse(idem.OtherKey)
	}
	if contract.Clause(idem.Replay).Does == idem.Executes {
		return refuse(idem.Replay)
	}
	if _, err := regexp.Compile(contract.Format.Pattern); err != nil {
		return fmt.Errorf("contract %q: the pattern of keys is no expression: %w", contract.Profile, err)
	}
	return nil
}
