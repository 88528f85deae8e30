package h2

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// Limits bound what is taken from a target. All fields must be set.
type Limits struct {
	Head    int   // bytes of each header block, as it arrives and decoded
	Body    int64 // bytes of a body that are kept
	Drain   int64 // bytes beyond it that are read and thrown away
	Interim int   // 1xx answers before the answer
	Idle    int   // frames in a row that bring nothing of an answer
}

// The windows that the target is given (RFC 9113 section 5.2). What arrives is
// taken out at once, so they bound what is on its way.
const (
	streamWindow = 1 << 20
	connWindow   = 4 << 20
	firstWindow  = 1<<16 - 1 // what both sides begin with
	largestFrame = 1 << 14   // that the target may send; the default
	frameHead    = 9         // bytes before the payload of each frame
)

// A Session is the state of one connection. One goroutine at a time may use it.
type Session struct {
	w      io.Writer
	br     *bufio.Reader
	framer *http2.Framer // reads; what it writes is queued
	queue  bytes.Buffer  // acknowledgements and window updates that are due
	limits Limits
	now    func() time.Duration
	decode *hpack.Decoder

	theirs  settings
	greeted bool
	window  int64 // what may still be sent on the connection
	granted int64 // what the target may still send on the connection
	streams map[uint32]*Stream
	next    uint32 // number of the next stream
	block   block  // the header block that is arriving
	head    []idem.Field
	headLen int

	pings  uint64 // sent
	pongs  uint64 // the last that was acknowledged
	idle   int    // frames since the last that brought something
	extra  int64  // bytes of frames that belong to nothing that was asked for
	parted error  // why the target takes no further request; nil if it does
	err    error  // why the connection is unusable; nil if it is usable
}

// settings are what the target allows (RFC 9113 section 6.5.2).
type settings struct {
	frame   int64 // bytes of a frame's payload
	window  int64 // of each new stream
	streams int64 // at a time; below zero if there is no bound
}

// New returns a session over a connection that nothing was sent on. The reader
// may return an error that is a net.Error with Timeout when it is made to return
// before there is anything; the session goes on afterwards.
func New(rw io.ReadWriter, l Limits, now func() time.Duration) *Session {
	s := &Session{
		w: rw, br: bufio.NewReaderSize(rw, 2*largestFrame), limits: l, now: now,
		theirs: settings{frame: largestFrame, window: firstWindow, streams: -1},
		window: firstWindow, granted: firstWindow, streams: map[uint32]*Stream{}, next: 1,
	}
	s.framer = http2.NewFramer(&s.queue, s.br)
	s.framer.SetMaxReadFrameSize(largestFrame)
	s.framer.SetReuseFrames()
	s.decode = hpack.NewDecoder(4096, s.field)
	s.decode.SetMaxStringLength(l.Head)
	return s
}

// Greet opens the connection: it sends the preface and what the target may do,
// and waits until the target has said the same.
func (s *Session) Greet() error {
	s.queue.WriteString(http2.ClientPreface)
	s.framer.WriteSettings(
		http2.Setting{ID: http2.SettingEnablePush, Val: 0},
		http2.Setting{ID: http2.SettingInitialWindowSize, Val: streamWindow},
		http2.Setting{ID: http2.SettingMaxHeaderListSize, Val: uint32(s.limits.Head)},
	)
	s.grant(0, connWindow-firstWindow)
	s.granted = connWindow
	if err := s.flush(); err != nil {
		return err
	}
	if some, _ := s.br.Peek(5); string(some) == "HTTP/" {
		return s.fail(errors.New("the target answers in HTTP/1.1; speak HTTP/1.1 to it"))
	}
	for !s.greeted {
		if err := s.step(); err != nil {
			return err
		}
	}
	return s.flush()
}

// Err returns why the connection can carry no further request; nil if it can.
func (s *Session) Err() error {
	if s.err != nil {
		return s.err
	}
	return s.parted
}

// Extra returns how many bytes of frames came that belong to nothing that was
// asked for: a second answer, or an answer on a stream that was never opened.
func (s *Session) Extra() int64 { return s.extra }

// fail makes the session unusable; the first reason stays.
func (s *Session) fail(err error) error {
	if s.err == nil {
		s.err = err
	}
	return s.err
}

// flush writes what is due.
func (s *Session) flush() error {
	if s.queue.Len() == 0 {
		return nil
	}
	_, err := s.queue.WriteTo(s.w)
	if err != nil {
		return s.fail(err)
	}
	return nil
}

// unasked ends the session over a frame that belongs to nothing.
func (s *Session) unasked(h http2.FrameHeader) error {
	s.extra += frameHead + int64(h.Length)
	return s.fail(fmt.Errorf("the target sent a %s frame on stream %d, where nothing was due", h.Type, h.StreamID))
}
