package bugs

import (
	"encoding/json"
	"net/http"

	"github.com/idemspec/idemspec/reference"
)

// replayed lets a fault have its way with each replay.
func replayed(p *reference.Policy, spoil func(*reference.Call, reference.Record, *reference.Answer) error) {
	right := p.Replay
	p.Replay = func(c *reference.Call, known reference.Record) (reference.Answer, error) {
		a, err := right(c, known)
		if err == nil {
			err = spoil(c, known, &a)
		}
		return a, err
	}
}

// stored lets a fault have its way with what is remembered of each answer.
func stored(p *reference.Policy, spoil func(first reference.Answer, kept *reference.Answer)) {
	right := p.Remember
	p.Remember = func(c *reference.Call, first reference.Answer) (reference.Answer, bool) {
		kept, is := right(c, first)
		spoil(first, &kept)
		return kept, is
	}
}

// What the server calls its charges, and what is left of those that were deleted.
const (
	charges reference.Kind = "charge"
	deleted reference.Kind = "deleted"
)

// shown returns the object of a kind that an answer shows, as it is now.
func shown(tx reference.Tx, kind reference.Kind, a reference.Answer) (o reference.Object, found bool, err error) {
	var body struct {
		ID string `json:"id"`
	}
	// What is not JSON shows nothing.
	if json.Unmarshal(a.Body, &body) != nil || body.ID == "" {
		return o, false, nil
	}
	return tx.Object(kind, body.ID)
}

// failure is the answer of a server whose error nobody has thought of.
func failure() reference.Answer {
	return reference.Answer{
		Status: http.StatusInternalServerError,
		Header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}},
		Body:   []byte("Internal Server Error\n"),
	}
}
