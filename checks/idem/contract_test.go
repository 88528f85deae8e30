package idem

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestKeysMeanSomethingOnTheCoveredMethodsAlone(t *testing.T) {
	for _, c := range []struct {
		name   string
		covers []string
		yes    string
		no     string
	}{
		{"silence covers what is not safe", nil, "POST PUT PATCH DELETE", "GET HEAD OPTIONS TRACE"},
		{"named methods alone are covered", []string{"POST"}, "POST", "PUT PATCH DELETE GET"},
	} {
		contract := Contract{Covers: c.covers}
		for m := range strings.FieldsSeq(c.yes) {
			if !contract.Covered(m) {
				t.Errorf("%s: %s is not covered", c.name, m)
			}
		}
		for m := range strings.FieldsSeq(c.no) {
			if contract.Covered(m) {
				t.Errorf("%s: %s is covered", c.name, m)
			}
		}
	}
}

func TestRoutesAreLaidOverTheContract(t *testing.T) {
	body := Carrier{In: InBody, Name: "/customerTransactionId"}
	header := Carrier{In: InHeader, Name: "X-idempotence-uuid"}
	c := Contract{
		Carrier: header, Format: Format{Kind: UUID},
		Routes: []Route{
			{Methods: []string{"POST"}, Path: "/v1/transfers", Key: NeedsKey, Carrier: body},
			{Path: "/v1/*/cards", Key: IgnoresKey},
			{Path: "/v1/quotes*", Key: TakesKey, Format: Format{MaxLength: 45}, Retention: Retention{Permanent: true}},
		},
	}
	for _, k := range []struct {
		name, method, path string
		want               Contract
		covered            bool
	}{
		{"no route is about it", "POST", "/v1/profiles", Contract{Carrier: header, Format: c.Format}, true},
		{"its method is not the route's", "PUT", "/v1/transfers", Contract{Carrier: header, Format: c.Format}, true},
		{"its path ends as the route's", "POST", "/sandbox/v1/transfers/", Contract{
			Carrier: body, Format: c.Format, Covers: []string{"POST"}, Required: Required{Methods: []string{"POST"}},
		}, true},
		{"its path is shorter than the route's", "POST", "/transfers", Contract{Carrier: header, Format: c.Format}, true},
		{"a star stands for one segment", "POST", "/v1/a/cards", Contract{
			Carrier: header, Format: c.Format, Covers: []string{"PUT", "PATCH", "DELETE"},
		}, false},
		{"a star stands for part of a segment", "POST", "/v1/quotes-new", Contract{
			Carrier: header, Format: Format{MaxLength: 45}, Retention: Retention{Permanent: true}, Covers: []string{"POST"},
		}, true},
	} {
		got := c.For(k.method, k.path)
		if d := cmp.Diff(k.want, got); d != "" {
			t.Errorf("%s: %s", k.name, d)
		}
		if got.Covered(k.method) != k.covered {
			t.Errorf("%s: covered is %v", k.name, !k.covered)
		}
	}
}

func TestAMarkerMarksReplaysAlone(t *testing.T) {
	answer := func(header, body string) Response {
		r := Response{Body: Bytes(body)}
		if header != "" {
			r.Header = []Field{{"x-replayed", header}}
		}
		return r
	}
	for _, c := range []struct {
		name   string
		marker Marker
		on     []Response
		off    []Response
		says   string
	}{
		{"there is none", Marker{}, nil, []Response{answer("true", `{"reused":true}`)}, "no marker"},
		{
			"a value",
			Marker{Header: "X-Replayed", Value: "true"},
			[]Response{answer("true", "")},
			[]Response{answer("", ""), answer("false", "")},
			"X-Replayed: true",
		},
		{
			"any value",
			Marker{Header: "X-Replayed"},
			[]Response{answer("abc", "")},
			[]Response{answer("", "")},
			"X-Replayed: any value",
		},
		{
			"any value but the first one",
			Marker{Header: "X-Replayed", First: "no"},
			[]Response{answer("abc", "")},
			[]Response{answer("", ""), answer("no", "")},
			"X-Replayed: any value",
		},
		{
			"an instant",
			Marker{Header: "X-Replayed", Time: UnixMillis},
			[]Response{answer("1393336512000", "")},
			[]Response{answer("", ""), answer("true", ""), answer("-5", "")},
			"X-Replayed: an instant as unix-ms",
		},
		{
			"a member of the body",
			Marker{Pointer: "/reused", Value: "true"},
			[]Response{answer("", `{"reused":true}`)},
			[]Response{answer("", `{"reused":false}`), answer("", `{}`), answer("true", "")},
			"body member /reused = true",
		},
		{
			"both",
			Marker{Header: "X-Replayed", Pointer: "/reused", Value: "true"},
			[]Response{answer("true", `{"reused":true}`)},
			[]Response{answer("true", `{}`), answer("", `{"reused":true}`)},
			"X-Replayed: true and body member /reused = true",
		},
	} {
		for _, r := range c.on {
			if !c.marker.On(r) {
				t.Errorf("%s: %v %s is not marked", c.name, r.Header, r.Body)
			}
		}
		for _, r := range c.off {
			if c.marker.On(r) {
				t.Errorf("%s: %v %s is marked", c.name, r.Header, r.Body)
			}
		}
		if got := c.marker.String(); got != c.says {
			t.Errorf("%s: %q, want %q", c.name, got, c.says)
		}
	}
}

