package reference

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
)

// An Answer is a response before it is written.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte

	exact bool // the body is sent as it is, since the contract or the store depends on its bytes
}

// clone copies an answer deeply enough to change its header.
func (a Answer) clone() Answer {
	a.Header = maps.Clone(a.Header)
	if a.Header == nil {
		a.Header = http.Header{}
	}
	a.Body = slices.Clone(a.Body)
	return a
}

// jsonAnswer makes an answer out of a value that has a JSON form.
func jsonAnswer(status int, v any) (Answer, error) {
	body, err := json.Marshal(v)
	return Answer{
		Status: status,
		Header: http.Header{"Content-Type": {"application/json"}},
		Body:   body,
	}, err
}
