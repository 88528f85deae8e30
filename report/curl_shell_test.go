//go:build curl

package report

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

// The tests of this file run the lines with /bin/sh and curl, and hold what a
// server receives to what an exchange says was sent.

// received is a request as a server saw it.
type received struct {
	Method, Target, Proto, Host string
	Header                      http.Header
	Body                        string
}

// recorder is a server that records what it receives.
func recorder(t *testing.T) (url string, all func() []received) {
	t.Helper()
	var mu sync.Mutex
	var seen []received
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("the body breaks off: %v", err)
		}
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, received{r.Method, r.RequestURI, r.Proto, r.Host, r.Header, string(body)})
	}))
	t.Cleanup(srv.Close)
	return srv.URL, func() []received {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(seen)
	}
}

// shell runs lines with /bin/sh, with no environment but the variables.
func shell(t *testing.T, dir string, lines []string, variables ...string) {
	t.Helper()
	script := filepath.Join(dir, "script")
	if err := os.WriteFile(script, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "-eu", script)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH")}, variables...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%.2000s\n%q", err, strings.Join(lines, "\n"), out)
	}
}

func sent(method, url, body string, header ...string) idem.Exchange {
	m := idem.Message{Method: method, URL: url, Proto: "HTTP/1.1", Body: idem.Bytes(body)}
	for i := 0; i < len(header); i += 2 {
		m.Header = append(m.Header, idem.Field{Name: header[i], Value: header[i+1]})
	}
	if body != "" || method == "POST" {
		m.Header = append(m.Header, idem.Field{Name: "Content-Length", Value: fmt.Sprint(len(body))})
	}
	return idem.Exchange{Sent: m}
}

// allBytes is each byte but those that are named.
func allBytes(without string) string {
	var b strings.Builder
	for c := range 256 {
		if strings.IndexByte(without, byte(c)) < 0 {
			b.WriteByte(byte(c))
		}
	}
	return b.String()
}