func TestAMarkerIsWithinWhatHoldsIt(t *testing.T) {
	for pointer, want := range map[string]bool{"/_meta": true, "/_meta/reused": true, "/_me": false, "/_meta/reused/x": false, "": true} {
		if got := (Marker{Pointer: "/_meta/reused"}).Within(pointer); got != want {
			t.Errorf("within %q: %v", pointer, got)
		}
	}
	if (Marker{Header: "X"}).Within("") {
		t.Error("a header is within the body")
	}
}

func TestARetentionSaysWhenAKeyIsGone(t *testing.T) {
	day, week := Duration(24*time.Hour), Duration(7*24*time.Hour)
	for name, c := range map[string]struct {
		r    Retention
		want Duration
	}{
		"after an exact length":             {Retention{Length: day}, day},
		"never known after a minimum":       {Retention{Length: day, Floor: true}, 0},
		"after the most that it can be":     {Retention{Length: day, Floor: true, Most: week}, week},
		"never, if it is kept for ever":     {Retention{Permanent: true}, 0},
		"never known if the length is not":  {Retention{}, 0},
		"not by the patience with a claim":  {Retention{Claim: day}, 0},
		"from completion it is as long too": {Retention{Length: week, From: FromCompletion}, week},
	} {
		if got := c.r.Gone(); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestRetryAfterIsReadInBothForms(t *testing.T) {
	const date = "Tue, 01 Dec 2026 12:00:00 GMT"
	for _, c := range []struct {
		name, value, date string
		want              time.Duration
		ok                bool
	}{
		{"seconds", "30", "", 30 * time.Second, true},
		{"no seconds", "0", "", 0, true},
		{"white space around", " 1 ", "", time.Second, true},
		{"a date", "Tue, 01 Dec 2026 12:01:30 GMT", date, 90 * time.Second, true},
		{"a date that has passed", "Tue, 01 Dec 2026 11:00:00 GMT", date, 0, true},
		{"a date without a Date", "Tue, 01 Dec 2026 12:01:30 GMT", "", 0, false},
		{"less than nothing", "-1", "", 0, false},
		{"a fraction", "1.5", "", 0, false},
		{"words", "soon", date, 0, false},
	} {
		r := Response{Header: []Field{{"retry-after", c.value}}}
		if c.date != "" {
			r.Header = append(r.Header, Field{"Date", c.date})
		}
		if got, ok := r.RetryAfter(); time.Duration(got) != c.want || ok != c.ok {
			t.Errorf("%s: %v %v, want %v %v", c.name, got, ok, c.want, c.ok)
		}
	}
	if _, ok := (Response{}).RetryAfter(); ok {
		t.Error("an answer without the field has one")
	}
}

func TestBoundsIncludeTheirEnds(t *testing.T) {
	second := Duration(time.Second)
	b := Bounds{Least: second, Most: 30 * second}
	for d, want := range map[Duration]bool{0: false, second: true, 30 * second: true, 31 * second: false} {
		if b.Allow(d) != want {
			t.Errorf("%v is allowed: %v", d, !want)
		}
	}
	if !(Bounds{}).Allow(0) || !(Bounds{Least: second}).Allow(1000*second) {
		t.Error("no bound bounds")
	}
}

func TestEveryChoiceHasAMeaning(t *testing.T) {
	known := map[Situation]bool{}
	for _, s := range Situations {
		known[s.ID] = true
	}
	for s, all := range choices {
		if !known[s] {
			t.Errorf("%q is no situation", s)
		}
		seen := map[Behaviour]bool{}
		for _, c := range all {
			if seen[c.Does] || c.Means == "" || strings.HasSuffix(c.Means, ".") {
				t.Errorf("%s: the choice %q is there twice, or what it means is no sentence without a full stop", s, c.Does)
			}
			seen[c.Does] = true
			if got, ok := s.Meaning(c.Does); got != c.Means || !ok {
				t.Errorf("%s %s means %q, %v", s, c.Does, got, ok)
			}
		}
	}
	for s, b := range map[Situation]Behaviour{Replay: Executes, OneEffect: Replays, InFlight: "", OtherKey: Waits} {
		if _, ok := s.Meaning(b); ok {
			t.Errorf("%s can be %q", s, b)
		}
	}
	if _, ok := OneEffect.Meaning(""); !ok {
		t.Error("one-effect leaves no choice, and its clause needs none")
	}
}
