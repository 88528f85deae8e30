package reference

import (
	"encoding/json"
	"net/http"
	"time"
)

// Admin returns the admin side, which must not be reachable where the API is:
//
//	GET  /ready                            200 once the store answers
//	GET  /ledger                           {"count": n}
//	GET  /ledger?marker=M                  {"effects": [{"id", "amount", "currency", "account", "kind"}]}
//	POST /clock   {"advance_seconds": n}   moves the clock of the keys ahead
//	POST /hold    {"marker": M}            keeps new work for M between its claim and its effect
//	GET  /hold?marker=M                    {"marker": M, "holding": bool, "held": n}
//	POST /release {"marker": M}            lets it go on; {"released": n}
//
// The marker of a case is what its charges carry as their description.
func (s *Server) Admin() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ready", s.showReady)
	mux.HandleFunc("GET /ledger", s.showLedger)
	mux.HandleFunc("POST /clock", s.moveClock)
	mux.HandleFunc("POST /hold", s.startHold)
	mux.HandleFunc("GET /hold", s.showHold)
	mux.HandleFunc("POST /release", s.endHold)
	return mux
}

func (s *Server) showReady(w http.ResponseWriter, r *http.Request) {
	err := s.store.Do(r.Context(), func(Tx) error { return nil })
	reply(w, err, map[string]bool{"ready": true})
}

func (s *Server) showLedger(w http.ResponseWriter, r *http.Request) {
	effects, count := []Effect{}, 0
	marker := r.URL.Query().Get("marker")
	err := s.store.Do(r.Context(), func(tx Tx) (err error) {
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

func (s *Server) moveClock(w http.ResponseWriter, r *http.Request) {
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
	err = s.advance(r.Context(), time.Duration(n*float64(time.Second)))
	reply(w, err, map[string]time.Time{"now": s.now().UTC()})
}

// longestJump bounds one move of the clock, in seconds.
const longestJump = 10 * 366 * 24 * 3600

// readMarker reads a body that names a marker.
func readMarker(w http.ResponseWriter, r *http.Request) (string, bool) {
	var in struct {
		Marker string `json:"marker"`
	}
	if !readAdmin(w, r, &in) {
		return "", false
	}
	if in.Marker == "" {
		http.Error(w, "marker is missing", http.StatusBadRequest)
		return "", false
	}
	return in.Marker, true
}

func (s *Server) startHold(w http.ResponseWriter, r *http.Request) {
	if marker, ok := readMarker(w, r); ok {
		s.gate.hold(marker)
		s.replyHold(w, marker)
	}
}

func (s *Server) showHold(w http.ResponseWriter, r *http.Request) {
	s.replyHold(w, r.URL.Query().Get("marker"))
}

func (s *Server) replyHold(w http.ResponseWriter, marker string) {
	n, held := s.gate.waiting(marker)
	reply(w, nil, struct {
		Marker  string `json:"marker"`
		Holding bool   `json:"holding"`
		Held    int    `json:"held"`
	}{marker, held, n})
}

func (s *Server) endHold(w http.ResponseWriter, r *http.Request) {
	if marker, ok := readMarker(w, r); ok {
		reply(w, nil, map[string]int{"released": s.gate.release(marker)})
	}
}

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
	w.Header().Set("Content-Type", "application/json")
	// The client has gone away if this fails, and nobody is left to be told.
	_ = json.NewEncoder(w).Encode(v)
}
