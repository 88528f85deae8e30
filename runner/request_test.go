package runner_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

const resources = create + `  read: { role: read, method: GET, path: "/v1/charges/{{ id }}" }
  update: { role: update, method: PATCH, path: "/v1/charges/{{ id }}", body: { note: "{{ case.id }}" } }
`

const parties = `auth: { bearer: own-credential }
accounts:
  other account: { auth: { bearer: another-account } }
  same account: { auth: { header: { name: X-Api-Key, value: a-second-one } } }
`

// TestARequestIsSentAsItsSymbolsSay looks at the line, the fields and the body of
// each variation.
func TestARequestIsSentAsItsSymbolsSay(t *testing.T) {
	for name, tt := range map[string]struct {
		request idem.Request
		want    map[string]string // what arrives, by what is looked at
	}{
		"plain":           {idem.Request{}, map[string]string{"line": "POST /v1/charges", "Authorization": "Bearer own-credential", "Content-Type": "application/json", "body": `{"amount":4200,"description":"CASE"}`}},
		"another account": {idem.Request{As: idem.OtherAccount}, map[string]string{"Authorization": "Bearer another-account"}},
		"another of it":   {idem.Request{As: idem.SameAccount}, map[string]string{"Authorization": "", "X-Api-Key": "a-second-one"}},
		"nobody":          {idem.Request{As: idem.Nobody}, map[string]string{"Authorization": "", "X-Api-Key": ""}},
		"another query":   {idem.Request{Vary: idem.OtherQuery}, map[string]string{"line": "POST /v1/charges?idemspec=other"}},
		"another type":    {idem.Request{Vary: idem.OtherType}, map[string]string{"Content-Type": "application/json; charset=utf-8"}},
		"other fields":    {idem.Request{Vary: idem.OtherHeader}, map[string]string{"Accept-Language": "de, en;q=0.5", "body": `{"amount":4200,"description":"CASE"}`}},
		"another order":   {idem.Request{Body: idem.ReorderedBody}, map[string]string{"body": `{"description":"CASE","amount":4200}`}},
		"another number":  {idem.Request{Body: idem.RespelledBody}, map[string]string{"body": `{"amount":4200.0,"description":"CASE"}`}},
		"no body":         {idem.Request{Body: idem.EmptyBody}, map[string]string{"body": ""}},
		"a resource":      {idem.Request{Role: idem.Read, On: "first"}, map[string]string{"line": "GET /v1/charges/ID", "body": ""}},
		"the current tag": {idem.Request{Role: idem.Update, On: "first", Vary: idem.CurrentMatch}, map[string]string{"line": "PATCH /v1/charges/ID", "If-Match": `"v3"`, "body": `{"note":"CASE"}`}},
		"a stale tag":     {idem.Request{Role: idem.Update, On: "first", Vary: idem.StaleMatch}, map[string]string{"If-Match": `"v2"`}},
		"no match at all": {idem.Request{Role: idem.Update, On: "first"}, map[string]string{"If-Match": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			var version atomic.Int64
			d := &desk{answer: func(w http.ResponseWriter, _ arrival) bool {
				w.Header().Set("ETag", fmt.Sprintf(`"v%d"`, version.Add(1)))
				fmt.Fprint(w, `{"id":"ch 1"}`)
				return true
			}}
			update := idem.Send{Label: "changed", Request: idem.Request{Role: idem.Update, On: "first"}}
			c := setup(t, d, "", plans("request", send("first", "k1"), update, idem.Send{Label: "request", Request: tt.request}))
			c.Target = load(t, c.Target.URL.String(), resources, parties)
			r := only(t, c)
			wants(t, r, idem.Passed, "")
			a := d.sent()[2]
			got := map[string]string{}
			for what := range tt.want {
				switch what {
				case "line":
					got[what] = a.method + " " + strings.ReplaceAll(a.target, "ch%201", "ID")
				case "body":
					got[what] = strings.ReplaceAll(a.body, r.History.Case, "CASE")
				default:
					got[what] = a.header.Get(what)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if n := len(a.header.Values("User-Agent")); n != 1 {
				t.Errorf("the request has %d user agents", n)
			}
			x := r.History.Exchanges[2]
			if x.As != tt.request.As || x.Vary != tt.request.Vary || x.Role != tt.request.Role || x.Body != tt.request.Body || string(x.Sent.Body) != a.body {
				t.Errorf("on record is %+v", x)
			}
		})
	}
}
