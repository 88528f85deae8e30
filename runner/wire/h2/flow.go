package h2

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/net/http2"
)

// ErrAnswered is what writing a request returns if its answer was complete
// before.
var ErrAnswered = errors.New("the answer came before the request was written whole")

// A frameView is a frame at the beginning of bytes that were composed, perhaps
// torn at their end.
type frameView struct {
	kind   http2.FrameType
	stream uint32
	length int64 // of the payload, as announced
	raw    []byte
}

// cutFrame takes the first frame off. There must be a whole frame head.
func cutFrame(b []byte) (frameView, []byte) {
	f := frameView{
		kind:   http2.FrameType(b[3]),
		length: int64(b[0])<<16 | int64(b[1])<<8 | int64(b[2]),
		stream: binary.BigEndian.Uint32(b[5:]),
	}
	n := min(int64(len(b)), frameHead+f.length)
	f.raw = b[:n]
	return f, b[n:]
}

// flows reports whether the target's windows hold what the frames carry, and
// takes it from them if they do.
func (s *Session) flows(b []byte) bool {
	total, each := int64(0), map[*Stream]int64{}
	for len(b) >= frameHead {
		var f frameView
		if f, b = cutFrame(b); f.kind == http2.FrameData {
			st := s.streams[f.stream]
			if st == nil {
				continue
			}
			total += f.length
			if each[st] += f.length; each[st] > st.window {
				return false
			}
		}
	}
	if total > s.window {
		return false
	}
	s.window -= total
	for st, n := range each {
		st.window -= n
	}
	return true
}

// Reserve takes what frames carry from the target's windows, so that they can
// be written later without asking. It returns an error if they do not hold it.
func (s *Session) Reserve(b []byte) error {
	if !s.flows(b) {
		return fmt.Errorf("the target's flow control does not let all of it go at once: %d bytes are open on the connection and %d on each new stream",
			s.window, s.theirs.window)
	}
	return nil
}

// Write writes frames that were composed, of which the last may be torn. Where
// the target's windows are too small it cuts DATA frames in pieces, and waits.
// It returns how many of the bytes were written, without what the heads of
// additional frames add.
func (s *Session) Write(b []byte) (int, error) {
	if err := s.flush(); err != nil {
		return 0, err
	}
	if s.flows(b) {
		return s.w.Write(b)
	}
	written := 0
	for len(b) > 0 {
		if len(b) < frameHead {
			n, err := s.w.Write(b)
			return written + n, err
		}
		var f frameView
		f, b = cutFrame(b)
		var n int
		var err error
		if f.kind == http2.FrameData {
			n, err = s.writeData(f)
		} else {
			n, err = s.w.Write(f.raw)
		}
		if written += n; err != nil {
			return written, err
		}
	}
	return written, nil
}

// writeData writes one DATA frame in as many pieces as the windows demand.
func (s *Session) writeData(f frameView) (written int, err error) {
	st := s.streams[f.stream]
	payload, left := f.raw[frameHead:], f.length
	for piece := 0; ; piece++ {
		if err := s.waitForWindow(st, left); err != nil {
			return written, err
		}
		n := min(left, st.window, s.window)
		head := [frameHead]byte(f.raw)
		head[0], head[1], head[2] = byte(n>>16), byte(n>>8), byte(n)
		if n < left {
			head[4] &^= byte(http2.FlagDataEndStream)
		}
		have := min(n, int64(len(payload)))
		st.window, s.window = st.window-n, s.window-n
		out, err := s.w.Write(append(head[:], payload[:have]...))
		if piece > 0 {
			out = max(out-frameHead, 0)
		}
		written += out
		payload, left = payload[have:], left-n
		if err != nil || left == 0 || len(payload) == 0 {
			return written, err
		}
	}
}

// waitForWindow reads until something may be sent on a stream.
func (s *Session) waitForWindow(st *Stream, want int64) error {
	for want > 0 && (st.window <= 0 || s.window <= 0) {
		switch {
		case st.over && st.err != nil:
			return st.err
		case st.over:
			return ErrAnswered
		}
		if err := s.step(); err != nil {
			return err
		}
	}
	return nil
}

// grant lets the target send more on a stream, or on the connection if it is 0.
func (s *Session) grant(stream uint32, n int64) {
	s.framer.WriteWindowUpdate(stream, uint32(n))
}

// took gives back what a DATA frame used up, once it is worth a frame. That the
// target keeps to its windows cannot be told: whatever arrives has been taken
// out, and so given back, by the time that more does.
func (s *Session) took(st *Stream, n int64) {
	if s.granted -= n; s.granted < connWindow/2 {
		s.grant(0, connWindow-s.granted)
		s.granted = connWindow
	}
	if st.granted -= n; st.granted < streamWindow/2 && !st.over {
		s.grant(st.id, streamWindow-st.granted)
		st.granted = streamWindow
	}
}
