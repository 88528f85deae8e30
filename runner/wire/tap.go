package wire

import (
	"errors"
	"io"
)

// errAllowance is what a tap returns once its allowance is read.
var errAllowance = errors.New("the allowance of answer bytes is read")

// A tap counts the bytes of answers, above any TLS, and stops after an
// allowance, for a fault that strikes within an answer.
type tap struct {
	r     io.Reader
	in    int64
	bound bool  // left counts; else there is no allowance
	left  int64 // bytes that may still be read
	drip  bool  // one byte at a time, so that none is read ahead of an allowance that is not known yet
}

func (t *tap) Read(p []byte) (int, error) {
	if t.bound && t.left <= 0 {
		return 0, errAllowance
	}
	if t.bound && int64(len(p)) > t.left {
		p = p[:t.left]
	}
	if t.drip && len(p) > 1 {
		p = p[:1]
	}
	n, err := t.r.Read(p)
	t.in += int64(n)
	t.left -= int64(n)
	return n, err
}

// free takes all bounds away.
func (t *tap) free() { t.bound, t.drip = false, false }
