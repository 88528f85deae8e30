package book

import (
	"encoding/json"
	"net/http"
)

// Admin serves what the target file asks for beside the API: the ledger, and
// the hold with its release.
func (b *Book) Admin() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /ledger", Ledger(b.Effects))
	mux.HandleFunc("POST /hold", hook(b.hold))
	mux.HandleFunc("POST /release", hook(b.release))
	return mux
}

// Ledger answers with the charges that have the marker which is asked for.
func Ledger(effects func(marker string) []Charge) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string][]Charge{"effects": effects(r.URL.Query().Get("marker"))})
	}
}

func hook(do func(marker string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Marker string `json:"marker"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		do(in.Marker)
		w.WriteHeader(http.StatusNoContent)
	}
}
