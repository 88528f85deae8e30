package report

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

func TestCurlLineOfAnExchange(t *testing.T) {
	x := mismatched().Exchanges[0]
	want := `curl -sS -i -X POST --http1.1 -H 'Authorization: Bearer '"$STAGING_TOKEN" -H 'Content-Type: application/json' ` +
		`-H 'Idempotency-Key: 5f0c2d7e-1b7a-4f0e-9a53-3a7c2f1f6b10' -H 'User-Agent: idemspec/v0.2.0 (run r-7f3a)' -H Accept: ` +
		`--data-raw '{"amount":4200,"currency":"usd","description":"idm-0a1b2c3d-001"}' https://staging.example.com/api/v1/charges`
	if diff := cmp.Diff(want, Curl(x)); diff != "" {
		t.Error(diff)
	}
}

func TestCurlAsksForTheProtocolThatWasSpoken(t *testing.T) {
	for _, c := range []struct{ url, proto, want string }{
		{"https://h/", "HTTP/1.1", " --http1.1 "},
		{"https://h/", "HTTP/2.0", " --http2 "},
		{"http://h/", "HTTP/2.0", " --http2-prior-knowledge "},
		{"http://h/", "HTTP/1.1", " -i "},
	} {
		line := Curl(idem.Exchange{Sent: idem.Message{Method: "GET", URL: c.url, Proto: c.proto}})
		if !strings.Contains(line, c.want) || strings.Contains(line, "--http") != strings.Contains(c.want, "--http") {
			t.Errorf("%s over %s: %s", c.url, c.proto, line)
		}
	}
}

func TestWhatRanTogetherRunsTogetherAgain(t *testing.T) {
	at := func(label string, start, done float64, line string) deed {
		return deed{label, ms(start), ms(done), line}
	}
	for _, c := range []struct {
		name  string
		least time.Duration
		all   []deed
		want  []string
	}{
		{"one after the other", 0, []deed{at("x", 0, 1, "a"), at("y", 1, 2, "b")}, []string{"a", "b"}},
		{"a burst", 0, []deed{at("x", 0, 9, "a"), at("x", 0, 8, "a"), at("x", 0, 7, "a"), at("y", 10, 11, "b")}, []string{"for i in $(seq 3); do a & done", "wait", "b"}},
		{"a burst of different requests", 0, []deed{at("x", 0, 9, "a"), at("x", 0, 8, "b"), at("y", 10, 11, "c")}, []string{"a &", "b", "wait", "c"}},
		{"two bursts", 0, []deed{at("x", 0, 9, "a"), at("x", 0, 8, "a"), at("y", 10, 15, "c"), at("y", 10, 14, "c")}, []string{
			"for i in $(seq 2); do a & done", "wait", "for i in $(seq 2); do c & done", "wait",
		}},
		{"a request in the background, and another once it runs", 0, []deed{at("x", 0, 500, "a"), at("y", 200, 210, "b"), at("z", 600, 601, "c")}, []string{"a &", "sleep 0.2", "b", "wait", "c"}},
		{"a held request, another, and the release", 200 * time.Millisecond, []deed{at("hold", 0, 0, "h"), at("x", 1, 9, "a"), at("y", 2, 5, "b"), at("hold", 6, 6, "r"), at("z", 10, 11, "c")}, []string{
			"h", "a &", "sleep 0.2", "b", "r", "wait", "c",
		}},
		{"a follow", 0, []deed{at("x", 0, 1, "a"), at("x", 2, 3, "a"), at("x", 4, 5, "a")}, []string{"for i in $(seq 3); do a; done"}},
	} {
		if diff := cmp.Diff(c.want, fold(schedule(c.all, c.least))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestKeysAreVariablesUnlessTheyAreSpelledInTwoWays(t *testing.T) {
	h := mismatched()
	if lines := Script(h); lines[0] != "key1="+firstKey+" marker=idm-0a1b2c3d-001" || strings.Count(strings.Join(lines[1:], "\n"), firstKey) != 0 {
		t.Errorf("the key is no variable:\n%s", strings.Join(lines, "\n"))
	}
	other := h.Exchanges[1]
	other.Sent.Header = []idem.Field{{Name: "Idempotency-Key", Value: strings.ToUpper(firstKey)}}
	h.Exchanges = append(h.Exchanges, other)
	if lines := Script(h); lines[0] != "marker=idm-0a1b2c3d-001" || strings.Count(strings.Join(lines, "\n"), firstKey) != 2 {
		t.Errorf("a key that is spelled in two ways is a variable:\n%s", strings.Join(lines, "\n"))
	}
}

func TestATargetCannotMakeAShellReadAVariable(t *testing.T) {
	h := replayed()
	h.Exchanges[0].Resource = "${env:AWS_SECRET_ACCESS_KEY}"
	h.Exchanges[0].Response.Header = []idem.Field{{Name: "ETag", Value: `"${file:/etc/passwd}"`}}
	h.Exchanges[1].Sent.URL += "/${env:AWS_SECRET_ACCESS_KEY}"
	h.Exchanges[1].Sent.Header = append(h.Exchanges[1].Sent.Header, idem.Field{Name: "If-Match", Value: `"${file:/etc/passwd}"`})
	text := strings.Join(Script(h), "\n")
	if strings.Contains(text, `"$AWS`) || strings.Contains(text, "$(cat") || !strings.Contains(text, "'https://staging.example.com/api/v1/charges/${env:AWS_SECRET_ACCESS_KEY}'") {
		t.Errorf("the target's text is a variable:\n%s", text)
	}
	if !strings.Contains(text, `"$STAGING_TOKEN"`) {
		t.Errorf("the secret of the target file is no variable:\n%s", text)
	}
}

func TestARequestThatWasCutIsCalledSo(t *testing.T) {
	h := lost()
	h.Exchanges[0].Times.Wrote = 0
	if text := strings.Join(Script(h), "\n"); strings.Count(text, ": 'this request was cut before its end, and curl sends it whole'; curl") != 1 {
		t.Error(text)
	}
	h.Pulls = []idem.Pull{{Lever: idem.ClockLever, Start: ms(5), Done: ms(5) + 2*time.Second}}
	if text := strings.Join(Script(h), "\n"); !strings.Contains(text, "\nsleep 2.000\n") {
		t.Error(text)
	}
}

func TestLongScriptsAreCut(t *testing.T) {
	h := history(nil)
	for i := range 100 {
		h.Exchanges = append(h.Exchanges, charge("first", firstKey, float64(2*i), float64(2*i+1), i, 201, "ch"))
	}
	h.Exchanges[0].Sent.Body = idem.Bytes(strings.Repeat("x", longestHandLine))
	_, lines := byHand(h, false)
	if len(lines) != mostLines+1 || lines[mostLines] != ": '41 lines more in the JSON report'" {
		t.Errorf("%d lines, the last: %s", len(lines), lines[len(lines)-1])
	}
	if !strings.HasPrefix(lines[1], ": 'a line of 4") {
		t.Errorf("a long line: %s", lines[1])
	}
}
