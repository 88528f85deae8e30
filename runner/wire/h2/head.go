package h2

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// A block is a header block on its way: a HEADERS frame and those that go on.
type block struct {
	stream *Stream
	bytes  []byte
	end    bool // the stream's last
}

func (s *Session) beginBlock(f *http2.HeadersFrame) error {
	st := s.streams[f.StreamID]
	if st == nil || st.over && !st.left {
		return s.unasked(f.FrameHeader)
	}
	s.block = block{stream: st, bytes: s.block.bytes[:0], end: f.StreamEnded()}
	return s.addToBlock(f.HeaderBlockFragment(), f.HeadersEnded())
}

func (s *Session) goOnBlock(f *http2.ContinuationFrame) error {
	return s.addToBlock(f.HeaderBlockFragment(), f.HeadersEnded())
}

// addToBlock takes a piece of a header block. The compression of a connection
// has one state, so an error in it ends the session (RFC 9113 section 4.3).
func (s *Session) addToBlock(piece []byte, ended bool) error {
	if len(s.block.bytes)+len(piece) > s.limits.Head {
		return s.fail(fmt.Errorf("the head of an answer is over %d bytes long", s.limits.Head))
	}
	s.block.bytes = append(s.block.bytes, piece...)
	if !ended {
		return nil
	}
	s.head, s.headLen = nil, 0
	_, err := s.decode.Write(s.block.bytes)
	if err == nil {
		err = s.decode.Close()
	}
	if s.headLen > s.limits.Head {
		return s.fail(fmt.Errorf("the head of an answer is over %d bytes long", s.limits.Head))
	}
	if err != nil {
		return s.fail(fmt.Errorf("the target compressed a head wrongly: %w", err))
	}
	if st := s.block.stream; !st.over {
		s.idle = 0
		if err := s.takeHead(st, s.head, s.block.end); err != nil {
			s.refuse(st, err)
		}
	}
	s.dropIf(s.block.stream, s.block.end)
	return nil
}

// field is told of each field that is decoded, and stops keeping them at the
// limit: a byte of a block can stand for kilobytes.
func (s *Session) field(f hpack.HeaderField) {
	if s.headLen += len(f.Name) + len(f.Value) + 2; s.headLen <= s.limits.Head {
		s.head = append(s.head, idem.Field{Name: f.Name, Value: f.Value})
	}
}

// takeHead takes an interim head, the final one, or the trailer. An error is
// the answer's alone.
func (s *Session) takeHead(st *Stream, fields []idem.Field, end bool) error {
	if st.final {
		if !end {
			return fmt.Errorf("the answer has a second head")
		}
		if err := lawful(fields); err != nil {
			return fmt.Errorf("the trailer of the %d answer is wrong: %w", st.response.Status, err)
		}
		st.response.Trailer = fields
		return s.complete(st)
	}
	status, rest, err := statusOf(fields)
	if err == nil {
		err = lawful(rest)
	}
	switch {
	case err != nil:
		return err
	case status == 101:
		return fmt.Errorf("the target switched protocols (101), which HTTP/2 does not know")
	case status < 200 && end:
		return fmt.Errorf("the stream ended with an interim answer of status %d", status)
	case status < 200:
		if st.interim++; st.interim > s.limits.Interim {
			return fmt.Errorf("over %d answers of status 1xx came before it", s.limits.Interim)
		}
		return nil
	}
	st.final = true
	st.response = idem.Response{Status: status, Proto: "HTTP/2.0", Header: rest}
	if st.length, err = lengthOf(rest); err != nil {
		return err
	}
	if st.fromEnd > 0 && st.length >= st.fromEnd {
		st.bodyMark = st.length - st.fromEnd
	}
	if end {
		return s.complete(st)
	}
	return nil
}

// statusOf takes the one pseudo-field of an answer off (RFC 9113 section 8.3.2).
func statusOf(fields []idem.Field) (int, []idem.Field, error) {
	if len(fields) == 0 || fields[0].Name != ":status" {
		return 0, nil, fmt.Errorf("its head does not begin with a status")
	}
	v := fields[0].Value
	n, err := strconv.Atoi(v)
	if err != nil || len(v) != 3 || n < 100 {
		return 0, nil, fmt.Errorf("its status %.40q is no number of three digits", v)
	}
	return n, fields[1:], nil
}

// lawful reports a field that no answer may have (RFC 9113 sections 8.2 and 8.3).
func lawful(fields []idem.Field) error {
	for i, f := range fields {
		if !name(f.Name) {
			return fmt.Errorf("its field %d has the name %.40q, which HTTP/2 does not allow", i+1, f.Name)
		}
		if strings.ContainsAny(f.Value, "\r\n\x00") {
			return fmt.Errorf("its field %s has a control byte", f.Name)
		}
		if Problem(f) != nil {
			return fmt.Errorf("its field %s belongs to HTTP/1.1", f.Name)
		}
	}
	return nil
}

// name reports whether a text is a token in small letters.
func name(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0) {
			return false
		}
	}
	return s != ""
}

// lengthOf returns the length that the content-length fields agree on, or -1 if
// there is none.
func lengthOf(fields []idem.Field) (int64, error) {
	length := int64(-1)
	for _, f := range fields {
		if f.Name != "content-length" {
			continue
		}
		n, err := strconv.ParseUint(f.Value, 10, 63)
		if err != nil {
			return -1, fmt.Errorf("its content-length %.40q is no number", f.Value)
		}
		if length >= 0 && int64(n) != length {
			return -1, fmt.Errorf("its content-lengths %d and %d differ", length, n)
		}
		length = int64(n)
	}
	return length, nil
}
