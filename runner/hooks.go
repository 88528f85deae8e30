package runner

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/idemspec/idemspec/runner/target"
)

// hooks talks to ledgers, clocks and holds.
type hooks struct {
	client *http.Client
	agent  string
}

// longestAnswer bounds what is read of the answer of a hook, in bytes. A ledger
// that lists more than that asks for more than one case's effects.
const longestAnswer = 8 << 20

// call makes one request and returns the body of the answer. An answer other
// than 2xx, or one that is too long, is an error.
func (h hooks) call(ctx context.Context, r target.HookRequest) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, r.Method, r.URL.String(), bytes.NewReader(r.Body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", h.agent)
	for _, f := range r.Header {
		req.Header.Add(f.Name, f.Value)
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, longestAnswer+1))
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode/100 != 2:
		return nil, fmt.Errorf("%s %s answered %s", r.Method, r.URL.Redacted(), resp.Status)
	case len(body) > longestAnswer:
		return nil, fmt.Errorf("%s %s answered more than %d bytes", r.Method, r.URL.Redacted(), longestAnswer)
	}
	return body, nil
}
