package reference

import "net/http"

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

func (l *life) startHold(w http.ResponseWriter, r *http.Request) {
	if marker, ok := readMarker(w, r); ok {
		l.gate.hold(marker)
		l.replyHold(w, marker)
	}
}

func (l *life) showHold(w http.ResponseWriter, r *http.Request) {
	l.replyHold(w, r.URL.Query().Get("marker"))
}

func (l *life) replyHold(w http.ResponseWriter, marker string) {
	n, held := l.gate.waiting(marker)
	reply(w, nil, struct {
		Marker  string `json:"marker"`
		Holding bool   `json:"holding"`
		Held    int    `json:"held"`
	}{marker, held, n})
}

func (l *life) endHold(w http.ResponseWriter, r *http.Request) {
	if marker, ok := readMarker(w, r); ok {
		reply(w, nil, map[string]int{"released": l.gate.release(marker)})
	}
}
