package h2

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// A tape is a connection whose target has said all that it will.
type tape struct {
	io.Reader
	written bytes.Buffer
}

func (t *tape) Write(b []byte) (int, error) { return t.written.Write(b) }

var limits = Limits{Head: 4 << 10, Body: 1 << 10, Drain: 1 << 10, Interim: 2, Idle: 100}

func tick() func() time.Duration {
	var now time.Duration
	return func() time.Duration { now++; return now }
}

// said returns what a target would send, its settings first.
func said(deed func(f *http2.Framer), settings ...http2.Setting) []byte {
	var b bytes.Buffer
	f := http2.NewFramer(&b, nil)
	f.AllowIllegalWrites = true
	f.WriteSettings(settings...)
	deed(f)
	return b.Bytes()
}

// greeted returns a session whose target says what the deed writes.
func greeted(t *testing.T, deed func(f *http2.Framer), settings ...http2.Setting) (*Session, *tape) {
	t.Helper()
	c := &tape{Reader: bytes.NewReader(said(deed, settings...))}
	s := New(c, limits, tick())
	if err := s.Greet(); err != nil {
		t.Fatal(err)
	}
	c.written.Reset()
	return s, c
}

func coded(pairs ...string) []byte {
	var b bytes.Buffer
	e := hpack.NewEncoder(&b)
	for i := 0; i < len(pairs); i += 2 {
		e.WriteField(hpack.HeaderField{Name: pairs[i], Value: pairs[i+1]})
	}
	return b.Bytes()
}

func head(id uint32, end bool, pairs ...string) http2.HeadersFrameParam {
	return http2.HeadersFrameParam{StreamID: id, BlockFragment: coded(pairs...), EndStream: end, EndHeaders: true}
}

func mute(*http2.Framer) {}

// frames lists the frames of some bytes: type, stream, length, flags.
func frames(t *testing.T, b []byte) []http2.FrameHeader {
	t.Helper()
	var all []http2.FrameHeader
	for r := bytes.NewReader(b); r.Len() > 0; {
		h, err := http2.ReadFrameHeader(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Seek(int64(h.Length), io.SeekCurrent); err != nil || int(h.Length) > len(b) {
			t.Fatalf("%s is torn", h)
		}
		all = append(all, h)
	}
	return all
}

func ask(body string) Request {
	return Request{
		Method: "POST", Scheme: "http", Path: "/", Body: []byte(body),
		Header: []idem.Field{{Name: ":authority", Value: "a"}, {Name: "idempotency-key", Value: "k"}},
	}
}

func TestTheLastFrameIsKeptApart(t *testing.T) {
	for body, want := range map[string]string{"": "", "x": "x", "body": "y"} {
		s, _ := greeted(t, mute)
		f, err := s.Compose(ask(body), true)
		if err != nil {
			t.Fatal(err)
		}
		late := frames(t, f.Late)
		if len(late) != 1 || late[0].Type != http2.FrameData || !late[0].Flags.Has(http2.FlagDataEndStream) || string(f.Late[9:]) != want {
			t.Errorf("%q: kept back %q", body, f.Late)
		}
		for _, h := range frames(t, f.Early) {
			if h.Flags.Has(http2.FlagDataEndStream) {
				t.Errorf("%q: %s ends the stream early", body, h)
			}
		}
		whole, _ := s.Compose(ask(body), false)
		all := frames(t, whole.Early)
		if len(whole.Late) > 0 || !all[len(all)-1].Flags.Has(http2.FlagDataEndStream) {
			t.Errorf("%q: whole %q, late %q", body, whole.Early, whole.Late)
		}
	}
}

func TestNoFrameIsLargerThanTheTargetAllows(t *testing.T) {
	s, _ := greeted(t, mute)
	r := ask(strings.Repeat("b", 40000))
	r.Header = append(r.Header, idem.Field{Name: "x-long", Value: strings.Repeat("\x7f", 20000)})
	f, err := s.Compose(r, false)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, h := range frames(t, f.Early) {
		if h.Length > 16384 {
			t.Errorf("%s", h)
		}
		kinds = append(kinds, h.Type.String())
	}
	want := []string{"HEADERS", "CONTINUATION", "CONTINUATION", "CONTINUATION", "DATA", "DATA", "DATA"}
	if diff := cmp.Diff(want[:1], kinds[:1]); diff != "" || kinds[1] != "CONTINUATION" || kinds[len(kinds)-1] != "DATA" {
		t.Errorf("frames %v", kinds)
	}
}

func TestStreamsAreBoundedByTheTarget(t *testing.T) {
	s, _ := greeted(t, mute, http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 2})
	a, _ := s.Compose(ask(""), false)
	s.Compose(ask(""), false)
	if _, err := s.Compose(ask(""), false); err == nil || !strings.Contains(err.Error(), "allows 2 streams") {
		t.Errorf("error %v", err)
	}
	s.Drop(a.Stream)
	if _, err := s.Compose(ask(""), false); err != nil {
		t.Errorf("after one was dropped: %v", err)
	}
}

