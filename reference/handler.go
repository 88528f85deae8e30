package reference

import (
	"errors"
	"net/http"
)

// handler serves one operation, which read understands without the store.
func (l *life) handler(read func(*Call) (task, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !l.enter() {
			l.write(w, problemAnswer("unavailable", http.StatusServiceUnavailable, "the server is being stopped"))
			return
		}
		defer l.calls.Done()
		requested, done := l.within(r.Context())
		defer done()
		working, done := l.within(l.policy.Detach(requested))
		defer done()
		l.keepTime(working)
		c := &Call{
			Request: r.WithContext(requested), Context: working, Arrived: l.now(),
			Store: l.store, Policy: &l.policy, life: l,
		}
		l.dally(c)
		a := l.answer(c, w, read)
		l.dally(c)
		if l.ctx.Err() != nil {
			drop()
		}
		l.expose(r, &a)
		l.write(w, a)
	})
}

// answer asks who calls and what for, and then for the key. A request that makes
// no sense may still be a repeat, or another request under a used key.
func (l *life) answer(c *Call, w http.ResponseWriter, read func(*Call) (task, error)) Answer {
	p := c.Policy
	if no := p.Admit(c); no != nil {
		return *no
	}
	no := c.understand(w, read)
	if no != nil {
		c.Bar(*no)
	}
	if !p.Covers(c) {
		return l.unkeyed(c)
	}
	key, err := p.Key(c)
	switch {
	case c.barred != nil && (err != nil || key == ""):
	case err != nil:
		if no := p.Malformed(c, err); no != nil {
			return *no
		}
	case key == "":
		if no := p.Missing(c); no != nil {
			return *no
		}
	}
	if err != nil || key == "" {
		return l.unkeyed(c)
	}
	c.Key = key
	if no != nil && !c.brokeOff && p.Spoils(c, *no) {
		c.spoiled, c.barred, c.task = true, nil, task{work: func(Tx) (Answer, error) { return *no, nil }}
	}
	if c.barred != nil {
		return l.known(c)
	}
	return l.keyed(c)
}

// understand reads the body and the task. What it returns says why there is
// none.
func (c *Call) understand(w http.ResponseWriter, read func(*Call) (task, error)) *Answer {
	var err error
	if c.Body, err = readBody(w, c.Request); err != nil {
		c.brokeOff = errors.Is(err, errBrokeOff)
		return asAnswer(err)
	}
	switch c.Request.Method {
	case http.MethodPost, http.MethodPut, http.MethodPatch:
		if c.fields, err = parseFields(c.Request, c.Body); err != nil {
			return asAnswer(err)
		}
	}
	if c.task, err = read(c); err != nil {
		return asAnswer(err)
	}
	return nil
}

// keyed claims the key, or answers by what is known of it.
func (l *life) keyed(c *Call) Answer {
	for {
		if a := l.attempt(c); a != nil {
			return *a
		}
	}
}

// known answers a call that is barred from new work by what is known of its key.
func (l *life) known(c *Call) Answer {
	for {
		mine, free := c.claim(), false
		var known Record
		err := c.Store.Do(c.Context, func(tx Tx) error {
			r, found, err := tx.Record(mine.Slot)
			if known = r; err != nil || !found {
				free = true
				return err
			}
			free, err = c.Policy.Free(c, tx, known)
			return err
		})
		if err != nil {
			if no := c.Policy.Unavailable(c, err); no != nil {
				return *no
			}
		}
		if err != nil || free {
			return *c.barred
		}
		if a := l.meet(c, mine, known); a != nil {
			return *a
		}
	}
}

// attempt is one look at the key; nil if it has to be looked at again.
func (l *life) attempt(c *Call) *Answer {
	p, mine := c.Policy, c.claim()
	l.claims.take(mine.Nonce)
	defer l.claims.drop(mine.Nonce)
	known, won, err := p.Claim(c, mine)
	switch {
	case err != nil:
		if no := p.Unavailable(c, err); no != nil {
			return no
		}
		a := l.unkeyed(c)
		return &a
	case won:
		a, err := l.run(c, mine)
		if errors.Is(err, ErrLost) {
			return nil
		}
		return &a
	}
	return l.meet(c, mine, known)
}

// meet answers a request whose key another one has; nil looks at the key again.
func (l *life) meet(c *Call, mine, known Record) *Answer {
	p := c.Policy
	if no := p.Entitled(c, known); no != nil {
		return no
	}
	switch p.Meet(c, mine, known) {
	case AtWork:
		return p.Running(c, known)
	case Different:
		if no := p.Different(c, known); no != nil {
			return no
		}
	case Late:
		if no := p.Late(c, known); no != nil {
			return no
		}
	case Finished:
	}
	if known.Answer == nil {
		return p.Running(c, known)
	}
	a, err := p.Replay(c, known)
	if err == nil && p.Extends(c, known) {
		err = c.extend(known)
	}
	if err != nil {
		return refuseUnavailable(c, err)
	}
	a.exact = l.exact
	return &a
}

// unkeyed runs a call that no key protects.
func (l *life) unkeyed(c *Call) Answer {
	if c.barred != nil {
		return *c.barred
	}
	a, _ := l.run(c, Record{}) // a failure has its answer
	return a
}

// dally waits a little under a seed. A client that goes away ends it.
func (l *life) dally(c *Call) {
	if d := l.variety.latency(); d > 0 {
		// Nothing depends on the wait having been whole.
		_ = l.clock.Sleep(c.Request.Context(), d)
	}
}

func (s *Server) write(w http.ResponseWriter, a Answer) {
	if !a.exact {
		a.Body = s.variety.members(a.Body)
	}
	for name, values := range s.variety.header(a.Header) {
		w.Header()[name] = values
	}
	w.WriteHeader(a.Status)
	// The client has gone away if this fails, and nobody is left to be told.
	_, _ = w.Write(a.Body)
}
