package wire

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// within returns a context that ends with the test or after a while that no
// good exchange needs.
func within(t testing.TB, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

// fresh returns a dialler for one case, whose clock starts now.
func fresh() *Dialer {
	epoch := time.Now()
	return &Dialer{Since: func() time.Duration { return time.Since(epoch) }}
}

func origin(t testing.TB, address string) Origin {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	o, err := OriginOf(u)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func open(t testing.TB, d *Dialer, o Origin) *Conn {
	t.Helper()
	c, err := d.Open(within(t, 10*time.Second), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func post(body string) Request {
	return Request{
		Method: "POST", Target: "/v1/charges",
		Header: []idem.Field{{Name: "Idempotency-Key", Value: "k1"}},
		Body:   []byte(body),
	}
}

// serve starts a server that runs a script for each connection, and ends it
// with the test. The script need not close.
func serve(t testing.TB, script func(c net.Conn, br *bufio.Reader)) Origin {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, l, "http", script)
}

func serveOn(t testing.TB, l net.Listener, scheme string, script func(c net.Conn, br *bufio.Reader)) Origin {
	t.Helper()
	var mu sync.Mutex
	var conns []net.Conn
	var running sync.WaitGroup
	running.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			conns = append(conns, c)
			mu.Unlock()
			running.Go(func() {
				defer c.Close()
				if sealed, ok := c.(*tls.Conn); ok {
					sealed.Handshake() // if it goes wrong the script meets the error again
				}
				script(c, bufio.NewReader(c))
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		mu.Lock()
		for _, c := range conns {
			c.Close()
		}
		mu.Unlock()
		running.Wait()
	})
	return origin(t, scheme+"://"+l.Addr().String())
}

// readRequest takes one request from a connection and returns its body.
func readRequest(br *bufio.Reader) (*http.Request, []byte, error) {
	r, err := http.ReadRequest(br)
	if err != nil {
		return nil, nil, err
	}
	body, err := io.ReadAll(r.Body)
	return r, body, err
}

// answers returns a script that answers each request with the same bytes.
func answers(raw string) func(net.Conn, *bufio.Reader) {
	return func(c net.Conn, br *bufio.Reader) {
		for {
			if _, _, err := readRequest(br); err != nil {
				return
			}
			if _, err := io.WriteString(c, raw); err != nil {
				return
			}
		}
	}
}

const created = "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok"

// handled starts a server of net/http and returns its origin.
func handled(t testing.TB, h http.HandlerFunc) Origin {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return origin(t, s.URL)
}

// leavesNothing makes a test fail if it leaves a goroutine or a descriptor
// behind. It has to be called first.
func leavesNothing(t *testing.T) {
	t.Helper()
	// The first socket of a process opens descriptors of the runtime's own.
	if l, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		l.Close()
	}
	goroutines, files := runtime.NumGoroutine(), openFiles()
	t.Cleanup(func() {
		until(t, "nothing is left behind", func() bool {
			return runtime.NumGoroutine() <= goroutines && openFiles() <= files
		})
	})
}

// openFiles returns how many descriptors are open; zero where that cannot be
// seen.
func openFiles() int {
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(all)
}

// until waits for a condition.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if holds() {
			return
		}
	}
	buf := make([]byte, 64<<10)
	t.Errorf("not so within 10 s: %s\n%s", what, buf[:runtime.Stack(buf, true)])
}

func mustContain(t testing.TB, text, want string) {
	t.Helper()
	if !strings.Contains(text, want) {
		t.Errorf("%q does not say %q", text, want)
	}
}
