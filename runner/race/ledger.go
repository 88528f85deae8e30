package race

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// A Ledger books one effect for each request that finds its key unknown. It
// looks, spends a window, and books; nothing holds the two together, which is
// the fault that bursts are there to find. A lock guards its memory alone.
type Ledger struct {
	epoch time.Time

	mu     sync.Mutex
	known  map[string]bool
	looks  []look
	booked map[string]int
}

// A look is a request at the instant when it asked whether its key is known.
type look struct {
	key string
	at  time.Duration
}

// NewLedger returns an empty ledger.
func NewLedger() *Ledger {
	l := &Ledger{epoch: time.Now()}
	l.reset()
	return l
}

func (l *Ledger) reset() {
	l.known, l.booked, l.looks = map[string]bool{}, map[string]int{}, l.looks[:0]
}

const booked = `{"id":"ch_1","amount":4200,"currency":"usd","status":"succeeded"}`

// ServeHTTP serves POST /{kind}/{nanoseconds}: one booking with a window. The
// key is in Idempotency-Key. With the query "head" the ledger looks before it
// reads the body. GET /round tells what came since it was asked last.
func (l *Ledger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodGet {
		json.NewEncoder(w).Encode(l.Take())
		return
	}
	window, ok := windowOf(r.URL.Path)
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if r.URL.RawQuery != "head" {
		io.Copy(io.Discard, r.Body)
	}
	l.book(r.Header.Get("Idempotency-Key"), window)
	w.WriteHeader(http.StatusCreated)
	io.WriteString(w, booked)
}

func windowOf(path string) (w Window, ok bool) {
	for _, k := range []Kind{Spin, Sleep} {
		prefix := "/" + string(k) + "/"
		if len(path) > len(prefix) && path[:len(prefix)] == prefix {
			n, err := strconv.ParseInt(path[len(prefix):], 10, 64)
			return Window{k, time.Duration(n)}, err == nil && n >= 0 && time.Duration(n) <= time.Second
		}
	}
	return w, false
}

func (l *Ledger) book(key string, w Window) {
	at := time.Since(l.epoch)
	l.mu.Lock()
	known := l.known[key]
	l.looks = append(l.looks, look{key, at})
	l.mu.Unlock()
	if known {
		return
	}
	w.pass()
	l.mu.Lock()
	l.known[key] = true
	l.booked[key]++
	l.mu.Unlock()
}

// A Round is what a ledger saw of one burst.
type Round struct {
	Requests int           `json:"requests"`
	Keys     int           `json:"keys"`
	Doubles  int           `json:"doubles"` // keys with more than one effect
	Gap      time.Duration `json:"gap_ns"`  // from the first look to the second; zero if there were fewer
	Spread   time.Duration `json:"spread_ns"`
}

// Take returns what came since it was called last, and forgets it.
func (l *Ledger) Take() Round {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := Round{Requests: len(l.looks), Keys: len(l.known)}
	for _, n := range l.booked {
		if n > 1 {
			r.Doubles++
		}
	}
	slices.SortFunc(l.looks, func(a, b look) int { return int(a.at - b.at) })
	if n := len(l.looks); n > 1 {
		r.Gap, r.Spread = l.looks[1].at-l.looks[0].at, l.looks[n-1].at-l.looks[0].at
	}
	l.reset()
	return r
}
