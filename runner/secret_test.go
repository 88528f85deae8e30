package runner_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner"
)

// spellings are forms in which a target may give a secret back.
func spellings(secret string) []string {
	text, _ := json.Marshal(secret)
	inner := string(text[1 : len(text)-1])
	all := []string{
		secret, inner, strings.ReplaceAll(inner, "/", `\/`), html.EscapeString(secret),
		url.QueryEscape(secret), url.PathEscape(secret),
		strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(url.QueryEscape(secret), "%2B", "%2b"), "%2F", "%2f"), "%3D", "%3d"),
		hex.EncodeToString([]byte(secret)), strings.ToUpper(hex.EncodeToString([]byte(secret))),
	}
	for _, before := range []string{"", "u:", "a:b", "user:"} {
		all = append(all, base64.StdEncoding.EncodeToString([]byte(before+secret)), base64.RawURLEncoding.EncodeToString([]byte(before+secret+" and more")))
	}
	return all
}

// leaks lists the forms of a secret that a text shows. Of those in Base64 it
// looks for the middle, since their ends depend on what stands beside them.
func leaks(text, secret string) []string {
	var found []string
	for _, s := range spellings(secret) {
		quoted, _ := json.Marshal(s)
		for _, form := range []string{s, strings.Trim(string(quoted), `"`)} {
			if strings.Contains(text, form) {
				found = append(found, form)
			}
		}
	}
	for skip := range 3 {
		whole := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("-", skip) + secret))
		if middle := whole[8:20]; strings.Contains(text, middle) {
			found = append(found, middle)
		}
	}
	return found
}

// TestNoSecretIsOnRecord has a target that gives the secret back in each part of
// its answers, and secrets in each part of the target file.
func TestNoSecretIsOnRecord(t *testing.T) {
	for i, form := range spellings(token) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			d := &desk{answer: func(w http.ResponseWriter, a arrival) bool {
				if strings.HasPrefix(a.target, "/test/") {
					return false
				}
				field := strings.NewReplacer("\r", "", "\n", "").Replace(form)
				w.Header().Set("Trailer", "X-After")
				w.Header().Set("X-Echo", field)
				w.Header().Set("Location", "/"+field)
				w.WriteHeader(http.StatusCreated)
				if strings.HasPrefix(a.target, "/ledger") {
					json.NewEncoder(w).Encode(map[string]any{"data": []any{map[string]any{"id": form, "account": form, "kind": form}}})
				} else {
					text, _ := json.Marshal(form)
					fmt.Fprintf(w, `{"id":%s,"echo":"%s"}`, text, form)
				}
				w.Header().Set("X-After", field)
				return true
			}}
			c := setup(t, d, "", plans("echo", send("first", "k1"), idem.Wait{For: 1e9}, idem.Probe{Label: "after"}))
			c.Target = load(t, c.Target.URL.String(), `  create: { method: POST, path: "/v1/charges", headers: { X-Of: "${env:TOKEN}" }, body: { of: "${env:TOKEN}", case: "{{ case.id }}" }, id: $.id }
`, `environment: "staging ${env:TOKEN}"
ledger: { http: { path: "/ledger?of={{ case.id }}", effects: "$.data[*]", account: $.account, kind: $.kind, headers: { X-Ledger: "${env:TOKEN}" } }, settle: 1ms, patience: 10ms }
clock: { http: { path: "/test/clock", body: { seconds: "{{ seconds }}", by: "${env:TOKEN}" } } }
auth: { basic: { user: me, password: "${env:TOKEN}" } }
`)
			var told []byte
			c.Progress = func(_, _ int, r idem.Result) { told, _ = json.Marshal(r) }
			record := runner.Run(t.Context(), c)
			wants(t, record.Results[0], idem.Passed, "")
			text, err := json.Marshal(record)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range append(leaks(string(text), token), leaks(string(told), token)...) {
				t.Errorf("the record shows %q", found)
			}
			if got := string(d.sent()[0].body); !strings.Contains(got, `tok/en+with 9=odd`) {
				t.Errorf("the target got %s", got)
			}
		})
	}
}

// TestNoSecretIsInAReason has a target that gives the secret back where a
// reason quotes it.
func TestNoSecretIsInAReason(t *testing.T) {
	for name, answer := range map[string]func(w http.ResponseWriter, a arrival) bool{
		"an unusable target": func(w http.ResponseWriter, _ arrival) bool {
			w.Header().Set("Location", "https://example.com/?token="+url.QueryEscape(token))
			w.WriteHeader(http.StatusFound)
			return true
		},
		"a broken ledger": func(w http.ResponseWriter, a arrival) bool {
			ledger := strings.HasPrefix(a.target, "/ledger")
			if ledger {
				json.NewEncoder(w).Encode(map[string]string{"refused": token})
			}
			return ledger
		},
		"a check that panics": func(http.ResponseWriter, arrival) bool { return false },
	} {
		t.Run(name, func(t *testing.T) {
			k := plans("echo", send("first", "k1"), idem.Probe{Label: "after"})
			if name == "a check that panics" {
				k.Judge = func(*idem.Pass) { panic("no " + token) }
			}
			c := setup(t, &desk{answer: answer}, "auth: { bearer: \"${env:TOKEN}\" }\n"+quickLedger, k)
			record := runner.Run(t.Context(), c)
			if record.Results[0].Judgement.Why() == "" {
				t.Error("there is no reason")
			}
			text, err := json.Marshal(record)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range leaks(string(text), token) {
				t.Errorf("the record shows %q", found)
			}
		})
	}
}
