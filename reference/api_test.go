package reference_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// call makes a request to the API without a key. Head is pairs of a name and a
// value.
func (tg *target) call(method, path, body string, head ...string) idem.Response {
	tg.t.Helper()
	r := newRequest(tg.t, method, tg.api+path, []byte(body))
	authorize(r, "")
	for i := 0; i < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	return *tg.send(r).Response
}

// loose is a contract that demands no key.
var loose = idem.Contract{Profile: "loose"}

func wantMember(t *testing.T, r idem.Response, pointer, want string) {
	t.Helper()
	if got, _ := r.At(pointer); got != want {
		t.Errorf("%s is %q, want %q in %d %s", pointer, got, want, r.Status, r.Body)
	}
}

func wantStatus(t *testing.T, r idem.Response, want int) {
	t.Helper()
	if r.Status != want {
		t.Errorf("got %d %s, want %d", r.Status, r.Body, want)
	}
}

const sample = `{"amount": 4200, "currency": "usd", "source": "tok_x1", "description": "m"}`

func TestLifeOfACharge(t *testing.T) {
	tg := start(t, options(loose))
	made := tg.call("POST", "/v1/charges", sample)
	wantStatus(t, made, 201)
	want := `{"id":"ch_a1","amount":4200,"currency":"usd","source":"tok_x1","description":"m","status":"captured","created":0,"refunded":0}`
	if !idem.EqualJSON(made.Body, []byte(want), "/created") {
		t.Errorf("got %s, want %s", made.Body, want)
	}
	where, _ := made.Lookup("Location")
	if where != "/v1/charges/ch_a1" {
		t.Fatalf("Location is %q", where)
	}
	tag, _ := made.Lookup("ETag")
	read := tg.call("GET", where, "")
	if again, _ := read.Lookup("ETag"); read.Status != 200 || again != tag || string(read.Body) != string(made.Body) {
		t.Errorf("read %d %s %s, want what was made", read.Status, again, read.Body)
	}

	wantMember(t, tg.call("PATCH", where, `{"amount": 5000}`), "/amount", "5000")
	wantMember(t, tg.call("PATCH", where, `{"amount": 5000}`), "/amount", "5000")
	wantMember(t, tg.call("PATCH", where, `{"amount": "+100"}`), "/amount", "5100")
	wantMember(t, tg.call("PATCH", where, `{"amount": "+100"}`), "/amount", "5200")
	wantMember(t, tg.call("PATCH", where, `{"amount": "-200"}`), "/amount", "5000")
	wantStatus(t, tg.call("PUT", where, sample, "If-Match", tag), 412)
	for range 3 {
		wantMember(t, tg.call("PUT", where, sample), "/amount", "4200")
	}
	wantStatus(t, tg.call("PUT", where, `{"amount": 4200, "currency": "usd", "source": "tok_x1"}`), 400)

	back := tg.call("POST", "/v1/refunds", `{"charge": "ch_a1", "amount": 1200}`)
	wantMember(t, back, "/amount", "1200")
	wantMember(t, tg.call("GET", where, ""), "/status", "partially_refunded")
	wantStatus(t, tg.call("POST", "/v1/refunds", `{"charge": "ch_a1", "amount": 3001}`), 422)
	wantMember(t, tg.call("POST", "/v1/refunds", `{"charge": "ch_a1"}`), "/amount", "3000")
	wantMember(t, tg.call("GET", where, ""), "/status", "refunded")
	wantStatus(t, tg.call("PATCH", where, `{"amount": 4000}`), 422)
	path, _ := back.Lookup("Location")
	wantMember(t, tg.call("GET", path, ""), "/charge", "ch_a1")
	list := tg.call("GET", "/v1/refunds", "")
	wantMember(t, list, "/data/1/amount", "3000")

	gone := tg.call("DELETE", where, "")
	wantStatus(t, gone, 204)
	wantStatus(t, tg.call("DELETE", where, ""), 404)
	wantStatus(t, tg.call("GET", where, ""), 404)
	var got []string
	for _, e := range tg.effects("m") {
		got = append(got, fmt.Sprint(e.Kind, " ", e.Amount))
	}
	wantEntries := []string{
		"charge 4200", "adjustment 800", "adjustment 100", "adjustment 100", "adjustment -200",
		"adjustment -800", "refund -1200", "refund -3000",
	}
	if d := cmp.Diff(wantEntries, got); d != "" {
		t.Errorf("the ledger (-want +got):\n%s", d)
	}
}

