package wire

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
)

// codingsMax is how many codings, one over the other, Decode undoes.
const codingsMax = 3

// Decode undoes the codings of a Content-Encoding field (RFC 9110 section
// 8.4.1): gzip, deflate and identity. It returns an error if a coding is
// another one, if the bytes are not what the field says, or if a result has
// more than limit bytes, so that a small answer cannot fill the memory.
func Decode(contentEncoding string, body []byte, limit int64) ([]byte, error) {
	codings := strings.Split(contentEncoding, ",")
	if len(codings) > codingsMax {
		return nil, fmt.Errorf("content-encoding has %d codings, more than %d", len(codings), codingsMax)
	}
	for i := len(codings) - 1; i >= 0; i-- {
		var err error
		if body, err = undo(strings.ToLower(strings.TrimSpace(codings[i])), body, limit); err != nil {
			return nil, err
		}
	}
	return body, nil
}

func undo(coding string, body []byte, limit int64) ([]byte, error) {
	var plain io.Reader
	var err error
	switch coding {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip":
		plain, err = gzip.NewReader(bytes.NewReader(body))
	case "deflate":
		plain, err = zlib.NewReader(bytes.NewReader(body))
	default:
		return nil, fmt.Errorf("content-encoding %q is not known here; ask the target for gzip or none", coding)
	}
	if err != nil {
		return nil, fmt.Errorf("content-encoding %s: %w", coding, err)
	}
	got, err := io.ReadAll(io.LimitReader(plain, limit+1))
	if err != nil {
		return nil, fmt.Errorf("content-encoding %s: %w", coding, err)
	}
	if int64(len(got)) > limit {
		return nil, fmt.Errorf("content-encoding %s: more than %d bytes come out", coding, limit)
	}
	return got, nil
}
