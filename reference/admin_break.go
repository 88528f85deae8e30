package reference

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
)

func (l *life) setBreak(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Marker string     `json:"marker"`
		At     idem.Point `json:"at"`
	}
	if !readAdmin(w, r, &in) {
		return
	}
	if !points[in.At] || in.Marker == "" && in.At != idem.StoreDown {
		http.Error(w, "at is no point at which work can be broken, or the marker is missing", http.StatusBadRequest)
		return
	}
	l.breaks.set(in.Marker, in.At)
	reply(w, nil, in)
}

// mendAll takes an empty body for an empty object, since there is nothing that
// it has to say.
func (l *life) mendAll(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Marker string `json:"marker"`
	}
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, longestBody)).Decode(&in)
	if err != nil && !errors.Is(err, io.EOF) {
		http.Error(w, "the body is no JSON object with a marker: "+err.Error(), http.StatusBadRequest)
		return
	}
	l.breaks.mend(in.Marker)
	reply(w, nil, map[string]bool{"mended": true})
}

// restart answers once the server works again.
func (s *Server) restart(w http.ResponseWriter, r *http.Request) {
	l, err := s.alive()
	if err == nil && !l.die() {
		err = errCrashed
	}
	if errors.Is(err, errCrashed) {
		// Another crash has come first, and its restart is under way.
		reply(w, err, nil)
		return
	}
	reply(w, s.revive(context.WithoutCancel(r.Context())), map[string]bool{"ready": true})
}

func (l *life) revoke(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Credential string `json:"credential"`
	}
	if !readAdmin(w, r, &in) {
		return
	}
	who, known := credentials[in.Credential]
	if !known || !who.revocable {
		http.Error(w, "the credential is none whose right can be revoked", http.StatusBadRequest)
		return
	}
	err := l.store.Do(r.Context(), func(tx Tx) error {
		return tx.Save(Object{Kind: revokedKind, ID: who.name, Account: who.account, Version: 1})
	})
	reply(w, err, map[string]bool{"revoked": true})
}
