package reference

import (
	"context"
	"fmt"
	"regexp"
	"sync"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// Correct returns the policy that keeps a contract. Where the contract is
// silent, keys are unique within an account, live for 24 hours from the first
// request and must come back with the same method, path, query and body; a
// replay is answered 200 for a stored 201, a changed request 422, and one that
// meets the first at work 409.
func Correct(contract idem.Contract) Policy {
	p := Policy{
		Admit:       authenticate(contract),
		Covers:      func(c *Call) bool { return contract.Covered(c.Request.Method) },
		Key:         keyReader(contract),
		Malformed:   refuseMalformed(contract),
		Missing:     refuseMissing(contract),
		Spoils:      spoils(contract),
		Slot:        slotMaker(contract),
		Fingerprint: fingerprinter(contract),

		Claim:       claim,
		Orphaned:    orphaned,
		Forgotten:   forgotten,
		Unavailable: unavailable(contract),

		Meet:      meet,
		Different: refuseDifferent(contract),
		Running:   answerRunning(contract),
		Late:      answerLate(contract),
		Entitled:  refuseStranger(contract),
		Replay:    replay(contract),
		Mark:      marker(contract.Marker),
		Extends:   func(*Call, Record) bool { return contract.Clause(idem.Extended).Does == idem.Replays },

		Detach:   context.WithoutCancel,
		Execute:  commitTogether,
		Holds:    func(mine, current Record) bool { return mine.Nonce == current.Nonce },
		Fresh:    fresh(contract),
		Remember: remember(contract),
		Expires:  expires(contract),
		Release:  release,
		Sweep:    sweep(contract),

		Announce: post,
		Relay:    relay,
		Start:    func(tx Tx, order Message) (bool, error) { return tx.Take(order.ID) },

		Partial: refusePartial(contract),
		Stale:   refuseStale(contract),
		Gone:    answerGone(contract),
		ItemKey: itemKey,
		Overlap: refuseOverlap(contract),
	}
	if len(contract.Routes) > 0 {
		p.route(contract)
	}
	return p
}

// route makes the decisions that a contract leaves to its routes depend on the
// route of each call.
func (p *Policy) route(contract idem.Contract) {
	var made sync.Map // by what a route can change
	of := func(c *Call) Policy {
		here := contract.For(c.Request.Method, c.Request.URL.Path)
		kind := fmt.Sprint(here.Carrier, here.Format, here.Retention, here.Covers, here.Required)
		if known, found := made.Load(kind); found {
			return known.(Policy)
		}
		fresh := Correct(here)
		made.Store(kind, fresh)
		return fresh
	}
	p.Covers = func(c *Call) bool { return of(c).Covers(c) }
	p.Key = func(c *Call) (string, error) { return of(c).Key(c) }
	p.Missing = func(c *Call) *Answer { return of(c).Missing(c) }
	p.Slot = func(c *Call) string { return of(c).Slot(c) }
	p.Fingerprint = func(c *Call) Print { return of(c).Fingerprint(c) }
	p.Fresh = func(c *Call, a Answer) Answer { return of(c).Fresh(c, a) }
	p.Expires = func(c *Call, r Record) time.Time { return of(c).Expires(c, r) }
}

// unkept says which promise of a contract this server cannot keep; nil if it
// keeps them all.
func unkept(contract idem.Contract) error {
	refuse := func(s idem.Situation) error {
		return fmt.Errorf("contract %q: the reference server cannot keep %q as %q: change what the clause does",
			contract.Profile, s, contract.Clause(s).Does)
	}
	does := func(s idem.Situation) idem.Behaviour { return contract.Clause(s).Does }
	for _, s := range []idem.Situation{idem.First, idem.OtherKey} {
		if d := does(s); d != "" && d != idem.Executes {
			return refuse(s)
		}
	}
	if does(idem.Replay) == idem.Executes {
		return refuse(idem.Replay)
	}
	for _, s := range []idem.Situation{idem.OtherOrder, idem.OtherSpelling} {
		if does(idem.OtherSpacing) == idem.Refuses && does(s) == idem.Replays {
			return fmt.Errorf("contract %q: %q cannot be the same request where white space makes another one: change %[2]q or %q",
				contract.Profile, s, idem.OtherSpacing)
		}
	}
	if _, err := regexp.Compile(contract.Format.Pattern); err != nil {
		return fmt.Errorf("contract %q: the pattern of keys is no expression: %w", contract.Profile, err)
	}
	return nil
}