func TestALineSendsWhatWasSent(t *testing.T) {
	jsonType := []string{"Content-Type", "application/json"}
	for _, c := range []struct {
		name         string
		method, path string
		body         string
		header       []string
	}{
		{"a JSON body", "POST", "/v1/charges", `{"amount":4200}`, jsonType},
		{"no body", "GET", "/v1/charges", "", nil},
		{"no body and a method of its own", "PURGE", "/", "", nil},
		{"a head", "HEAD", "/v1/charges", "", []string{"Accept", "text/plain"}},
		{"an empty body", "POST", "/v1/charges", "", nil},
		{"a body of a GET", "GET", "/v1/charges", "a=b", nil},
		{"a body of a DELETE", "DELETE", "/v1/charges/1", "{}", jsonType},
		{"quotes", "POST", "/", `{"a":"it's \"so\"","b":'"''"''"}`, jsonType},
		{"line ends", "POST", "/", "\n{\n\"a\": 1\n}\n\n", jsonType},
		{"carriage returns and tabs", "POST", "/", "a\r\n\tb\r", nil},
		{"what a shell expands", "POST", "/", "$HOME ${HOME} $(id) `id` !! * ? ~ # & ; | < > \\ \\n %s %% {a,b} [a-z]", nil},
		{"a body that begins like a file", "POST", "/", "@/etc/hostname", nil},
		{"a body that begins like an option", "POST", "/", "-d x", nil},
		{"other scripts", "POST", "/", "Grüße, 世界, 🙂 and \u202e", jsonType},
		{"all bytes", "POST", "/", allBytes(""), []string{"Content-Type", "application/octet-stream"}},
		{"a NUL", "POST", "/", "a\x00b", nil},
		{"a long body", "POST", "/", strings.Repeat("0123456789", 30_000), jsonType},
		{"a long binary body", "POST", "/", strings.Repeat("\x00\xff", 400_000), nil},
		{"quotes in a header", "POST", "/", "{}", []string{"Idempotency-Key", `"it's 8\"e0"`}},
		{"what a shell expands in a header", "POST", "/", "{}", []string{"X-A", "$HOME `id` $(id) \\ ! # -n %s %d", "X-B", "-n"}},
		{"odd bytes in a header", "POST", "/", "{}", []string{"X-A", "\x80\xff Grüße \u202e\t%d\\", "X-B", "-\xff"}},
		{"a field twice", "POST", "/", "{}", []string{"Idempotency-Key", "one", "Idempotency-Key", "two"}},
		{"a field that is empty", "POST", "/", "{}", []string{"Idempotency-Key", "", "X-B", "1"}},
		{"fields that curl adds by itself", "POST", "/", "{}", []string{"User-Agent", "a b", "Accept", "x/y", "Content-Type", "a/b"}},
		{"another host", "POST", "/", "{}", []string{"Host", "api.example.com"}},
		{"a query", "GET", "/v1/charges?a=b&c=%20%27%22&d[]=1&e={x}&f=$HOME&g=a;b", "", nil},
		{"dots in a path", "GET", "/a/../b/./c/%2e%2e/d", "", nil},
		{"odd characters in a path", "POST", "/it's/(a)/$b/*/~c/@d/!e/[f]/{g,h}/i|j", "{}", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			url, all := recorder(t)
			x := sent(c.method, url+c.path, c.body, c.header...)
			inASCII := quoter{ascii: true}.curl(x.Sent, 0)
			if !isASCII(inASCII) {
				t.Errorf("not in ASCII: %.2000s", inASCII)
			}
			shell(t, t.TempDir(), []string{Curl(x), inASCII})
			want := received{c.method, c.path, "HTTP/1.1", strings.TrimPrefix(url, "http://"), http.Header{}, c.body}
			for _, f := range x.Sent.Header {
				if f.Name == "Host" {
					want.Host = f.Value
					continue
				}
				want.Header.Add(f.Name, f.Value)
			}
			if diff := cmp.Diff([]received{want, want}, all()); diff != "" {
				t.Errorf("the server received something else (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMaskedSecretsAreTakenFromWhereTheyCame(t *testing.T) {
	url, all := recorder(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "it's secret"), []byte("from a file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	x := sent("POST", url+"/v1?token=${env:TOKEN}&x=1", `{"a":"${env:TOKEN}","b":"${file:it's secret}","c":"${vault:TOKEN}"}`,
		"Authorization", "Bearer ${env:TOKEN}", "X-Api-Key", "${file:it's secret}", "X-Other", "•••")
	shell(t, dir, []string{Curl(x)}, "TOKEN=s3cret$HOME'\"`")
	got := all()
	if len(got) != 1 {
		t.Fatalf("%d requests", len(got))
	}
	want := map[string]string{
		"Authorization": "Bearer s3cret$HOME'\"`",
		"X-Api-Key":     "from a file",
		"X-Other":       "•••",
	}
	for name, value := range want {
		if v := got[0].Header.Get(name); v != value {
			t.Errorf("%s: %q, want %q", name, v, value)
		}
	}
	if want := `{"a":"s3cret$HOME'"` + "`" + `","b":"from a file","c":"${vault:TOKEN}"}`; got[0].Body != want {
		t.Errorf("body %q, want %q", got[0].Body, want)
	}
	if !strings.HasPrefix(got[0].Target, "/v1?token=s3cret$HOME") {
		t.Errorf("target %q", got[0].Target)
	}
}

func TestAScriptSendsAHistoryAgainWithOtherKeys(t *testing.T) {
	url, all := recorder(t)
	h := kept()
	h.Pulls[1].Done = h.Pulls[1].Start + time.Millisecond
	local := func(m *idem.Message) { m.URL = strings.Replace(m.URL, "https://staging.example.com", url, 1) }
	for i := range h.Exchanges {
		local(&h.Exchanges[i].Sent)
	}
	for i := range h.Readings {
		local(&h.Readings[i].Asked)
	}
	local(&h.Pulls[0].Sent)
	for _, ascii := range []bool{false, true} {
		lines := script(h, ascii)
		shell(t, t.TempDir(), append([]string{lines[0], "key1=new"}, lines[1:]...), "STAGING_TOKEN=t0ken")
	}
	var got []string
	for _, r := range all() {
		got = append(got, fmt.Sprintf("%s %s %s", r.Method, r.Target, r.Header.Get("Idempotency-Key")))
	}
	once := []string{
		"GET /api/v1/charges?description=idm-0a1b2c3d-001 ",
		"POST /api/v1/charges new",
		"POST /api/v1/charges " + secondKey,
		"POST /api/test/clock ",
		"POST /api/v1/charges new",
		"GET /api/v1/charges?description=idm-0a1b2c3d-001 ",
	}
	if diff := cmp.Diff(slices.Concat(once, once), got); diff != "" {
		t.Errorf("the server received something else (-want +got):\n%s", diff)
	}
}

func TestABurstRunsTogether(t *testing.T) {
	const size = 4
	var mu sync.Mutex
	waiting, together := 0, make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Method != "POST" {
			return
		}
		mu.Lock()
		waiting++
		if waiting == size {
			close(together)
		}
		mu.Unlock()
		select { // a request is answered once all are there
		case <-together:
		case <-time.After(20 * time.Second):
			t.Error("the requests did not run together")
		}
	}))
	t.Cleanup(srv.Close)
	h := raced()
	h.Readings = nil
	for i := range h.Exchanges {
		h.Exchanges[i].Sent.URL = srv.URL
		if h.Exchanges[i].Label != "burst" {
			h.Exchanges[i].Sent.Method = "DELETE"
		}
	}
	shell(t, t.TempDir(), Script(h), "STAGING_TOKEN=t0ken")
	if waiting != size {
		t.Errorf("%d requests came", waiting)
	}
}

func TestALostAnswerIsLostAgain(t *testing.T) {
	gone := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done() // the client is gone
		close(gone)
	}))
	t.Cleanup(srv.Close)
	x := lost().Exchanges[0]
	x.Sent.URL = srv.URL
	var out bytes.Buffer
	cmd := exec.Command("/bin/sh", "-c", Curl(x))
	cmd.Stderr = &out
	if err := cmd.Run(); err == nil || !strings.Contains(out.String(), "timed out") {
		t.Errorf("the line ended with %v: %s", err, out.String())
	}
	<-gone
}
