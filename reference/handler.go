package reference

import (
	"errors"
	"net/http"
)

// handler serves one operation, which read understands without the store.
func (s *Server) handler(read func(*Call) (task, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.enter() {
			s.write(w, problemAnswer("unavailable", http.StatusServiceUnavailable, "the server is being stopped"))
			return
		}
		defer s.calls.Done()
		c := &Call{
			Request: r, Context: s.policy.Detach(r.Context()), Arrived: s.now(),
			Store: s.store, Policy: &s.policy, server: s,
		}
		s.dally(c)
		a := s.answer(c, w, read)
		s.dally(c)
		s.write(w, a)
	})
}

// answer asks who calls and what for, and then for the key.
func (s *Server) answer(c *Call, w http.ResponseWriter, read func(*Call) (task, error)) Answer {
	p := c.Policy
	if no := p.Admit(c); no != nil {
		return *no
	}
	if no := s.understand(c, w, read); no != nil {
		return *no
	}
	if !p.Covers(c) {
		return s.unkeyed(c)
	}
	key, err := p.Key(c)
	switch {
	case err != nil:
		if no := p.Malformed(c, err); no != nil {
			return *no
		}
		return s.unkeyed(c)
	case key == "":
		if no := p.Missing(c); no != nil {
			return *no
		}
		return s.unkeyed(c)
	}
	c.Key = key
	return s.keyed(c)
}

// understand reads the body and the task. A request that makes no sense is
// refused before its key is claimed, so that it does not use up the key.
func (s *Server) understand(c *Call, w http.ResponseWriter, read func(*Call) (task, error)) *Answer {
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
func (s *Server) keyed(c *Call) Answer {
	p := c.Policy
	for {
		mine := c.claim()
		known, won, err := p.Claim(c, mine)
		switch {
		case err != nil:
			if no := p.Unavailable(c, err); no != nil {
				return *no
			}
			return s.unkeyed(c)
		case won:
			if a, err := s.run(c, mine); !errors.Is(err, ErrLost) {
				return a
			}
		default:
			if a := s.meet(c, mine, known); a != nil {
				return *a
			}
		}
	}
}

// meet answers a request whose key another one has; nil looks at the key again.
func (s *Server) meet(c *Call, mine, known Record) *Answer {
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
	a.exact = s.exact
	return &a
}

// run does the work of a call, with its claim or the zero Record, once the gate
// lets it. A claim whose work fails in any way, also by a panic, is released.
func (s *Server) run(c *Call, mine Record) (a Answer, err error) {
	done := false
	defer func() {
		if !done && mine.Slot != "" {
			err = errors.Join(err, c.Policy.Release(c, mine))
		}
	}()
	if err := s.pass(c); err != nil {
		return *refuseUnavailable(c, err), err
	}
	a, err = c.Policy.Execute(c, mine, c.task.work)
	if err != nil {
		return *refuseUnavailable(c, err), err
	}
	done, a.exact = true, true
	return a, nil
}

// unkeyed runs a call that no key protects.
func (s *Server) unkeyed(c *Call) Answer {
	a, _ := s.run(c, Record{}) // a failure has its answer
	return a
}

// pass waits at the gate for the marker of the call's case: that of the request,
// or else that of the charge which it is about.
func (s *Server) pass(c *Call) error {
	if !s.gate.any() || !c.Policy.Covers(c) {
		return nil
	}
	marker := c.task.marker
	if marker == "" && c.task.charge != "" {
		err := s.store.Do(c.Context, func(tx Tx) error {
			o, _, err := tx.Object(chargeKind, c.task.charge)
			marker = o.Marker
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.gate.pass(c.Context, marker)
}

// dally waits a little under a seed. A client that goes away ends it.
func (s *Server) dally(c *Call) {
	if d := s.variety.latency(); d > 0 {
		// Nothing depends on the wait having been whole.
		_ = s.clock.Sleep(c.Request.Context(), d)
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
