package reference_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/reference"
)

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// serve runs a server on two listeners and returns what ends it and tells how.
func serve(t *testing.T) (tg *target, stop func(), ended <-chan error) {
	t.Helper()
	s, err := reference.New(options(seed))
	if err != nil {
		t.Fatal(err)
	}
	api, admin := listen(t), listen(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, api, admin) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	tg = &target{t: t, contract: seed, api: "http://" + api.Addr().String(), admin: "http://" + admin.Addr().String(), client: client}
	return tg, cancel, done
}

func TestServeEndsWithItsContextAndLetsHeldWorkGo(t *testing.T) {
	tg, stop, ended := serve(t)
	o := tg.fresh()
	tg.hold(o.marker)
	x := tg.later(o)
	tg.awaitHeld(o.marker, 1)
	stop()
	wantStatus(t, *(<-x).Response, 201)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := tg.try(tg.request(o)); err == nil {
		t.Error("the server still answers")
	}
}

func TestServeSaysWhyItCannotServe(t *testing.T) {
	s, err := reference.New(options(seed))
	if err != nil {
		t.Fatal(err)
	}
	api, admin := listen(t), listen(t)
	if err := admin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Serve(t.Context(), api, admin); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("got %v, want the listener's error", err)
	}
}

func TestServeSpeaksHTTP2(t *testing.T) {
	tg, stop, ended := serve(t)
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	tg.client = &http.Client{Transport: &http.Transport{Protocols: &protocols}}
	o := tg.fresh()
	first := tg.order(o)
	tg.wantReplayed(first, tg.order(o))
	tg.client.CloseIdleConnections()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
