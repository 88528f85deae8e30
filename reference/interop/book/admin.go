package book

import (
	"encoding/json"
	"net/http"
)

// Admin serves what the target file asks for beside the API: the ledger, the
// hold with its release, and the break with its mending.
func (b *Book) Admin() *http.ServeMux {
	mux := Admin(b.Effects, &b.breaks)
	mux.HandleFunc("POST /hold", hook(func(in order) bool { b.hold(in.Marker); return true }))
	mux.HandleFunc("POST /release", hook(func(in order) bool { b.release(in.Marker); return true }))
	return mux
}

// Admin serves a ledger, and the break with its mending.
func Admin(effects func(marker string) []Charge, breaks *Breaks) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ledger", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string][]Charge{"effects": effects(r.URL.Query().Get("marker"))})
	})
	mux.HandleFunc("POST /break", hook(func(in order) bool { return breaks.arm(in.Marker, in.Point) }))
	mux.HandleFunc("POST /mend", hook(func(in order) bool { breaks.mend(in.Marker); return true }))
	return mux
}

// An order is what a hook is told.
type order struct {
	Marker string `json:"marker"`
	Point  string `json:"point"`
}

// hook answers an order, with 501 if it cannot be carried out.
func hook(carryOut func(order) bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in order
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if !carryOut(in) {
			w.WriteHeader(http.StatusNotImplemented)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
}
