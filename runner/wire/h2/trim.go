package h2

import (
	"errors"

	"golang.org/x/net/http2"
)

// Trim shortens the frames of one request to the first n bytes and makes the
// last frame a whole one, so that the stream can be reset behind it. The error
// says that n lies before the end of the head, when there is no stream yet.
func Trim(b []byte, n int) ([]byte, error) {
	var out []byte
	open := true // the head
	for n > 0 && len(b) > 0 {
		var f frameView
		f, b = cutFrame(b)
		switch {
		case n >= len(f.raw):
			out = append(out, f.raw...)
			open = open && http2.Flags(f.raw[4])&http2.FlagHeadersEndHeaders == 0
		case open:
			return nil, errOpen
		case n >= frameHead:
			size := n - frameHead
			out = append(out, byte(size>>16), byte(size>>8), byte(size), f.raw[3], f.raw[4]&^byte(http2.FlagDataEndStream))
			out = append(out, f.raw[5:n]...)
		}
		n -= len(f.raw)
	}
	if open {
		return nil, errOpen
	}
	return out, nil
}

var errOpen = errors.New("its head is not out by then; cut it in its body, or end the connection")
