package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// A target is a running server and the clients of its two sides.
type target struct {
	t        *testing.T
	contract idem.Contract
	api      string
	admin    string
	client   *http.Client
	last     atomic.Int64
}

// start runs a server on loopback until the test ends.
func start(t *testing.T, o reference.Options) *target {
	t.Helper()
	s, err := reference.New(o)
	if err != nil {
		t.Fatal(err)
	}
	api, admin := httptest.NewUnstartedServer(s.API()), httptest.NewServer(s.Admin())
	api.Config.ErrorLog = log.New(io.Discard, "", 0) // a test may make a handler panic
	api.Start()
	transport := &http.Transport{DisableKeepAlives: true}
	t.Cleanup(func() {
		api.Close()
		admin.Close()
		s.Close()
	})
	return &target{t: t, contract: o.Contract, api: api.URL, admin: admin.URL, client: &http.Client{Transport: transport}}
}

// order is a request to make a charge, as a table can spell it.
type order struct {
	key     string
	marker  string
	amount  int
	source  string
	token   string
	path    string // of the collection; empty for charges
	keyless bool
}

func (tg *target) request(o order) *http.Request {
	tg.t.Helper()
	carrier := tg.contract.Carrier
	members := map[string]any{"amount": o.amount, "currency": "usd", "source": "tok_visa", "description": o.marker}
	if o.amount == 0 {
		members["amount"] = 4200
	}
	if o.source != "" {
		members["source"] = o.source
	}
	target, contentType := tg.api+"/v1/charges", "application/json"
	if o.path != "" {
		target = tg.api + o.path
	}
	head := http.Header{}
	switch {
	case o.keyless:
	case carrier.In == idem.InBody:
		members[strings.TrimPrefix(carrier.Name, "/")] = o.key
	case carrier.In == idem.InQuery:
		target += "?" + url.Values{carrier.Name: {o.key}}.Encode()
	case carrier.In == idem.InHeader && carrier.Quoted:
		head.Set(carrier.Name, `"`+o.key+`"`)
	case carrier.In == idem.InHeader:
		head.Set(carrier.Name, o.key)
	case carrier.In == "":
		head.Set("Idempotency-Key", o.key)
	}
	body, err := json.Marshal(members)
	if err != nil {
		tg.t.Fatal(err)
	}
	if carrier.In == idem.InForm {
		values := url.Values{}
		for name, v := range members {
			values.Set(name, fmt.Sprint(v))
		}
		if !o.keyless {
			values.Set(carrier.Name, o.key)
		}
		body, contentType = []byte(values.Encode()), "application/x-www-form-urlencoded"
	}
	head.Set("Content-Type", contentType)
	r := newRequest(tg.t, "POST", target, body)
	r.Header = head
	authorize(r, o.token)
	return r
}

func newRequest(t *testing.T, method, target string, body []byte) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, target, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return r
}

func authorize(r *http.Request, token string) {
	if token == "" {
		token = reference.TokenOne
	}
	r.Header.Set("Authorization", "Bearer "+token)
}

// send returns the exchange in the words of a contract. It fails the test if no
// answer arrives.
func (tg *target) send(r *http.Request) idem.Exchange {
	tg.t.Helper()
	x, err := tg.try(r)
	if err != nil {
		tg.t.Fatal(err)
	}
	return x
}

func (tg *target) try(r *http.Request) (idem.Exchange, error) {
	resp, err := tg.client.Do(r)
	if err != nil {
		return idem.Exchange{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return idem.Exchange{}, err
	}
	x := idem.Exchange{Response: &idem.Response{Status: resp.StatusCode, Body: body}}
	for name, values := range resp.Header {
		x.Response.Header = append(x.Response.Header, idem.Field{Name: name, Value: values[0]})
	}
	if resp.StatusCode/100 == 2 {
		x.Resource, _ = x.Response.At("/id")
	}
	return x, nil
}

func (tg *target) order(o order) idem.Exchange { tg.t.Helper(); return tg.send(tg.request(o)) }

// later sends an order and hands on its exchange when the answer is there.
func (tg *target) later(o order) <-chan idem.Exchange {
	tg.t.Helper()
	r := tg.request(o)
	answered := make(chan idem.Exchange, 1)
	go func() {
		x, err := tg.try(r)
		if err != nil {
			tg.t.Error(err)
			x.Response = &idem.Response{}
		}
		answered <- x
	}()
	return answered
}

// fresh returns a key and a marker that were not used before.
func (tg *target) fresh() order {
	n := tg.last.Add(1)
	return order{key: fmt.Sprintf("00000000-0000-4000-8000-%012d", n), marker: fmt.Sprintf("case-%d", n)}
}

func options(c idem.Contract) reference.Options { return reference.Options{Contract: c} }
