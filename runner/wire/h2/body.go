package h2

import (
	"errors"
	"fmt"

	"golang.org/x/net/http2"
)

// data takes a piece of a body.
func (s *Session) data(f *http2.DataFrame) error {
	st := s.streams[f.StreamID]
	if st == nil || st.over && !st.left {
		return s.unasked(f.FrameHeader)
	}
	if f.StreamEnded() || len(f.Data()) > 0 {
		s.idle = 0
	}
	if err := s.body(st, f.Data(), f.StreamEnded()); err != nil {
		s.refuse(st, err)
	}
	s.dropIf(st, f.StreamEnded())
	s.took(st, int64(f.Length))
	return nil
}

// dropIf forgets a stream that we have reset once the target has ended it too.
func (s *Session) dropIf(st *Stream, ended bool) {
	if ended && st.left {
		delete(s.streams, st.id)
	}
}

func (s *Session) body(st *Stream, piece []byte, end bool) error {
	switch {
	case st.over:
		return nil
	case !st.final:
		return errors.New("the target sent a body before the head of the answer")
	}
	keep := min(int64(len(piece)), max(s.limits.Body-st.body, 0))
	st.response.Body = append(st.response.Body, piece[:keep]...)
	st.response.Truncated = st.response.Truncated || keep < int64(len(piece))
	if st.body += int64(len(piece)); st.body > s.limits.Body+s.limits.Drain {
		return fmt.Errorf("the %d answer was given up after %d bytes of body: it does not end within the limit", st.response.Status, st.body)
	}
	if end {
		return s.complete(st)
	}
	return nil
}

// complete ends a stream, if its body is as long as its head says. That of an
// answer to HEAD, and of status 304, is not there.
func (s *Session) complete(st *Stream) error {
	bodiless := st.method == "HEAD" || st.response.Status == 304
	if st.length >= 0 && st.length != st.body && !bodiless {
		return fmt.Errorf("the body of the %d answer has %d bytes, not the %d of its content-length", st.response.Status, st.body, st.length)
	}
	s.end(st, nil)
	return nil
}
