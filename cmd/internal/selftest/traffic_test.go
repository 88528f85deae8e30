package selftest

import (
	"context"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/idemspec/idemspec/runner/clock"
)

// connected returns the server's end of a connection whose client has left.
func connected(t *testing.T, n *network, seen *traffic) net.Conn {
	t.Helper()
	accepted := make(chan net.Conn, 1)
	go func() {
		c, err := seen.watch(n).Accept()
		if err != nil {
			t.Error(err)
		}
		accepted <- c
	}()
	client, err := seen.watchDial(n.dial)(t.Context(), "memory", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	return <-accepted
}

func TestThePatientClockWaitsForWorkUnderWay(t *testing.T) {
	for name, test := range map[string]struct{ work, sleep, waited time.Duration }{
		"work that ends":           {3 * time.Second, time.Minute, 3 * time.Second},
		"work that takes too long": {time.Hour, time.Second, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seen := newTraffic()
				server := connected(t, newNetwork(), seen)
				time.AfterFunc(test.work, func() { server.Close() })
				c, start := patient{&clock.Virtual{}, seen}, time.Now()
				virtual := c.Now()
				if err := c.Sleep(t.Context(), test.sleep); err != nil {
					t.Fatal(err)
				}
				if got := time.Since(start); got != test.waited {
					t.Errorf("waited %v, want %v", got, test.waited)
				}
				if got := c.Now().Sub(virtual); got < test.sleep {
					t.Errorf("slept %v of %v", got, test.sleep)
				}
				time.Sleep(test.work)
			})
		})
	}
}

func TestAServerThatRestsIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := newTraffic()
		if err := connected(t, newNetwork(), seen).Close(); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if err := (patient{&clock.Virtual{}, seen}).Sleep(context.Background(), time.Hour); err != nil {
			t.Fatal(err)
		}
		if got := time.Since(start); got != 0 {
			t.Errorf("waited %v", got)
		}
		if n := len(seen.open); n > 0 {
			t.Errorf("%d connections are still held to be open", n)
		}
	})
}
