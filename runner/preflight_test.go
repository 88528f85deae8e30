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

// TestAnUnusableTargetIsNamed looks at what is said of each kind of first answer,
// and that nothing is sent after it.
func TestAnUnusableTargetIsNamed(t *testing.T) {
	answer := func(status int, header ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(status)
			fmt.Fprint(w, "<html>")
		}
	}
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"unauthorised":     {answer(401), "answered 401: the target refused access, see auth in the target file"},
		"forbidden":        {answer(403), "answered 403: the target refused access, see auth in the target file"},
		"not found":        {answer(404), "answered 404: see the method and path of its operation, and the url"},
		"no such method":   {answer(405), "answered 405: see the method and path"},
		"an odd body":      {answer(422), "answered 422, which is no success: see its operation"},
		"too many":         {answer(429), "answered 429: the target limits how many requests it takes"},
		"a server error":   {answer(500), "answered 500: the target itself failed, see its log"},
		"a gateway":        {answer(502, "Content-Type", "text/html"), "answered 502: the target itself failed"},
		"a redirect":       {answer(308, "Location", "https://api.example.com/v2/charges"), "answered 308, which leads to https://api.example.com/v2/charges and is not followed"},
		"a bare redirect":  {answer(302), "answered 302, which leads to another address"},
		"a login page":     {answer(200, "Content-Type", "Text/HTML; charset=utf-8"), "answered 200 with a web page, which may be a login or a gateway"},
		"an XHTML page":    {answer(200, "Content-Type", "application/xhtml+xml"), "with a web page"},
		"no answer at all": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "was not answered: "},
	} {
		t.Run(name, func(t *testing.T) {
			var came atomic.Int64
			c := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { came.Add(1); tt.answer(w, r) }), "",
				accusing(send("first", "k1")), accusing(idem.Burst{Label: "burst", Requests: idem.Copies(2, idem.Request{Key: "k1"})}))
			record := runner.Run(t.Context(), c)
			if !strings.HasPrefix(record.Unusable, "the plain first request of create was ") || !strings.Contains(record.Unusable, tt.want) {
				t.Errorf("unusable: %s", record.Unusable)
			}
			for _, r := range record.Results {
				wants(t, r, idem.Errored, record.Unusable)
			}
			if n := came.Load(); n != 1 {
				t.Errorf("%d requests came", n)
			}
		})
	}
}

// TestAUsableTargetIsTaken has first answers that are unusual and right.
func TestAUsableTargetIsTaken(t *testing.T) {
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		more   string
	}{
		"no body":               {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, ""},
		"no type":               {func(w http.ResponseWriter, _ *http.Request) { w.Header()["Content-Type"] = nil; w.WriteHeader(201) }, ""},
		"a page and its effect": {pageAndLedger, quickLedger},
	} {
		t.Run(name, func(t *testing.T) {
			record := runner.Run(t.Context(), setup(t, tt.answer, tt.more, plans("a", send("first", "k1"))))
			if record.Unusable != "" {
				t.Errorf("unusable: %s", record.Unusable)
			}
			wants(t, record.Results[0], idem.Passed, "")
		})
	}
}

func pageAndLedger(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		fmt.Fprint(w, `{"data":[{"id":1}]}`)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, "<p>thank you</p>")
}
