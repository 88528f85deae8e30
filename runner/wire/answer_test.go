package wire

import (
	"bufio"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

// readAll reads one answer from its bytes and returns what is left of them.
func readAll(raw, method string, l Limits) (answer, string, error) {
	br := bufio.NewReader(strings.NewReader(raw))
	r := answerReader{br: br, limits: l.orDefaults()}
	a, err := r.read(method)
	rest, _ := br.Peek(br.Buffered())
	return a, string(rest), err
}

func TestAnswersAreReadAsTheyStand(t *testing.T) {
	for name, tt := range map[string]struct {
		raw, method string
		want        idem.Response
		interim     int
		keep        bool
		rest        string
	}{
		"order, case and repeats of fields are kept": {
			raw: "HTTP/1.1 200 OK\r\nX-b: 2\r\nx-A:1\r\nX-B:\t3 \r\nContent-Length: 0\r\n\r\n",
			want: idem.Response{Status: 200, Proto: "HTTP/1.1", Header: []idem.Field{
				{Name: "X-b", Value: "2"}, {Name: "x-A", Value: "1"}, {Name: "X-B", Value: "3"}, {Name: "Content-Length", Value: "0"},
			}},
			keep: true,
		},
		"a body of a length": {
			raw:  "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok",
			want: idem.Response{Status: 201, Proto: "HTTP/1.1", Header: length("2"), Body: idem.Bytes("ok")},
			keep: true,
		},
		"what follows is left alone": {
			raw:  "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 No\r\n\r\n",
			want: idem.Response{Status: 201, Proto: "HTTP/1.1", Header: length("2"), Body: idem.Bytes("ok")},
			keep: true, rest: "HTTP/1.1 500 No\r\n\r\n",
		},
		"chunks and a trailer": {
			raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\nX-T: 1\r\nx-t: 2\r\n\r\n",
			want: idem.Response{
				Status: 200, Proto: "HTTP/1.1", Header: []idem.Field{{Name: "Transfer-Encoding", Value: "Chunked"}},
				Body: idem.Bytes("abc"), Trailer: []idem.Field{{Name: "X-T", Value: "1"}, {Name: "x-t", Value: "2"}},
			},
			keep: true,
		},
		"a body until the end of the connection": {
			raw:  "HTTP/1.1 200 OK\r\n\r\nall of it",
			want: idem.Response{Status: 200, Proto: "HTTP/1.1", Body: idem.Bytes("all of it")},
		},
		"1xx answers are counted": {
			raw:  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 204\r\n\r\n",
			want: idem.Response{Status: 204, Proto: "HTTP/1.1"}, interim: 2, keep: true,
		},
		"the answer to a HEAD has no body": {
			raw: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", method: "HEAD",
			want: idem.Response{Status: 200, Proto: "HTTP/1.1", Header: length("5")}, keep: true,
		},
		"204 has no body, whatever it announces": {
			raw:  "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nsmugg",
			want: idem.Response{Status: 204, Proto: "HTTP/1.1", Header: length("5")}, keep: true, rest: "smugg",
		},
		"304 has no body": {
			raw:  "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
			want: idem.Response{Status: 304, Proto: "HTTP/1.1", Header: length("5")}, keep: true,
		},
		"a connection that is to be closed": {
			raw: "HTTP/1.1 200 OK\r\nConnection: Foo, Close\r\nContent-Length: 0\r\n\r\n",
			want: idem.Response{Status: 200, Proto: "HTTP/1.1", Header: []idem.Field{
				{Name: "Connection", Value: "Foo, Close"}, {Name: "Content-Length", Value: "0"},
			}},
		},
		"HTTP/1.0 closes unless it says otherwise": {
			raw:  "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
			want: idem.Response{Status: 200, Proto: "HTTP/1.0", Header: length("0")},
		},
		"bare line feeds, a folded field and equal lengths are understood": {
			raw: "HTTP/1.1 200 OK\nX-A: 1\n  2\nContent-Length: 2\nContent-Length: 2\n\nok",
			want: idem.Response{Status: 200, Proto: "HTTP/1.1", Header: []idem.Field{
				{Name: "X-A", Value: "1 2"}, {Name: "Content-Length", Value: "2"}, {Name: "Content-Length", Value: "2"},
			}, Body: idem.Bytes("ok")},
			keep: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			method := tt.method
			if method == "" {
				method = "POST"
			}
			a, rest, err := readAll(tt.raw, method, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, a.response); diff != "" {
				t.Errorf("response (-want +got):\n%s", diff)
			}
			if a.interim != tt.interim || a.keep != tt.keep || rest != tt.rest {
				t.Errorf("interim %d, keep %t, rest %q", a.interim, a.keep, rest)
			}
		})
	}
}

