package race

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/idemspec/idemspec/runner/wire"
	"golang.org/x/sync/errgroup"
)

// A Technique is a way to release a salvo.
type Technique struct {
	Name     string
	Peer     bool // a public tool; its process is started anew for each salvo
	Mirrored bool // its salvos have ten keys, twice each, if they are large enough; else all requests have one key
	fire     func(ctx context.Context, host string, s Salvo) error
}

// mirrorFrom is how many requests a salvo has at least that is mirrored.
const mirrorFrom = 4

// salvo lays a number of requests out over keys.
func (t Technique) salvo(requests int, w Window, number int) Salvo {
	if t.Mirrored && requests >= mirrorFrom {
		return Salvo{Keys: requests / 2, Copies: 2, Window: w, number: number}
	}
	return Salvo{Keys: 1, Copies: requests, Window: w, number: number}
}

// Reference is the name of the technique that others are compared with.
const Reference = "net/http, errgroup barrier"

// Techniques returns the ways that are built in: the formations of this
// harness, and what a test in Go would do with its standard library.
func Techniques() []Technique {
	own := func(name string, f wire.Formation, p wire.Protocol, mirrored bool) Technique {
		return Technique{Name: name, Mirrored: mirrored, fire: func(ctx context.Context, host string, s Salvo) error {
			return fire(ctx, f, p, host, s)
		}}
	}
	return []Technique{
		own("h1 pairs, mirrored", wire.Pairs, wire.HTTP1, true),
		own("h2 pairs, mirrored", wire.Pairs, wire.HTTP2, true),
		own("h1 apart, last byte", wire.Apart, wire.HTTP1, false),
		own("h1 apart, head gate", wire.ApartHead, wire.HTTP1, false),
		own("h2 pairs, one key", wire.Pairs, wire.HTTP2, false),
		own("h2 packet, one key", wire.Packet, wire.HTTP2, false),
		{Name: Reference, fire: barrier(0)},
		{Name: "net/http, barrier after a rest", fire: barrier(time.Millisecond)},
	}
}

// barrier has a client with a warm connection for each request of a salvo, which
// all wait for a channel to close; it may give the target a rest before.
func barrier(rest time.Duration) func(ctx context.Context, host string, s Salvo) error {
	return func(ctx context.Context, host string, s Salvo) error {
		requests := s.requests()
		clients := make([]*http.Client, len(requests))
		var warm errgroup.Group
		for i := range clients {
			clients[i] = &http.Client{Transport: &http.Transport{}}
			defer clients[i].CloseIdleConnections()
			warm.Go(func() error { return do(ctx, clients[i], "HEAD", "http://"+host+"/", "") })
		}
		if err := warm.Wait(); err != nil {
			return err
		}
		var g errgroup.Group
		var ready sync.WaitGroup
		ready.Add(len(clients))
		gate := make(chan struct{})
		for i, c := range clients {
			g.Go(func() error {
				ready.Done()
				<-gate
				return do(ctx, c, "POST", "http://"+host+requests[i].Target, s.key(i/s.Copies))
			})
		}
		ready.Wait()
		time.Sleep(rest)
		close(gate)
		return g.Wait()
	}
}

// do sends one request by net/http.
func do(ctx context.Context, c *http.Client, method, url, key string) error {
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader([]byte(order)))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", key)
	answer, err := c.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}