func TestARequestIsTrimmedToWholeFrames(t *testing.T) {
	s, _ := greeted(t, mute)
	f, _ := s.Compose(ask("0123456789"), false)
	headLen := len(f.Early) - 19
	for n, want := range map[int]string{headLen: "", headLen + 5: "", headLen + 9: "", headLen + 12: "012", len(f.Early): "0123456789"} {
		b, err := Trim(f.Early, n)
		if err != nil {
			t.Fatalf("at %d: %v", n, err)
		}
		all := frames(t, b)
		if got := string(b[min(len(b), headLen+9):]); got != want || n < len(f.Early) && all[len(all)-1].Flags.Has(http2.FlagDataEndStream) && len(all) > 1 {
			t.Errorf("at %d: %v with %q, want %q", n, all, got, want)
		}
	}
	for _, n := range []int{0, 5, headLen - 1} {
		if _, err := Trim(f.Early, n); err == nil {
			t.Errorf("a request was trimmed at %d of its head of %d bytes", n, headLen)
		}
	}
}

func TestATornFrameIsWrittenAsItIs(t *testing.T) {
	for window, settings := range map[string][]http2.Setting{
		"wide": nil, "narrow": {{ID: http2.SettingInitialWindowSize, Val: 4}},
	} {
		s, c := greeted(t, func(f *http2.Framer) { f.WriteWindowUpdate(1, 2); f.WriteWindowUpdate(1, 100) }, settings...)
		f, _ := s.Compose(ask("0123456789"), false)
		torn := f.Early[:len(f.Early)-3]
		n, err := s.Write(torn)
		if err != nil || n != len(torn) {
			t.Fatalf("%s: %d of %d bytes, error %v", window, n, len(torn), err)
		}
		var body []byte
		for b := c.written.Bytes(); len(b) > 0; {
			var v frameView
			if v, b = cutFrame(b); v.kind == http2.FrameData {
				body = append(body, v.raw[9:]...)
			}
		}
		if string(body) != "0123456" {
			t.Errorf("%s: body %q", window, body)
		}
	}
}

func TestWhatCannotFlowAtOnceIsNotReserved(t *testing.T) {
	s, _ := greeted(t, mute, http2.Setting{ID: http2.SettingInitialWindowSize, Val: 4})
	f, _ := s.Compose(ask("01234"), false)
	if err := s.Reserve(f.Early); err == nil || !strings.Contains(err.Error(), "4 on each new stream") {
		t.Errorf("error %v", err)
	}
	fits, _ := s.Compose(ask("0123"), false)
	if err := s.Reserve(fits.Early); err != nil {
		t.Error(err)
	}
	if err := s.Reserve(fits.Early); err == nil {
		t.Error("the same window was given twice")
	}
}

