package wire

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

func TestAConnectionIsUsedAgainByItsOwnerAlone(t *testing.T) {
	leavesNothing(t)
	o := serve(t, answers(created))
	d := fresh()
	ctx := within(t, 10*time.Second)
	a, b := open(t, d, o), open(t, d, o)
	first, again, other := a.Exchange(ctx, post("1"), idem.Fault{}), a.Exchange(ctx, post("2"), idem.Fault{}), b.Exchange(ctx, post("3"), idem.Fault{})
	for i, x := range []Result{first, again, other} {
		if x.Err != nil || x.Response.Status != 201 || string(x.Response.Body) != "ok" {
			t.Fatalf("exchange %d: %+v", i+1, x)
		}
		if err := x.Mismatch(); err != nil || x.Wire.Writes != 1 || x.Wire.BytesIn != int64(len(created)) {
			t.Errorf("exchange %d: mismatch %v, wire %+v", i+1, err, x.Wire)
		}
	}
	for i, want := range []idem.Wire{{Conn: 1}, {Conn: 1, Reused: true}, {Conn: 2}} {
		if got := []Result{first, again, other}[i].Wire; got.Conn != want.Conn || got.Reused != want.Reused {
			t.Errorf("exchange %d was on connection %d, reused %t", i+1, got.Conn, got.Reused)
		}
	}
	if n := a.Traffic(); n.Out != first.Planned+again.Planned || n.In != 2*int64(len(created)) || n.Writes != 2 {
		t.Errorf("traffic %+v", n)
	}
}

func TestTimesAreInOrder(t *testing.T) {
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		for {
			if _, _, err := readRequest(br); err != nil {
				return
			}
			io.WriteString(c, created[:1])
			time.Sleep(5 * time.Millisecond)
			io.WriteString(c, created[1:])
		}
	})
	d := fresh()
	c := open(t, d, o)
	ctx := within(t, 10*time.Second)
	x := c.Exchange(ctx, post(""), idem.Fault{})
	ready := c.Opened()
	if x.Times.Dialed != ready.Ready || ready.Start >= ready.Connected || ready.Connected > ready.Ready || ready.Remote != o.Address() || ready.TLS != nil {
		t.Errorf("opened %+v, times %+v", ready, x.Times)
	}
	again := c.Exchange(ctx, post(""), idem.Fault{})
	once := d.Once(ctx, o, post(""), idem.Fault{})
	if again.Times.Dialed != 0 || once.Times.Dialed <= once.Times.Start {
		t.Errorf("a reused connection was dialled at %s, a new one at %s after the start at %s",
			again.Times.Dialed, once.Times.Dialed, once.Times.Start)
	}
	for i, x := range []Result{x, again, once} {
		ts := x.Times
		if x.Err != nil || ts.Start >= ts.Wrote || ts.Wrote >= ts.First || ts.First >= ts.Done {
			t.Errorf("exchange %d: times %+v, error %v", i+1, ts, x.Err)
		}
	}
}

func TestADeadConnectionIsNoticedBeforeAnythingIsSent(t *testing.T) {
	for name, tt := range map[string]struct {
		script func(net.Conn, *bufio.Reader)
		want   string
	}{
		"closed by the target when idle": {func(c net.Conn, br *bufio.Reader) {
			readRequest(br)
			io.WriteString(c, created)
		}, "the target had ended the connection"},
		"announced to be closed": {func(c net.Conn, br *bufio.Reader) {
			answers("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")(c, br)
		}, "ends the connection with the answer"},
		"a second answer in one piece with the first": {func(c net.Conn, br *bufio.Reader) {
			answers(created+created)(c, br)
		}, "bytes that nothing asked for"},
		"a second answer later": {func(c net.Conn, br *bufio.Reader) {
			readRequest(br)
			io.WriteString(c, created)
			time.Sleep(10 * time.Millisecond)
			io.WriteString(c, created)
			br.ReadByte()
		}, "bytes that nothing asked for"},
	} {
		t.Run(name, func(t *testing.T) {
			leavesNothing(t)
			o := serve(t, tt.script)
			c := open(t, fresh(), o)
			ctx := within(t, 10*time.Second)
			if x := c.Exchange(ctx, post("1"), idem.Fault{}); x.Err != nil {
				t.Fatal(x.Err)
			}
			until(t, "the connection is unusable", func() bool { c.Unasked(); return c.Usable() != nil })
			x := c.Exchange(ctx, post("2"), idem.Fault{})
			var e *Error
			if !errors.As(x.Err, &e) || e.Stage != Writing || x.Wire.BytesOut != 0 || x.Socket.Out != 0 || x.Response != nil {
				t.Errorf("result %+v", x)
			}
			mustContain(t, x.Err.Error(), tt.want)
		})
	}
}