func length(n string) []idem.Field { return []idem.Field{{Name: "Content-Length", Value: n}} }

func TestAnswersThatAreWrongSayWhy(t *testing.T) {
	for raw, want := range map[string]string{
		"":                              "ended the connection without one",
		"SSH-2.0-OpenSSH_9.2\r\n":       `but with "SSH-2.0-OpenSSH_9.2\r\n"`,
		"HTTP/2.0 200 OK\r\n\r\n":       "status line of HTTP/1.1",
		"HTTP/1.1 20 OK\r\n\r\n":        "no status of three digits",
		"HTTP/1.1 099 OK\r\n\r\n":       "no status of three digits",
		"\x15\x03\x01\x00\x02\x02\x16":  "use https",
		"HTTP/1.1 200 OK\r\nContent-Le": "broke off within its head",
		"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc":                            "broke off after 3 of 9 bytes",
		"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n":                              "is no number",
		"HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n":                                "is no number",
		"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n":            "is no number",
		"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab":        "differ",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n":       "not chunked alone",
		"HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n":             "HTTP/1.0 does not know",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n":                "invalid byte in chunk length",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n":          "malformed chunked encoding",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n":           "the target ended the connection",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-T: 1\r\n":       "trailer of the 200 answer",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nno field\r\n\r\n": "trailer of the 200 answer",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\n":               "bare line feed",
		"HTTP/1.1 200 OK\r\nX A: 1\r\n\r\n":                                          "field line 1 is no field",
		"HTTP/1.1 200 OK\r\nX-A : 1\r\n\r\n":                                         "field line 1 is no field",
		"HTTP/1.1 200 OK\r\n  X-A: 1\r\n\r\n":                                        "first field line begins with a space",
		"HTTP/1.1 200 OK\r\nX-A: 1\rX-B: 2\r\n\r\n":                                  "field line 1 has a control byte",
		"HTTP/1.1 101 Switching Protocols\r\n\r\n":                                   "switched protocols",
		strings.Repeat("HTTP/1.1 100 Continue\r\n\r\n", 17):                          "over 16 answers of status 1xx",
	} {
		_, _, err := readAll(raw, "POST", Limits{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that says %q", raw, err, want)
		}
	}
}

func TestLimitsOfAnswers(t *testing.T) {
	limits := Limits{Head: 100, Body: 10, Drain: 20}
	long := "HTTP/1.1 200 OK\r\nX-A: " + strings.Repeat("a", 100) + "\r\n\r\n"
	if _, _, err := readAll(long, "GET", limits); err == nil || !strings.Contains(err.Error(), "over 100 bytes") {
		t.Errorf("long head: error %v", err)
	}
	trailer := "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-A: " + strings.Repeat("a", 100) + "\r\n\r\n"
	if _, _, err := readAll(trailer, "GET", limits); err == nil || !strings.Contains(err.Error(), "over 100 bytes") {
		t.Errorf("long trailer: error %v", err)
	}
	for name, frame := range map[string]func(body string) string{
		"chunked": func(b string) string {
			return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1e\r\n" + b[:30] + "\r\n1\r\n" + b[30:] + "\r\n0\r\n\r\n"
		},
		"until close": func(b string) string { return "HTTP/1.1 200 OK\r\n\r\n" + b },
	} {
		_, _, err := readAll(frame(strings.Repeat("b", 31)), "GET", limits)
		if err == nil || !strings.Contains(err.Error(), "given up after 31 bytes of body") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	a, rest, err := readAll("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n"+strings.Repeat("b", 30)+"rest", "GET", limits)
	if err != nil || len(a.response.Body) != 10 || !a.response.Truncated || rest != "rest" || !a.keep {
		t.Errorf("a body that is drained: %+v, rest %q, error %v", a, rest, err)
	}
	a, _, err = readAll("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"+strings.Repeat("b", 10), "GET", limits)
	if err != nil || a.response.Truncated {
		t.Errorf("a body of just the limit: %+v, error %v", a, err)
	}
}