func TestAnswersOfManyStreams(t *testing.T) {
	s, c := greeted(t, func(f *http2.Framer) {
		f.WriteHeaders(head(5, false, ":status", "200"))
		f.WriteHeaders(head(1, false, ":status", "103"))
		f.WriteHeaders(head(1, false, ":status", "201"))
		f.WriteData(5, false, []byte("five "))
		f.WriteRSTStream(3, http2.ErrCodeRefusedStream)
		f.WriteDataPadded(1, true, []byte("one"), make([]byte, 20))
		f.WriteData(5, true, []byte("more"))
		f.WritePing(false, [8]byte{7})
	})
	var all []*Stream
	for range 3 {
		f, err := s.Compose(ask(""), false)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f.Stream)
	}
	if err := s.Await(all[0]); err != nil || !all[1].Begun() || !all[2].Begun() {
		t.Fatalf("error %v; begun %t, %t", err, all[1].Begun(), all[2].Begun())
	}
	if err := s.Await(all[1]); err == nil || !strings.Contains(err.Error(), "did not take") {
		t.Errorf("error %v", err)
	}
	if err := s.Await(all[2]); err != nil {
		t.Error(err)
	}
	one, five := all[0].Answer(), all[2].Answer()
	if string(one.Response.Body) != "one" || one.Interim != 1 || string(five.Response.Body) != "five more" {
		t.Errorf("answers %+v and %+v", one, five)
	}
	if one.First <= five.First || one.Done >= five.Done || five.First == 0 {
		t.Errorf("times %v to %v and %v to %v", one.First, one.Done, five.First, five.Done)
	}
	s.Poll()
	if err := s.Err(); !errors.Is(err, io.EOF) || c.written.Len() != 0 {
		t.Errorf("error %v; %q was written while looking", err, c.written.Bytes())
	}
}

// FuzzTarget has a target send anything. Whatever comes is an answer or an
// error, and what is kept of it is bounded.
func FuzzTarget(f *testing.F) {
	for _, deed := range []func(*http2.Framer){
		mute,
		func(f *http2.Framer) { f.WriteHeaders(head(1, true, ":status", "204")) },
		func(f *http2.Framer) {
			f.WriteHeaders(head(1, false, ":status", "200", "content-length", "3"))
			f.WriteData(1, true, []byte("abc"))
		},
		func(f *http2.Framer) {
			b := coded(":status", "200", "x-a", "1")
			f.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: b[:2]})
			f.WriteContinuation(1, true, b[2:])
			f.WriteDataPadded(1, false, []byte("abc"), make([]byte, 5))
			f.WriteHeaders(head(1, true, "x-sum", "3"))
		},
		func(f *http2.Framer) {
			f.WritePing(true, [8]byte{0, 0, 0, 0, 0, 0, 0, 1})
			f.WriteGoAway(0, 0, []byte("bye"))
		},
		func(f *http2.Framer) { f.WriteWindowUpdate(0, 1<<31-1); f.WriteRSTStream(1, 8) },
		func(f *http2.Framer) {
			f.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 1 << 30})
			f.WriteSettingsAck()
		},
	} {
		f.Add(said(deed), "x", 3)
	}
	f.Fuzz(func(t *testing.T, raw []byte, body string, mark int) {
		s := New(&tape{Reader: bytes.NewReader(raw)}, limits, tick())
		if s.Greet() != nil {
			return
		}
		r, err := s.Compose(ask(body), mark%2 == 0)
		if err != nil {
			return
		}
		if mark%3 == 0 {
			r.Stream.Mark(mark)
		}
		if _, err := s.Write(append(r.Early, r.Late...)); err != nil {
			return
		}
		err = s.Await(r.Stream)
		a := r.Stream.Answer()
		if err == nil && (a.Response.Status < 200 || a.Response.Status > 999 || a.Done == 0) {
			t.Errorf("answer %+v", a)
		}
		if len(a.Response.Body) > int(limits.Body) || a.Interim > limits.Interim+1 || a.In > int64(len(raw)) {
			t.Errorf("%d bytes of body kept, %d interim answers, %d of %d bytes", len(a.Response.Body), a.Interim, a.In, len(raw))
		}
	})
}
