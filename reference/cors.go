package reference

import (
	"net/http"
	"strings"
)

// preflight lets pages of other origins send what a client of this API has to
// send: without its header a key would be lost without a word.
func (l *life) preflight(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
	h.Set("Access-Control-Allow-Headers", strings.Join(l.requestFields(r.URL.Path), ", "))
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}

// requestFields are the header fields that clients send on a path.
func (l *life) requestFields(path string) []string {
	fields := []string{"Authorization", "Content-Type", "If-Match"}
	carrier := l.contract.For(http.MethodPost, path).Carrier
	if name := headerOf(carrier); name != "" {
		fields = append(fields, name)
	}
	for _, with := range carrier.With {
		fields = append(fields, with.Name)
	}
	return fields
}

// expose lets a page of another origin read what an answer says of its key.
func (l *life) expose(r *http.Request, a *Answer) {
	if r.Header.Get("Origin") == "" {
		return
	}
	fields := []string{"ETag", "Link", "Location", "Retry-After"}
	if m := l.contract.Marker.Header; m != "" {
		fields = append(fields, m)
	}
	a.Header = a.clone().Header
	a.Header.Set("Access-Control-Allow-Origin", "*")
	a.Header.Set("Access-Control-Expose-Headers", strings.Join(fields, ", "))
}
