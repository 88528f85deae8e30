package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http/httputil"
	"strconv"
	"strings"
)

// errEndless is what reading a body returns beyond what [Limits] allow.
var errEndless = errors.New("its body does not end within the limit")

// A framing is how the end of a body is known (RFC 9112 section 6.3).
type framing int

const (
	byLength framing = iota // after a number of bytes
	byChunks                // at the last chunk
	byClose                 // when the connection ends
)

// framing returns how the body that follows a head ends, and its length if that
// is announced, else -1. A head that can be read in two ways is an error.
func (h head) framing(method string) (framing, int64, error) {
	length, err := oneLength(h.values("Content-Length"))
	codings := h.values("Transfer-Encoding")
	switch {
	case err != nil:
		return byLength, -1, err
	case len(codings) > 1, len(codings) == 1 && !strings.EqualFold(codings[0], "chunked"):
		return byLength, -1, fmt.Errorf("its transfer-encoding %.40q is not chunked alone", codings)
	case len(codings) == 1 && h.proto == "HTTP/1.0":
		return byLength, -1, errors.New("it has a transfer-encoding, which HTTP/1.0 does not know")
	case method == "HEAD", h.status == 204, h.status == 304:
		return byLength, 0, nil
	case len(codings) == 1:
		return byChunks, -1, nil
	case length >= 0:
		return byLength, length, nil
	}
	return byClose, -1, nil
}

// oneLength returns the length that all values of Content-Length agree on, or
// -1 if there is none.
func oneLength(values []string) (int64, error) {
	if len(values) == 0 {
		return -1, nil
	}
	for _, v := range values[1:] {
		if v != values[0] {
			return -1, fmt.Errorf("its content-lengths %.40q differ", values)
		}
	}
	for i := range len(values[0]) {
		if !isDigit(values[0][i]) {
			return -1, fmt.Errorf("its content-length %.40q is no number", values[0])
		}
	}
	n, err := strconv.ParseInt(values[0], 10, 64)
	if err != nil {
		return -1, fmt.Errorf("its content-length %.40q is no number", values[0])
	}
	return n, nil
}

// small is the most that is made room for on the word of a target.
const small = 64 << 10

// body reads a body. It keeps what [Limits.Body] allows and reports whether
// there was more; what there was is counted even if an error ends it.
func (r *answerReader) body(f framing, length int64) (kept []byte, n int64, more bool, err error) {
	var src io.Reader = r.br
	switch f {
	case byLength:
		if length == 0 {
			return nil, 0, false, nil
		}
		if length <= min(r.limits.Body, small) {
			kept = make([]byte, length)
			got, err := io.ReadFull(r.br, kept)
			return kept[:got], int64(got), false, err
		}
		src = io.LimitReader(r.br, length)
	case byChunks:
		src = httputil.NewChunkedReader(r.br)
	case byClose:
	}
	var buf bytes.Buffer
	n, err = io.CopyN(&buf, src, r.limits.Body)
	if err == nil {
		var over int64
		over, err = io.CopyN(io.Discard, src, r.limits.Drain+1)
		if n, more = n+over, over > 0; over > r.limits.Drain {
			return buf.Bytes(), n, more, errEndless
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if err == nil && f == byLength && n < length {
		err = io.ErrUnexpectedEOF
	}
	return buf.Bytes(), n, more, err
}
