package reference

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Admin returns the admin side, which must not be reachable where the API is:
//
//	GET  /ready                            200 if the server works
//	GET  /ledger                           {"count": n}
//	GET  /ledger?marker=M                  {"effects": [{"id", "amount", "currency", "account", "kind"}]}
//	GET  /outside?marker=M                 {"sent": [{"id", "kind", "key", "charge"}]}
//	POST /clock   {"advance_seconds": n}   moves the clock of the keys ahead
//	POST /hold    {"marker": M}            keeps new work for M between its claim and its effect
//	GET  /hold?marker=M                    {"marker": M, "holding": bool, "held": n}
//	POST /release {"marker": M}            lets it go on; {"released": n}
//	POST /break   {"marker": M, "at": P}   lets the next new work for M fail at an [idem.Point]
//	POST /mend    {"marker": M}            takes that back; all of it if there is no marker
//	POST /restart                          ends the server as kill -9 does, and starts it again
//	POST /revoke  {"credential": T}        takes its right from [TokenOneRevocable]
//
// The marker of a case is what its charges carry as their description. Whoever
// asks for the ledger, or for what has left, is answered once all is done that
// was still to be done.
func (s *Server) Admin() http.Handler {
	mux := http.NewServeMux()
	for pattern, serve := range map[string]func(*life, http.ResponseWriter, *http.Request){
		"GET /ready":    (*life).showReady,
		"GET /ledger":   (*life).showLedger,
		"GET /outside":  (*life).showOutside,
		"POST /clock":   (*life).moveClock,
		"POST /hold":    (*life).startHold,
		"GET /hold":     (*life).showHold,
		"POST /release": (*life).endHold,
		"POST /break":   (*life).setBreak,
		"POST /mend":    (*life).mendAll,
		"POST /revoke":  (*life).revoke,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			l, err := s.alive()
			if err != nil {
				replyStatus(w, http.StatusServiceUnavailable, map[string]any{"ready": false, "error": err.Error()})
				return
			}
			serve(l, w, r)
		})
	}
	mux.HandleFunc("POST /restart", s.restart)
	return mux
}

func (l *life) showReady(w http.ResponseWriter, r *http.Request) {
	err := l.store.Do(r.Context(), func(Tx) error { return nil })
	reply(w, err, map[string]bool{"ready": true})
}

func (l *life) showLedger(w http.ResponseWriter, r *http.Request) {
	effects, count := []Effect{}, 0
	marker := r.URL.Query().Get("marker")
	err := l.settled(r.Context(), func(tx Tx) (err error) {
		if marker == "" {
			count, err = tx.Count()
			return err
		}
		found, err := tx.Effects(marker)
		effects = append([]Effect{}, found...)
		return err
	})
	if marker == "" {
		reply(w, err, map[string]int{"count": count})
		return
	}
	reply(w, err, map[string][]Effect{"effects": effects})
}

func (l *life) showOutside(w http.ResponseWriter, r *http.Request) {
	sent := []Message{}
	err := l.settled(r.Context(), func(tx Tx) error {
		found, err := tx.Sent(r.URL.Query().Get("marker"))
		sent = append([]Message{}, found...)
		return err
	})
	reply(w, err, map[string][]Message{"sent": sent})
}

// settled reads the store once all chores are done.
func (l *life) settled(ctx context.Context, read func(Tx) error) error {
	if err := l.tidy(ctx); err != nil {
		return err
	}
	return l.store.Do(ctx, read)
}

func (l *life) moveClock(w http.ResponseWriter, r *http.Request) {
	// A json.Number takes a quoted number too, which is what templates write.
	var in struct {
		Seconds json.Number `json:"advance_seconds"`
	}
	if !readAdmin(w, r, &in) {
		return
	}
	n, err := in.Seconds.Float64()
	if err != nil || n < 0 || n > longestJump {
		http.Error(w, "advance_seconds is no number of seconds from 0 to 10 years", http.StatusBadRequest)
		return
	}
	err = l.advance(r.Context(), time.Duration(n*float64(time.Second)))
	l.chores.rounds.Store(0)
	l.stir()
	reply(w, err, map[string]time.Time{"now": l.now().UTC()})
}

// longestJump bounds one move of the clock, in seconds.
const longestJump = 10 * 366 * 24 * 3600

func readAdmin(w http.ResponseWriter, r *http.Request, into any) bool {
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, longestBody)).Decode(into)
	if err != nil {
		http.Error(w, "the body is not the JSON object that is taken here: "+err.Error(), http.StatusBadRequest)
	}
	return err == nil
}

// reply writes a value, or the error that kept it from being found.
func reply(w http.ResponseWriter, err error, v any) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	replyStatus(w, http.StatusOK, v)
}

func replyStatus(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The client has gone away if this fails, and nobody is left to be told.
	_ = json.NewEncoder(w).Encode(v)
}
