package h2

import (
	"errors"

	"golang.org/x/net/http2"
)

// ErrMark is what waiting for an answer returns at the point where it was to be
// cut.
var ErrMark = errors.New("the answer has come to the point where it is to be cut")

// Mark has the answer on a stream cut after so many bytes of its frames, at
// least one; or, if after is below zero, that many bytes before the end of its
// body, if its head announces the length.
func (st *Stream) Mark(after int) {
	if after >= 0 {
		st.frameMark = int64(max(after, 1))
		return
	}
	st.fromEnd = int64(-after)
}

// upTo returns how many bytes of the next frame of an answer may be taken, and
// whether a mark is in it.
func (st *Stream) upTo(f frameView) (n int64, marked bool) {
	whole := frameHead + f.length
	if st.frameMark >= 0 && st.in+whole > st.frameMark {
		return st.frameMark - st.in, true
	}
	if st.bodyMark >= 0 && f.kind == http2.FrameData && st.body+f.length > st.bodyMark {
		return frameHead + st.bodyMark - st.body, true
	}
	return whole, false
}

// answers reports whether the frame carries something of an answer.
func (f frameView) answers() bool {
	switch f.kind {
	case http2.FrameHeaders, http2.FrameContinuation, http2.FrameData:
		return true
	}
	return false
}
