package runner_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner"
)

const quickLedger = `ledger: { http: { path: "/ledger?of={{ case.id }}", effects: "$.data[*]" }, settle: 1ms, patience: 30ms }
`

// TestALedgerThatCannotBeBelieved has a check that accuses unless one effect is
// shown.
func TestALedgerThatCannotBeBelieved(t *testing.T) {
	var reads atomic.Int64
	page := func(n int64) string {
		var ids []string
		for i := range n {
			ids = append(ids, fmt.Sprintf(`{"id":%d}`, i))
		}
		return `{"data":[` + strings.Join(ids, ",") + `]}`
	}
	for name, tt := range map[string]struct {
		answer func(w http.ResponseWriter, n int64)
		want   idem.Verdict
		why    string
	}{
		"one effect":     {func(w http.ResponseWriter, _ int64) { fmt.Fprint(w, page(1)) }, idem.Passed, ""},
		"two effects":    {func(w http.ResponseWriter, _ int64) { fmt.Fprint(w, page(2)) }, idem.Failed, ""},
		"one that lags":  {func(w http.ResponseWriter, n int64) { fmt.Fprint(w, page(min(n/4, 1))) }, idem.Passed, ""},
		"never settles":  {func(w http.ResponseWriter, n int64) { fmt.Fprint(w, page(n)) }, idem.Inconclusive, "still changing"},
		"an error":       {func(w http.ResponseWriter, _ int64) { w.WriteHeader(500) }, idem.Inconclusive, "500"},
		"access refused": {func(w http.ResponseWriter, _ int64) { w.WriteHeader(401) }, idem.Inconclusive, "401"},
		"a redirect":     {func(w http.ResponseWriter, _ int64) { w.Header().Set("Location", "/"); w.WriteHeader(302) }, idem.Inconclusive, "302"},
		"a web page":     {func(w http.ResponseWriter, _ int64) { fmt.Fprint(w, "<html>") }, idem.Inconclusive, "no JSON"},
		"another shape":  {func(w http.ResponseWriter, _ int64) { fmt.Fprint(w, `{"error":"x"}`) }, idem.Inconclusive, `no "data"`},
		"no ids":         {func(w http.ResponseWriter, _ int64) { fmt.Fprint(w, `{"data":[{}]}`) }, idem.Inconclusive, "no id"},
		"half an answer": {func(w http.ResponseWriter, _ int64) { w.Header().Set("Content-Length", "99"); fmt.Fprint(w, page(1)) }, idem.Inconclusive, "EOF"},
		"too much":       {func(w http.ResponseWriter, _ int64) { fmt.Fprint(w, strings.Repeat(" ", 9<<20)) }, idem.Inconclusive, "more than"},
	} {
		t.Run(name, func(t *testing.T) {
			reads.Store(0)
			d := &desk{answer: func(w http.ResponseWriter, a arrival) bool {
				ledger := strings.HasPrefix(a.target, "/ledger")
				if ledger && !isPlain(a) {
					tt.answer(w, reads.Add(1))
				}
				return ledger && !isPlain(a)
			}}
			k := plans("ledger", send("first", "k1"), idem.Probe{Label: "after", Await: 1})
			k.Judge = func(p *idem.Pass) {
				if n := len(p.Reading("after").Effects); n != 1 {
					p.Report(idem.Finding{Message: "the target made another number of effects"})
				}
			}
			r := only(t, setup(t, d, quickLedger, k))
			wants(t, r, tt.want, tt.why)
			if asked := r.History.Readings[0].Asked.URL; !strings.HasSuffix(asked, "/ledger?of="+r.History.Case) {
				t.Errorf("the ledger was asked %s", asked)
			}
			if n := int64(r.History.Readings[0].Reads); n != reads.Load() {
				t.Errorf("%d readings came, and %d are on record", reads.Load(), n)
			}
		})
	}
}

// TestWithoutALedgerNothingIsCounted has none: the plan runs, and what needs the
// count is not tested.
func TestWithoutALedgerNothingIsCounted(t *testing.T) {
	d := &desk{}
	r := only(t, setup(t, d, "", plans("ledger", send("first", "k1"), idem.Probe{Label: "after"})))
	wants(t, r, idem.NotTested, "the target offers no ledger")
	if len(d.sent()) != 1 {
		t.Errorf("%d requests came", len(d.sent()))
	}
}

// TestALedgerIsProvenForEachOperation has a ledger that shows the effects of one
// of two operations: that it shows none of the other proves no lost write.
func TestALedgerIsProvenForEachOperation(t *testing.T) {
	const second = `  second: { method: POST, path: /v1/refunds, body: { of: "{{ case.id }}" } }
`
	for _, operations := range []string{create + second, second + create} {
		var charged atomic.Value
		charged.Store("")
		d := &desk{answer: func(w http.ResponseWriter, a arrival) bool {
			if strings.HasPrefix(a.target, "/v1/charges") {
				charged.Store(charged.Load().(string) + a.body)
			}
			_, marker, asks := strings.Cut(a.target, "/ledger?of=")
			if asks && strings.Contains(charged.Load().(string), `"`+marker+`"`) {
				fmt.Fprint(w, `{"data":[{"id":1}]}`)
				return true
			}
			return false
		}}
		c := setup(t, d, "", plans("ledger", send("first", "k1"), idem.Probe{Label: "after"}))
		c.Target = load(t, c.Target.URL.String(), operations, strings.Replace(quickLedger, "30ms", "500ms", 1))
		for _, r := range runner.Run(t.Context(), c).Results {
			if proven := r.History.Readings[0].Proven; proven != (r.Operation == "create") {
				t.Errorf("%s: the ledger is proven: %t", r.Operation, proven)
			}
		}
		plain := keys(d.came("/v1/")[:2])
		if plain[0] == plain[1] {
			t.Error("the plain first requests of two operations have one key")
		}
	}
}
