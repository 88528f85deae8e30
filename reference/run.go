package reference

import (
	"errors"
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
)

// run does the work of a call, with its claim or the zero Record, once the gate
// lets it. A claim whose work fails in any way, also by a panic, is released.
func (l *life) run(c *Call, mine Record) (a Answer, err error) {
	done := false
	defer func() {
		if !done && mine.Slot != "" {
			err = errors.Join(err, c.Policy.Release(c, mine))
		}
	}()
	work := c.task.work
	if err := l.pass(c); err != nil {
		return failed(err), err
	}
	switch c.broken {
	case idem.KillBefore:
		l.dieHere()
	case idem.BeforeEffect:
		work = func(Tx) (Answer, error) { return brokenAnswer(), nil }
	case idem.AfterEffect, idem.KillAfter, idem.KillMail, idem.StoreDown: // these strike elsewhere
	}
	a, err = c.Policy.Execute(c, mine, work)
	if err != nil {
		return failed(err), err
	}
	if writes(c.Request.Method) {
		l.stir()
	}
	done, a.exact = true, true
	return a, nil
}

// failed is the answer to work that came to nothing, or that nobody knows the
// end of.
func failed(err error) Answer {
	if errors.Is(err, errBroken) {
		return brokenAnswer()
	}
	return *refuseUnavailable(nil, err)
}

func writes(method string) bool { return !safe(method) }

// pass waits at the gate for the marker of the call's case, and finds out
// whether the work is to be broken.
func (l *life) pass(c *Call) error {
	if !writes(c.Request.Method) || !l.gate.any() && !l.breaks.any() {
		return nil
	}
	marker, err := c.marker()
	if err != nil {
		return err
	}
	if err := l.gate.pass(c.Context, marker); err != nil {
		return err
	}
	c.broken = l.breaks.take(marker)
	return nil
}

// marker is that of the request, or else that of the charge which it is about.
func (c *Call) marker() (string, error) {
	marker := c.task.marker
	if marker != "" || c.task.charge == "" {
		return marker, nil
	}
	err := c.Store.Do(c.Context, func(tx Tx) error {
		o, _, err := tx.Object(chargeKind, c.task.charge)
		marker = o.Marker
		return err
	})
	return marker, err
}

// safe reports whether a method changes nothing (RFC 9110, section 9.2.1).
func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