func TestUnaskedBytesAreReported(t *testing.T) {
	smuggled := "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
	o := serve(t, answers(created+smuggled))
	x := fresh().Once(within(t, 10*time.Second), o, post(""), idem.Fault{})
	if x.Err != nil || x.Response.Status != 201 || x.Wire.Extra != int64(len(smuggled)) {
		t.Errorf("status and extra of %+v, want 201 and %d", x, len(smuggled))
	}
	o = serve(t, func(c net.Conn, _ *bufio.Reader) {
		io.WriteString(c, "220 mail.example.com ESMTP\r\n")
		io.Copy(io.Discard, c)
	})
	c := open(t, fresh(), o)
	until(t, "the greeting is noticed", func() bool { return c.Unasked() > 0 })
	if x := c.Exchange(within(t, 10*time.Second), post(""), idem.Fault{}); x.Err == nil || x.Wire.BytesOut != 0 {
		t.Errorf("a request was sent to a target that speaks first: %+v", x)
	}
}

func TestInterimAnswersAreCounted(t *testing.T) {
	o := handled(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusProcessing)
		io.Copy(w, r.Body)
	})
	r := post("echo")
	r.Header = append(r.Header, idem.Field{Name: "Expect", Value: "100-continue"})
	x := fresh().Once(within(t, 10*time.Second), o, r, idem.Fault{})
	if x.Err != nil || x.Wire.Interim < 1 || string(x.Response.Body) != "echo" {
		t.Errorf("result %+v", x)
	}
}

func TestOneExchangeAtATime(t *testing.T) {
	leavesNothing(t)
	arrived, answer := make(chan bool), make(chan bool)
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		readRequest(br)
		arrived <- true
		<-answer
		io.WriteString(c, created)
	})
	c := open(t, fresh(), o)
	ctx := within(t, 10*time.Second)
	first := make(chan Result)
	go func() { first <- c.Exchange(ctx, post("1"), idem.Fault{}) }()
	<-arrived
	second := c.Exchange(ctx, post("2"), idem.Fault{})
	if !errors.Is(second.Err, errBusy) || second.Wire.BytesOut != 0 {
		t.Errorf("second %+v", second)
	}
	if err := c.Close(); !errors.Is(err, errBusy) {
		t.Errorf("Close during an exchange = %v", err)
	}
	close(answer)
	if x := <-first; x.Err != nil || x.Response.Status != 201 {
		t.Errorf("first %+v", x)
	}
}

func TestAnEarlyAnswerIsKeptAndAMismatch(t *testing.T) {
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		http.ReadRequest(br)
		io.WriteString(c, "HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
		c.(*net.TCPConn).CloseWrite()
		c.(*net.TCPConn).SetReadBuffer(1)
		time.Sleep(20 * time.Millisecond)
	})
	x := fresh().Once(within(t, 10*time.Second), o, post(string(make([]byte, 64<<20))), idem.Fault{})
	if x.Response == nil || x.Response.Status != 413 || x.Wire.BytesOut >= x.Planned || x.Times.Wrote != 0 {
		t.Fatalf("response %+v, error %v, %d of %d bytes out", x.Response, x.Err, x.Wire.BytesOut, x.Planned)
	}
	if err := x.Mismatch(); err == nil {
		t.Error("no mismatch, though the request was not written whole")
	}
}

func TestAClosedConnectionSaysSo(t *testing.T) {
	o := serve(t, answers(created))
	c := open(t, fresh(), o)
	for range 2 {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if x := c.Exchange(context.Background(), post(""), idem.Fault{}); !errors.Is(x.Err, errClosed) {
		t.Errorf("error %v", x.Err)
	}
}

func TestNothingListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o := origin(t, "http://"+l.Addr().String())
	l.Close()
	x := fresh().Once(within(t, 10*time.Second), o, post(""), idem.Fault{})
	var e *Error
	if !errors.As(x.Err, &e) || e.Stage != Dialling || e.Way == "" {
		t.Fatalf("error %v", x.Err)
	}
	mustContain(t, e.Error(), "no connection to "+o.String()+": connection refused")
	if got := x.Exchange(); got.Err != e.Error() || got.Response != nil || got.Sent.Method != "POST" {
		t.Errorf("exchange %+v", got)
	}
}
