package race

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/idemspec/idemspec/runner/wire"
	"golang.org/x/sync/errgroup"
)

// within returns a context that ends with the test or after a while that nothing
// here needs.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func TestAWideWindowIsSeenByEachTechnique(t *testing.T) {
	l := NewLedger()
	host, stop, err := Listen(l)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	wide := Window{Sleep, 50 * time.Millisecond}
	for i, technique := range Techniques() {
		s := technique.salvo(4, wide, i)
		if err := technique.fire(within(t), host, s); err != nil {
			t.Fatalf("%s: %v", technique.Name, err)
		}
		keys := 1
		if technique.Mirrored {
			keys = 2
		}
		r := l.Take()
		if r.Requests != 4 || r.Keys != keys || r.Doubles == 0 || r.Gap <= 0 || r.Spread < r.Gap {
			t.Errorf("%s: %+v", technique.Name, r)
		}
	}
	if r := l.Take(); r != (Round{}) {
		t.Errorf("the ledger still has %+v", r)
	}
}

func TestOneAfterTheOtherMakesNoDouble(t *testing.T) {
	l := NewLedger()
	s := Salvo{Keys: 1, Copies: 3, Window: Window{Spin, time.Microsecond}}
	for _, r := range s.requests() {
		request := httptest.NewRequest(r.Method, r.Target, strings.NewReader(string(r.Body)))
		request.Header.Set("Idempotency-Key", s.key(0))
		answer := httptest.NewRecorder()
		if l.ServeHTTP(answer, request); answer.Code != http.StatusCreated {
			t.Errorf("answer %d", answer.Code)
		}
	}
	if r := l.Take(); r.Requests != 3 || r.Keys != 1 || r.Doubles != 0 {
		t.Errorf("%+v", r)
	}
}

func TestALedgerThatLooksBeforeTheBodyNeedsTheHeadGate(t *testing.T) {
	l := NewLedger()
	host, stop, err := Listen(l)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	s := Salvo{Keys: 1, Copies: 4, Window: Window{Sleep, 50 * time.Millisecond}}
	s.early = true
	if err := fire(within(t), wire.ApartHead, wire.HTTP1, host, s); err != nil {
		t.Fatal(err)
	}
	if r := l.Take(); r.Requests != 4 || r.Doubles != 1 {
		t.Errorf("%+v", r)
	}
}

func TestPathsThatTheLedgerDoesNotHave(t *testing.T) {
	for _, path := range []string{"/", "/spin/", "/spin/x", "/spin/-1", "/sleep/2000000000", "/other/1"} {
		answer := httptest.NewRecorder()
		NewLedger().ServeHTTP(answer, httptest.NewRequest("POST", path, nil))
		if answer.Code != http.StatusNotFound {
			t.Errorf("%s: answer %d", path, answer.Code)
		}
	}
}

// serveChild runs the main function of a ledger's process, and ends it with the
// test.
func serveChild(t *testing.T) (host string) {
	in, stop := io.Pipe()
	out, said := io.Pipe()
	var g errgroup.Group
	g.Go(func() error { return Child(context.Background(), in, said) })
	t.Cleanup(func() {
		stop.Close()
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

func TestAChildEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in, _ := io.Pipe()
	if err := Child(ctx, in, io.Discard); err == nil {
		t.Error("it ended without saying why")
	}
}

func TestABenchComparesTechniques(t *testing.T) {
	b := Bench{
		Host: serveChild(t), Techniques: Techniques(), Requests: []int{2, 6}, Rounds: 3,
		Windows: []Window{{Sleep, 30 * time.Millisecond}},
	}
	failing := Technique{Name: "broken", Peer: true, fire: func(context.Context, string, Salvo) error { return io.ErrUnexpectedEOF }}
	silent := Technique{Name: "silent", Peer: true, fire: func(context.Context, string, Salvo) error { return nil }}
	b.Techniques = append(b.Techniques, failing, silent)
	b.PeerRounds = 1
	cells, err := b.Run(within(t))
	if err != nil || len(cells) != 2*len(b.Techniques) {
		t.Fatalf("%d cells, %v", len(cells), err)
	}
	for _, c := range cells {
		if c.Technique.Peer {
			if c.Err == "" || c.Rounds != 0 {
				t.Errorf("%s: %+v", c.Technique.Name, c)
			}
			continue
		}
		if c.Rounds != 3 || c.Exposed == 0 || c.Sent != 3*c.Requests || c.Err != "" {
			t.Errorf("%s: %+v", c.Technique.Name, c)
		}
	}
	var text strings.Builder
	if err := WriteTable(&text, cells, 0.999); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2 requests, sleep window of 30ms:", "| broken | given up: unexpected EOF |", "| silent | given up: 0 of its 2 requests came |", "| " + Reference + " | 1.00 (3/3) | – | 1.0 |"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the table does not say %q:\n%s", want, &text)
		}
	}
}