func TestDeleteGivesBackWhatIsLeftOnce(t *testing.T) {
	tg := start(t, options(loose))
	tg.call("POST", "/v1/charges", sample)
	tg.call("POST", "/v1/refunds", `{"charge": "ch_a1", "amount": 200}`)
	tg.call("DELETE", "/v1/charges/ch_a1", "")
	tg.call("DELETE", "/v1/charges/ch_a1", "")
	want := []reference.Effect{
		{ID: "ch_a1", Kind: "charge", Amount: 4200},
		{ID: "re_a2", Kind: "refund", Amount: -200},
		{ID: "ch_a1.3", Kind: "void", Amount: -4000},
	}
	ignore := cmpopts.IgnoreFields(reference.Effect{}, "Currency", "Account")
	if d := cmp.Diff(want, tg.effects("m"), ignore); d != "" {
		t.Errorf("the ledger (-want +got):\n%s", d)
	}
}

func TestWhatIsNoChargeIsRefusedWithoutEffect(t *testing.T) {
	tg := start(t, options(loose))
	for _, c := range []struct {
		name, body string
		status     int
	}{
		{"no body", ``, 400},
		{"no JSON", `{`, 400},
		{"no object", `[]`, 400},
		{"null", `null`, 400},
		{"text after the object", sample + `{}`, 400},
		{"no amount", `{"currency": "usd", "source": "tok_x1"}`, 400},
		{"an amount in major units", `{"amount": 42.50, "currency": "usd", "source": "tok_x1"}`, 400},
		{"an amount that is text", `{"amount": "4200", "currency": "usd", "source": "tok_x1"}`, 400},
		{"an amount of zero", `{"amount": 0, "currency": "usd", "source": "tok_x1"}`, 422},
		{"an amount below zero", `{"amount": -1, "currency": "usd", "source": "tok_x1"}`, 422},
		{"an amount beyond the bound", `{"amount": 100000000, "currency": "usd", "source": "tok_x1"}`, 422},
		{"a currency that is none", `{"amount": 1, "currency": "US$", "source": "tok_x1"}`, 422},
		{"a source that is no token", `{"amount": 1, "currency": "usd", "source": "4242424242424242"}`, 422},
		{"a declined card", `{"amount": 1, "currency": "usd", "source": "tok_declined"}`, 402},
		{"a body beyond the bound", `{"description": "` + strings.Repeat("a", 1<<20) + `"}`, 413},
	} {
		r := tg.call("POST", "/v1/charges", c.body)
		if kind, _ := r.Lookup("Content-Type"); r.Status != c.status || kind != "application/problem+json" {
			t.Errorf("%s: got %d %s %s, want %d", c.name, r.Status, kind, r.Body, c.status)
		}
	}
	var ledger struct{ Count int }
	if tg.ask("GET", "/ledger", nil, &ledger); ledger.Count != 0 {
		t.Errorf("the ledger counts %d effects, want none", ledger.Count)
	}
}

func TestListsArePagedAndFiltered(t *testing.T) {
	tg := start(t, options(loose))
	for i := range 5 {
		tg.call("POST", "/v1/charges", strings.Replace(sample, `"m"`, fmt.Sprintf(`"m%d"`, i%2), 1))
	}
	r := tg.call("GET", "/v1/charges?limit=2", "")
	wantMember(t, r, "/has_more", "true")
	wantMember(t, r, "/data/1/id", "ch_a2")
	r = tg.call("GET", "/v1/charges?limit=3&after=ch_a2", "")
	wantMember(t, r, "/has_more", "false")
	wantMember(t, r, "/data/0/id", "ch_a3")
	r = tg.call("GET", "/v1/charges?description=m1", "")
	wantMember(t, r, "/data/1/id", "ch_a4")
	wantMember(t, r, "/data/2/id", "")
	wantMember(t, tg.call("GET", "/v1/charges?description=none", ""), "/data", "[]")
	wantStatus(t, tg.call("GET", "/v1/charges?limit=0", ""), 422)
	wantStatus(t, tg.call("GET", "/v1/charges?after=ch_a9", ""), 404)
	other := newRequest(t, http.MethodGet, tg.api+"/v1/charges", nil)
	authorize(other, reference.TokenTwo)
	wantMember(t, *tg.send(other).Response, "/data", "[]")
}
