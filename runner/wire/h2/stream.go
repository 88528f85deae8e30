package h2

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"golang.org/x/net/http2"
)

// A Stream is one request and its answer.
type Stream struct {
	id      uint32
	method  string
	window  int64 // what may still be sent
	granted int64 // what the target may still send
	length  int64 // of the body, as announced; -1 if it is not
	body    int64 // bytes of body that arrived
	final   bool  // the head of the answer is there
	over    bool  // nothing more of the answer comes
	left    bool  // what still comes is thrown away, since we have reset it or cut the answer
	err     error // why there is no whole answer; nil if there is, or may still be

	response  idem.Response
	interim   int
	in        int64
	first     time.Duration
	done      time.Duration
	frameMark int64 // bytes of frames after which the answer is cut; below zero for none
	bodyMark  int64 // bytes of body after which it is cut; below zero for none
	fromEnd   int64 // bytes from the end of the body at which it is cut; zero for none
}

// An Answer is what arrived on a stream.
type Answer struct {
	Response idem.Response
	Interim  int           // 1xx answers before it
	In       int64         // bytes of the frames that brought it
	First    time.Duration // when the first of them was read; zero if none was
	Done     time.Duration // when it was complete, or broke off
}

// Answer returns what has arrived so far.
func (st *Stream) Answer() Answer {
	return Answer{Response: st.response, Interim: st.interim, In: st.in, First: st.first, Done: st.done}
}

// Begun reports whether the answer has begun to arrive, beyond 1xx answers, or
// has already broken off.
func (st *Stream) Begun() bool { return st.final || st.over }

// end completes a stream, or breaks it off with an error.
func (s *Session) end(st *Stream, err error) {
	if st.over {
		return
	}
	st.over, st.err, st.done = true, err, s.now()
	if st.left {
		delete(s.streams, st.id)
	}
}

// refuse breaks off an answer that cannot be taken, and says so to the target.
// What is on its way meanwhile is thrown away.
func (s *Session) refuse(st *Stream, err error) {
	s.end(st, err)
	st.left = true
	s.framer.WriteRSTStream(st.id, http2.ErrCodeCancel)
}

// active is how many streams count against the target's bound.
func (s *Session) active() (n int64) {
	for _, st := range s.streams {
		if !st.left {
			n++
		}
	}
	return n
}

// Drop forgets a stream that was composed, if its answer is not awaited: nothing
// of it was written, or the connection is done with.
func (s *Session) Drop(st *Stream) {
	if !st.left {
		delete(s.streams, st.id)
	}
}

// Await reads until the answer on a stream is complete. The error says why it
// is not. The stream is closed then.
func (s *Session) Await(st *Stream) error {
	for !st.over {
		if err := s.step(); err != nil {
			if !passing(err) {
				s.end(st, err)
			}
			return err
		}
	}
	if !st.left {
		delete(s.streams, st.id)
	}
	return st.err
}
