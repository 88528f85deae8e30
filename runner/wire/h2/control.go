package h2

import (
	"encoding/binary"
	"errors"

	"golang.org/x/net/http2"
)

// Ping asks the target for a sign that it has read all that was written before.
func (s *Session) Ping() error {
	s.pings++
	s.framer.WritePing(false, [8]byte(binary.BigEndian.AppendUint64(nil, s.pings)))
	return s.flush()
}

// Pong waits for the answer to the last Ping.
func (s *Session) Pong() error {
	for s.pongs < s.pings {
		if err := s.step(); err != nil {
			return err
		}
	}
	return s.flush()
}

func (s *Session) ping(f *http2.PingFrame) error {
	if !f.IsAck() {
		return s.framer.WritePing(true, f.Data)
	}
	if n := binary.BigEndian.Uint64(f.Data[:]); n > s.pongs && n <= s.pings {
		s.pongs = n
	}
	return nil
}

// Cancel takes a request back (RST_STREAM with CANCEL). What still comes on its
// stream is thrown away.
func (s *Session) Cancel(st *Stream) error {
	if st.over && !errors.Is(st.err, ErrMark) {
		delete(s.streams, st.id)
		return nil
	}
	s.refuse(st, ErrCancelled)
	return s.flush()
}

// ErrCancelled is what waiting for the answer to a cancelled request returns.
var ErrCancelled = errors.New("the request was cancelled")
