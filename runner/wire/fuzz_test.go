package wire

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// FuzzAnswer holds the reader of answers against the one of net/http: what this
// one accepts that one must understand alike. It may refuse more.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\nab\r\n0\r\nX-T: 1\r\n\r\n",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204\r\n\r\n",
		"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\nrest",
		"HTTP/1.1 200 OK\nX-A: 1\n 2\nContent-Length: 2\nContent-Length: 2\n\nok",
		"HTTP/1.0 200\n0:0\n \n 0\n\n",
		"HTTP/1.0 200\n0:0\n \n\n",
		"HTTP/1.1 200\nTransfer-Encoding:Chunked\n\n0\r\n\n",
		"HTTP/1.1 304 No\r\nTransfer-Encoding:\r\n\r\n",
		"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	} {
		f.Add([]byte(seed), "POST")
	}
	f.Fuzz(func(t *testing.T, raw []byte, method string) {
		if method != "POST" && method != "HEAD" {
			return
		}
		ours, _, err := readAll(string(raw), method, Limits{})
		if err != nil {
			return
		}
		theirs, body := standard(t, raw, method, ours.interim)
		if theirs.StatusCode != ours.response.Status || theirs.Proto != ours.response.Proto {
			t.Errorf("status line %s %d, net/http has %s %d", ours.response.Proto, ours.response.Status, theirs.Proto, theirs.StatusCode)
		}
		if !bytes.Equal(body, ours.response.Body) {
			t.Errorf("body %q, net/http has %q", ours.response.Body, body)
		}
		theirs.Header.Del("Content-Length") // it makes one of several
		for name, values := range theirs.Header {
			got := (head{fields: ours.response.Header}).values(name)
			if !slices.EqualFunc(got, values, alike) {
				t.Errorf("field %s = %q, net/http has %q", name, got, values)
			}
		}
	})
}

// alike compares values but for the number of spaces, since net/http leaves one
// where an empty line was folded in.
func alike(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }

// standard reads an answer with net/http, over as many 1xx answers.
func standard(t *testing.T, raw []byte, method string, interim int) (*http.Response, []byte) {
	t.Helper()
	br := bufio.NewReader(bytes.NewReader(raw))
	for {
		r, err := http.ReadResponse(br, &http.Request{Method: method})
		if err != nil {
			t.Fatalf("net/http does not take it: %v", err)
		}
		if interim--; interim >= 0 {
			continue
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatalf("net/http does not take its body: %v", err)
		}
		return r, body
	}
}
