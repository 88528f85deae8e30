package bugs

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// CutAnswerStored stores what it could send.
var CutAnswerStored = declare(Bug{
	ID:     "cut-answer-stored",
	Title:  "Replays the beginning of an answer that had broken off",
	Kind:   "replay-empty",
	Breaks: idem.OneEffect,
	Cause: `The answer is written down while it goes out, piece by piece, by a layer around the
connection. If that breaks, the pieces before the break are the stored answer.`,
	Reports: []string{
		"https://github.com/pathosDev/actor-ts/issues/1308",
		"https://github.com/paveg/hono-idempotency/issues/93",
	},
	CaughtBy: []string{"cut-answer-replayed"},
	Wrap: func(next http.Handler) http.Handler {
		var l locks
		var sent sync.Map // how many bytes went out of an answer that broke off, by request
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost {
				next.ServeHTTP(w, r)
				return
			}
			var asked bytes.Buffer
			r.Body = io.NopCloser(io.TeeReader(r.Body, &asked))
			whole := &collected{header: w.Header()}
			next.ServeHTTP(whole, r)
			request := r.URL.Path + " " + asked.String()
			if l.wait(r.Context(), request) != nil {
				return // nothing goes out
			}
			defer l.free(request)
			body := whole.body.Bytes()
			if n, cut := sent.Load(request); cut {
				body = body[:min(n.(int), len(body))]
			}
			first := body[:min(piece, len(body))]
			if !here(r) {
				return // nothing goes out
			}
			w.WriteHeader(whole.status)
			if !sends(w, first) || !here(r) {
				sent.Store(request, len(first))
				return
			}
			sends(w, body[len(first):])
		})
	},
})

// An answer goes out in a first piece of some bytes and the rest after a pause,
// in which a client that has left is noticed.
const (
	piece      = 40
	piecePause = 5 * time.Millisecond
)

// here reports whether the client is still there after a pause.
func here(r *http.Request) bool {
	time.Sleep(piecePause)
	return r.Context().Err() == nil
}

// sends reports whether a piece could be sent.
func sends(w http.ResponseWriter, b []byte) bool {
	_, err := w.Write(b)
	return err == nil && http.NewResponseController(w).Flush() == nil
}

// collected is an answer that is not sent yet.
type collected struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (k *collected) Header() http.Header         { return k.header }
func (k *collected) WriteHeader(status int)      { k.status = status }
func (k *collected) Write(b []byte) (int, error) { return k.body.Write(b) }
