package h2

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// A Request is what HEADERS and DATA frames are made of.
type Request struct {
	Method, Scheme, Path string
	Header               []idem.Field // in their order; ":authority" may stand first, names are in small letters
	Body                 []byte
}

// Frames are the bytes of one request on its stream.
type Frames struct {
	Stream *Stream
	Early  []byte // all but what is kept back
	Late   []byte // the last frame, with the last byte of the body or with none, if it was to be kept back
}

// Compose opens a stream and makes the frames of a request. If keep is set, its
// last frame is apart. The error says why the target takes no further stream.
func (s *Session) Compose(r Request, keep bool) (Frames, error) {
	switch {
	case s.Err() != nil:
		return Frames{}, s.Err()
	case s.next > math.MaxInt32:
		return Frames{}, errors.New("the numbers of streams are used up")
	case s.theirs.streams >= 0 && s.active() >= s.theirs.streams:
		return Frames{}, fmt.Errorf("the target allows %d streams at a time on a connection; use more connections or fewer requests", s.theirs.streams)
	}
	st := &Stream{
		id: s.next, method: r.Method, window: s.theirs.window, granted: streamWindow, length: -1,
		frameMark: -1, bodyMark: -1,
	}
	s.next += 2
	s.streams[st.id] = st
	f := Frames{Stream: st}
	body, last := r.Body, []byte(nil)
	if n := len(body); keep && n > 0 {
		body, last = body[:n-1], body[n-1:]
	}
	var buf bytes.Buffer
	w := http2.NewFramer(&buf, nil)
	s.writeHead(w, st.id, blockOf(r), len(r.Body) == 0 && !keep)
	for len(body) > 0 {
		n := min(len(body), int(s.theirs.frame))
		w.WriteData(st.id, n == len(body) && !keep, body[:n])
		body = body[n:]
	}
	f.Early = buf.Bytes()
	if keep {
		early := buf.Len()
		w.WriteData(st.id, true, last)
		f.Early, f.Late = buf.Bytes()[:early], buf.Bytes()[early:]
	}
	return f, nil
}

// writeHead writes a header block in as many frames as it needs.
func (s *Session) writeHead(w *http2.Framer, id uint32, block []byte, end bool) {
	n := min(len(block), int(s.theirs.frame))
	w.WriteHeaders(http2.HeadersFrameParam{
		StreamID: id, BlockFragment: block[:n], EndStream: end, EndHeaders: n == len(block),
	})
	for block = block[n:]; len(block) > 0; block = block[n:] {
		n = min(len(block), int(s.theirs.frame))
		w.WriteContinuation(id, n == len(block), block[:n])
	}
}

// blockOf codes the fields of a request. Each is a literal that is never
// indexed, but for what stands whole in the static table.
func blockOf(r Request) []byte {
	var block bytes.Buffer
	e := hpack.NewEncoder(&block)
	write := func(name, value string) {
		listed := name == ":scheme" || name == ":method" && (value == "GET" || value == "POST")
		e.WriteField(hpack.HeaderField{Name: name, Value: value, Sensitive: !listed})
	}
	write(":method", r.Method)
	write(":scheme", r.Scheme)
	rest := r.Header
	if len(rest) > 0 && rest[0].Name == ":authority" {
		write(":authority", rest[0].Value)
		rest = rest[1:]
	}
	write(":path", r.Path)
	for _, f := range rest {
		write(f.Name, f.Value)
	}
	return block.Bytes()
}

// Problem returns why a header field cannot be sent in HTTP/2 (RFC 9113 section
// 8.2.2); nil if it can.
func Problem(f idem.Field) error {
	switch name := strings.ToLower(f.Name); name {
	case "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade":
		return fmt.Errorf("header field %s belongs to a connection of HTTP/1.1; leave it out", f.Name)
	case "te":
		if f.Value != "trailers" {
			return fmt.Errorf("header field %s may only be trailers in HTTP/2; leave it out", f.Name)
		}
	}
	return nil
}
