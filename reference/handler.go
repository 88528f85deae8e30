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
		l.write(w, a)
	})
}

// answer asks who calls and what for, and then for the key.
func (l *life) answer(c *Call, w http.ResponseWriter, read func(*Call) (task, error)) Answer {
	p := c.Policy
	if no := p.Admit(c); no != nil {
		return *no
	}
	if no := l.understand(c, w, read); no != nil {
		return *no
	}
	if !p.Covers(c) {
		return l.unkeyed(c)
	}
	key, err := p.Key(c)
	switch {
	case err != nil:
		if no := p.Malformed(c, err); no != nil {
			return *no
		}
		return l.unkeyed(c)
	case key == "":
		if no := p.Missing(c); no != nil {
			return *no
		}
		return l.unkeyed(c)
	}
	c.Key = key
	return l.keyed(c)
}

// understand reads the body and the task. A request that makes no sense is
// refused before its key is claimed, so that it does not use up the key.
func (l *life) understand(c *Call, w http.ResponseWriter, read func(*Call) (task, error)) *Answer {
	var err error
	if c.Body, err = readBody(w, c.Request); err != nil {
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
	if no := p.Entitled(c, known); no != nil {
		return no
	}
	a := p.Replay(c, known)
	a.exact = l.exact
	return &a
}

// unkeyed runs a call that no key protects.
func (l *life) unkeyed(c *Call) Answer {
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
