package reference_test

import (
	"context"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// pipes is a listener whose connections are in memory, so that time within a
// bubble of synctest can pass by itself.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	p.conns <- server
	return client, nil
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

// startPiped serves a contract within the bubble that it is called in.
func startPiped(t *testing.T, o reference.Options) *target {
	t.Helper()
	s, err := reference.New(o)
	if err != nil {
		t.Fatal(err)
	}
	tg := &target{t: t, contract: o.Contract, api: "http://api", admin: "http://admin"}
	ctx, cancel := context.WithCancel(context.Background())
	api, admin := newPipes(), newPipes()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, api, admin) }()
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if address == "admin:80" {
			return admin.dial(ctx, network, address)
		}
		return api.dial(ctx, network, address)
	}}
	tg.client = &http.Client{Transport: transport}
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return tg
}

func TestADayPassesInNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tg := startPiped(t, options(seed))
		o := tg.fresh()
		first := tg.order(o)
		time.Sleep(24*time.Hour - time.Nanosecond)
		tg.wantReplayed(first, tg.order(o))
		time.Sleep(time.Nanosecond)
		if late := tg.order(o); late.Resource == first.Resource {
			t.Errorf("a day later the answer is %d %s", late.Response.Status, late.Response.Body)
		}
		tg.wantEffects(o.marker, 2)
	})
}

func TestRetentionFromCompletionIsLongerThanFromTheFirst(t *testing.T) {
	for from, replayed := range map[idem.Start]bool{idem.FromFirst: false, idem.FromCompletion: true, "": false} {
		synctest.Test(t, func(t *testing.T) {
			c := seed
			c.Retention.From = from
			tg := startPiped(t, options(c))
			o := tg.fresh()
			tg.hold(o.marker)
			first := tg.later(o)
			synctest.Wait()
			time.Sleep(5 * time.Second)
			tg.release(o.marker)
			<-first
			time.Sleep(24*time.Hour - 2*time.Second)
			again := tg.order(o)
			if c.Marker.On(*again.Response) != replayed {
				t.Errorf("counted from %q: got %d %s", from, again.Response.Status, again.Response.Body)
			}
		})
	}
}

func TestAWaitingTargetAnswersWhenTheFirstIsDone(t *testing.T) {
	for _, c := range []idem.Contract{svix, formance} {
		synctest.Test(t, func(t *testing.T) {
			tg := startPiped(t, options(c))
			o := tg.fresh()
			tg.hold(o.marker)
			first := tg.later(o)
			synctest.Wait()
			second := tg.later(o)
			time.Sleep(4 * time.Second)
			if len(second) > 0 {
				t.Fatalf("%s: the second was answered while the first ran", c.Profile)
			}
			tg.release(o.marker)
			tg.wantReplayed(<-first, <-second)
			tg.wantEffects(o.marker, 1)
		})
	}
}

func TestAWaitIsBoundedWhereTheContractSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tg := startPiped(t, options(svix))
		o := tg.fresh()
		tg.hold(o.marker)
		first := tg.later(o)
		synctest.Wait()
		before := time.Now()
		if second := tg.order(o); second.Response.Status != 409 {
			t.Errorf("got %d %s, want 409", second.Response.Status, second.Response.Body)
		}
		if waited := time.Since(before).Round(time.Second); waited != 5*time.Second {
			t.Errorf("the second was answered after %v, want 5s", waited)
		}
		tg.release(o.marker)
		<-first
		tg.wantEffects(o.marker, 1)
	})
}

func TestAHoldIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tg := startPiped(t, options(seed))
		o := tg.fresh()
		tg.hold(o.marker)
		before := time.Now()
		wantStatus(t, *tg.order(o).Response, 201)
		if held := time.Since(before); held != 10*time.Second {
			t.Errorf("the request was held for %v, want 10s", held)
		}
	})
}

func TestServeCutsOffWhoDoesNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := reference.New(options(seed))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		api, ended := newPipes(), make(chan error, 1)
		go func() { ended <- s.Serve(ctx, api, newPipes()) }()
		conn, err := api.dial(ctx, "", "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write([]byte("POST /v1/charges HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk_test_one\r\nContent-Length: 9\r\n\r\n{")); err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // the handler is waiting for the rest
		before := time.Now()
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if took := time.Since(before); took < 5*time.Second || took > 6*time.Second {
			t.Errorf("the end took %v, want 5s", took)
		}
	})
}
