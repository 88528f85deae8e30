package reference

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

// How long a client may take over the head of a request, and how long requests
// may take to end once the server is told to.
const (
	headPatience = 10 * time.Second
	stopPatience = 5 * time.Second
)

// Serve answers on both listeners, over HTTP/1.1 and HTTP/2 without TLS, until
// ctx ends. It closes the listeners, lets requests end and returns nil, or the
// error that kept it from serving.
func (s *Server) Serve(ctx context.Context, api, admin net.Listener) error {
	servers := []*http.Server{newHTTPServer(s.API()), newHTTPServer(s.Admin())}
	stopped := make(chan error, len(servers))
	for i, l := range []net.Listener{api, admin} {
		go func() { stopped <- servers[i].Serve(l) }()
	}
	var failure error
	running := len(servers)
	select {
	case <-ctx.Done():
	case failure = <-stopped:
		running--
	}
	s.letGo()
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopPatience)
	defer cancel()
	for _, h := range servers {
		// Whoever has not ended by now is cut off.
		failure = errors.Join(failure, stop(patience, h))
	}
	for range running {
		if err := <-stopped; !errors.Is(err, http.ErrServerClosed) {
			failure = errors.Join(failure, err)
		}
	}
	s.Close()
	return failure
}

func newHTTPServer(h http.Handler) *http.Server {
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headPatience,
		Protocols:         &protocols,
		// What clients do wrong is none of the operator's concern here.
		ErrorLog: log.New(io.Discard, "", 0),
	}
}

func stop(ctx context.Context, h *http.Server) error {
	err := h.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return h.Close()
	}
	return err
}
