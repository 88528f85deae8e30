package h2

import (
	"errors"
	"fmt"
	"io"
	"net"

	"golang.org/x/net/http2"
)

// Poll takes in the frames that have arrived whole. Reading must not wait
// meanwhile: the reader has to return a time-out if there is nothing. Nothing
// is written.
func (s *Session) Poll() error {
	for s.err == nil {
		ready, err := s.ready()
		if err != nil {
			return s.fail(err)
		}
		if !ready {
			return nil
		}
		if err := s.step(); err != nil {
			return err
		}
	}
	return s.err
}

// ready reports whether the next frame is there, so that a step does not wait.
func (s *Session) ready() (bool, error) {
	h, err := s.peek()
	if err == nil {
		_, err = s.br.Peek(frameHead + int(min(h.length, largestFrame)))
	}
	if passing(err) {
		return false, nil
	}
	return err == nil, err
}

// peek waits for the head of the next frame and leaves it where it is.
func (s *Session) peek() (frameView, error) {
	head, err := s.br.Peek(frameHead)
	if err != nil {
		return frameView{}, err
	}
	f, _ := cutFrame(head)
	return f, nil
}

// passing reports whether an error is a time-out, after which reading can go on.
func passing(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}

// step takes in one frame. If it has to wait for it, it first writes what is
// due. A time-out leaves the session as it was.
func (s *Session) step() error {
	if s.err != nil {
		return s.err
	}
	if err := s.arrive(); err != nil {
		if errors.Is(err, ErrMark) || passing(err) {
			return err
		}
		return s.broken(err)
	}
	f, err := s.framer.ReadFrame()
	if err != nil {
		return s.broken(err)
	}
	h := f.Header()
	if !s.greeted && h.Type != http2.FrameSettings {
		return s.fail(fmt.Errorf("the target began with a %s frame in place of its settings", h.Type))
	}
	if s.idle++; s.idle > s.limits.Idle {
		return s.fail(fmt.Errorf("over %d frames in a row brought nothing of an answer, the last of them %s", s.limits.Idle, h.Type))
	}
	return s.take(f)
}

// arrive waits until the next frame is there whole, or as much of it as a mark
// lets be taken.
func (s *Session) arrive() error {
	h, err := s.peekDue(frameHead)
	if err != nil {
		return err
	}
	f, _ := cutFrame(h)
	if f.length > largestFrame {
		return http2.ErrFrameTooLarge
	}
	st := s.streams[f.stream]
	if st == nil || st.over || !f.answers() {
		_, err := s.peekDue(frameHead + f.length)
		return err
	}
	if st.first == 0 {
		st.first = s.now()
	}
	n, marked := st.upTo(f)
	if _, err := s.peekDue(n); err != nil {
		return err
	}
	st.in += n
	if marked {
		s.end(st, ErrMark)
		st.left = true // the rest of the answer is still there
		return ErrMark
	}
	return nil
}

// peekDue waits for n bytes, after it has written what is due if they are not
// there.
func (s *Session) peekDue(n int64) ([]byte, error) {
	if int64(s.br.Buffered()) < n {
		if err := s.flush(); err != nil {
			return nil, err
		}
	}
	return s.br.Peek(int(n))
}

func (s *Session) take(f http2.Frame) error {
	switch f := f.(type) {
	case *http2.HeadersFrame:
		return s.beginBlock(f)
	case *http2.ContinuationFrame:
		return s.goOnBlock(f)
	case *http2.DataFrame:
		return s.data(f)
	case *http2.SettingsFrame:
		return s.settle(f)
	case *http2.PingFrame:
		return s.ping(f)
	case *http2.WindowUpdateFrame:
		return s.open(f)
	case *http2.RSTStreamFrame:
		s.reset(f)
	case *http2.GoAwayFrame:
		s.goAway(f)
	case *http2.PushPromiseFrame:
		return s.unasked(f.FrameHeader)
	}
	return nil // priorities and frames of unknown types mean nothing here
}

// broken ends the session over an error of the framer or of the connection.
func (s *Session) broken(err error) error {
	var conn http2.ConnectionError
	var stream http2.StreamError
	switch {
	case errors.As(err, &conn):
		err = fmt.Errorf("the target broke a rule of HTTP/2 (%s)%s", http2.ErrCode(conn), s.detail())
	case errors.As(err, &stream):
		err = fmt.Errorf("the target broke a rule of HTTP/2 on stream %d (%s)%s", stream.StreamID, stream.Code, s.detail())
	case errors.Is(err, http2.ErrFrameTooLarge):
		err = fmt.Errorf("the target sent a frame of more than the %d bytes that it may", largestFrame)
	case s.parted != nil && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)):
		err = s.parted
	}
	return s.fail(err)
}

func (s *Session) detail() string {
	if d := s.framer.ErrorDetail(); d != nil {
		return ": " + d.Error()
	}
	return ""
}

// settle takes the target's settings in.
func (s *Session) settle(f *http2.SettingsFrame) error {
	if f.IsAck() {
		return nil
	}
	err := f.ForeachSetting(func(v http2.Setting) error {
		if err := v.Valid(); err != nil {
			return err
		}
		switch v.ID {
		case http2.SettingMaxFrameSize:
			s.theirs.frame = int64(v.Val)
		case http2.SettingMaxConcurrentStreams:
			s.theirs.streams = int64(v.Val)
		case http2.SettingInitialWindowSize:
			for _, st := range s.streams {
				st.window += int64(v.Val) - s.theirs.window
			}
			s.theirs.window = int64(v.Val)
		}
		return nil
	})
	if err != nil {
		return s.broken(err)
	}
	s.greeted = true
	s.framer.WriteSettingsAck()
	return nil
}

// open widens a window (RFC 9113 section 6.9.1).
func (s *Session) open(f *http2.WindowUpdateFrame) error {
	w := &s.window
	if f.StreamID != 0 {
		st := s.streams[f.StreamID]
		if st == nil {
			return nil
		}
		w = &st.window
	}
	if *w += int64(f.Increment); *w > 1<<31-1 {
		return s.fail(errors.New("the target opened a window beyond its largest size"))
	}
	return nil
}

func (s *Session) reset(f *http2.RSTStreamFrame) {
	st := s.streams[f.StreamID]
	if st == nil {
		return
	}
	s.dropIf(st, true)
	why := ""
	if f.ErrCode == http2.ErrCodeRefusedStream {
		why = ", so it did not take the request"
	}
	s.end(st, fmt.Errorf("the target reset the stream (%s)%s", f.ErrCode, why))
}

// goAway notes that the target takes no further request, and breaks off the
// streams that it did not take (RFC 9113 section 6.8).
func (s *Session) goAway(f *http2.GoAwayFrame) {
	said := ""
	if d := f.DebugData(); len(d) > 0 {
		said = fmt.Sprintf(", saying %.60q", d)
	}
	s.parted = fmt.Errorf("the target ended the connection (GOAWAY, %s)%s", f.ErrCode, said)
	for id, st := range s.streams {
		if id > f.LastStreamID {
			s.end(st, fmt.Errorf("%w; it did not take the request", s.parted))
		}
	}
}
