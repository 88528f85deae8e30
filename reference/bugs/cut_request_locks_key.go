package bugs

import (
	"bytes"
	"io"
	"net/http"
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
)

// CutRequestLocksKey never unlocks what broke off.
var CutRequestLocksKey = declare(Bug{
	ID:     "cut-request-locks-key",
	Title:  "Refuses a key for ever whose first request broke off",
	Kind:   "stuck-in-progress",
	Breaks: idem.OneEffect,
	Cause: `A layer in front of the handler locks the key as soon as it has read the header, and unlocks
it when the handler is done. If the body breaks off there is no handler, and nobody unlocks.`,
	Reports: []string{
		"https://github.com/VilledeMontreal/express-idempotency/issues/32",
		"https://github.com/KanishJebaMathewM/Truxify/issues/4622",
	},
	CaughtBy: []string{"cut-request-stores-nothing"},
	Wrap: func(next http.Handler) http.Handler {
		var mu sync.Mutex
		locked := map[string]bool{}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			key := r.Header.Get("Idempotency-Key")
			body, err := io.ReadAll(r.Body)
			mu.Lock()
			locked[key] = locked[key] || err != nil && key != ""
			stuck := locked[key]
			mu.Unlock()
			if stuck {
				w.WriteHeader(http.StatusConflict)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			next.ServeHTTP(w, r)
		})
	},
})
