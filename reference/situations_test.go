package reference_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// A step is one request and the status that it is due; its zero members are those
// of the plain charge under the key "k".
type step struct {
	method, path, body, token string
	keys                      []string // header fields; nil for "k" alone, empty for none
	head                      string   // a name and a value
	want                      int
	replayed                  bool // the answer carries the marker
}

var keyless = []string{}

func (tg *target) take(s step) idem.Response {
	tg.t.Helper()
	method, path, body := "POST", "/v1/charges", sample
	if s.method != "" {
		method = s.method
	}
	if s.path != "" {
		path = s.path
	}
	if s.body != "" {
		body = s.body
	}
	if method == "DELETE" || method == "GET" || s.body == "none" {
		body = ""
	}
	r := newRequest(tg.t, method, tg.api+path, []byte(body))
	authorize(r, s.token)
	if s.token == "nobody" {
		r.Header.Del("Authorization")
	}
	r.Header["Idempotency-Key"] = []string{"k"}
	if s.keys != nil {
		r.Header["Idempotency-Key"] = s.keys
	}
	if name, value, found := strings.Cut(s.head, ": "); found {
		r.Header.Set(name, value)
	}
	return *tg.send(r).Response
}

// A situation is a contract that says one thing more than another one, and what
// follows from that.
type situation struct {
	name    string
	clause  idem.Situation
	does    idem.Behaviour
	status  []int
	more    func(*idem.Contract)
	steps   []step
	effects int
}

func (s situation) contract() idem.Contract {
	c := seed
	c.Clauses = map[idem.Situation]idem.Clause{}
	for k, v := range seed.Clauses {
		c.Clauses[k] = v
	}
	c.Clauses[s.clause] = must(s.does, status(s.status...))
	if s.more != nil {
		s.more(&c)
	}
	return c
}

func playAll(t *testing.T, all []situation) {
	t.Helper()
	for _, s := range all {
		t.Run(strings.TrimSpace(string(s.clause)+" "+string(s.does)+" "+s.name), func(t *testing.T) {
			tg := start(t, options(s.contract()))
			for i, step := range s.steps {
				r := tg.take(step)
				if r.Status != step.want || tg.contract.Marker.On(r) != step.replayed {
					t.Errorf("step %d: got %d %s, marked %v, want %d", i+1, r.Status, r.Body, tg.contract.Marker.On(r), step.want)
				}
			}
			tg.wantEffects("m", s.effects)
			tg.wantSent("m")
		})
	}
}

func optional(c *idem.Contract)    { c.Required = idem.Required{} }
func quotedKeys(c *idem.Contract)  { c.Carrier.Quoted = true }
func shortKeys(c *idem.Contract)   { c.Format.MaxLength = 5 }
func lowerKeys(c *idem.Contract)   { c.Format.Pattern = "[a-z]+" }
func perAccount(c *idem.Contract)  { c.Scope = []idem.Scope{idem.PerAccount} }
func byteLengths(c *idem.Contract) { c.Format = idem.Format{MaxLength: 5, Unit: idem.Octets} }

func TestFormsOfKeysAreAnsweredAsPromised(t *testing.T) {
	one, again := step{want: 201}, step{want: 200, replayed: true}
	with := func(want int, keys ...string) step { return step{keys: keys, want: want} }
	playAll(t, []situation{
		{clause: idem.EmptyKeySent, does: "refuses", status: []int{422}, more: optional, steps: []step{with(422, "")}},
		{clause: idem.EmptyKeySent, does: "executes", steps: []step{with(201, ""), with(201, "")}, effects: 2},
		{clause: idem.EmptyKeySent, does: "refuses", name: "in quotes", more: quotedKeys, steps: []step{with(400, `""`)}},
		{clause: idem.LongKeySent, does: "refuses", status: []int{413}, more: shortKeys, steps: []step{with(413, "abcdef")}},
		{clause: idem.LongKeySent, does: "executes", more: shortKeys, steps: []step{with(201, "abcdef")}, effects: 1},
		{clause: idem.LongKeySent, does: "refuses", name: "counted in bytes", more: byteLengths, steps: []step{with(400, "äöü"), with(201, "äö")}, effects: 1},
		{clause: idem.MalformedSent, does: "refuses", status: []int{422}, more: lowerKeys, steps: []step{with(422, "K")}},
		{clause: idem.MalformedSent, does: "executes", more: lowerKeys, steps: []step{with(201, "K")}, effects: 1},
		{clause: idem.TwiceSent, does: "refuses", status: []int{422}, steps: []step{with(422, "k", "k")}},
		{clause: idem.TwiceSent, does: "executes", steps: []step{with(201, "k", "k"), again}, effects: 1},
		{clause: idem.PairSent, does: "refuses", status: []int{409}, steps: []step{with(409, "k", "l")}},
		{clause: idem.PairSent, does: "executes", steps: []step{with(201, "k", "l")}, effects: 1},
		{clause: idem.OtherQuoting, does: "replays", steps: []step{one, {keys: []string{`"k"`}, want: 200, replayed: true}}, effects: 1},
		{clause: idem.OtherQuoting, does: "executes", steps: []step{one, with(201, `"k"`)}, effects: 2},
		{clause: idem.OtherQuoting, does: "refuses", steps: []step{one, with(400, `"k"`)}, effects: 1},
		{clause: idem.OtherQuoting, does: "replays", name: "bare", more: quotedKeys, steps: []step{with(201, `"k"`), again}, effects: 1},
		{clause: idem.OtherQuoting, does: "executes", name: "bare", more: quotedKeys, steps: []step{with(201, `"k"`), one, again}, effects: 2},
		{clause: idem.OtherQuoting, does: "refuses", name: "bare", more: quotedKeys, status: []int{422}, steps: []step{with(201, `"k"`), {want: 422}}, effects: 1},
		{clause: idem.OtherCase, does: "executes", steps: []step{one, with(201, "K")}, effects: 2},
		{clause: idem.OtherCase, does: "replays", steps: []step{one, {keys: []string{"K"}, want: 200, replayed: true}}, effects: 1},
		{clause: idem.KeyOnRead, does: "executes", steps: []step{{method: "GET", want: 200}, one}, effects: 1},
		{clause: idem.MissingKey, does: "refuses", status: []int{428}, steps: []step{{keys: keyless, want: 428}}},
		{clause: idem.MissingKey, does: "executes", steps: []step{{keys: keyless, want: 201}, {keys: keyless, want: 201}}, effects: 2},
		{clause: idem.MissingKey, does: "replays", steps: []step{{keys: keyless, want: 201}, {keys: keyless, want: 200, replayed: true}}, effects: 1},
	})
}

func TestOtherRequestsUnderAUsedKeyAreAnsweredAsPromised(t *testing.T) {
	one, again := step{want: 201}, step{want: 200, replayed: true}
	other := map[idem.Situation]step{
		idem.OtherPath:       {path: "/v1/transfers"},
		idem.OtherQuerySent:  {path: "/v1/charges?to=b"},
		idem.OtherTypeSent:   {head: "Content-Type: application/json; charset=utf-8"},
		idem.OtherOrder:      {body: `{"description": "m", "source": "tok_x1", "currency": "usd", "amount": 4200}`},
		idem.OtherSpacing:    {body: strings.ReplaceAll(sample, " ", "")},
		idem.OtherHeaderSent: {head: "Accept-Language: de"},
		idem.Volatile:        {body: strings.Replace(sample, "{", `{"sent_at": 2, `, 1)},
	}
	var all []situation
	for s, vary := range other {
		for _, does := range []idem.Behaviour{idem.Refuses, idem.Executes, idem.Replays} {
			first, second := one, vary
			row := situation{clause: s, does: does, effects: 1}
			if s == idem.Volatile {
				first.body = strings.Replace(sample, "{", `{"sent_at": 1, `, 1)
				row.more = func(c *idem.Contract) { c.Fingerprint.Ignore = []string{"/sent_at"} }
			}
			switch does {
			case idem.Refuses:
				row.status, second.want = []int{451}, 451
			case idem.Replays:
				second.want, second.replayed = 200, true
			default:
				if slices.Contains([]idem.Situation{idem.OtherOrder, idem.OtherSpacing, idem.OtherHeaderSent, idem.Volatile}, s) {
					continue // no contract executes those
				}
				second.want, row.effects = 201, 2
			}
			row.steps = []step{first, second}
			all = append(all, row)
		}
	}
	spelled := `{"amount": 42, "currency": "usd", "source": "tok_x1", "description": "m", "metadata": {"rate": %s}}`
	first, second := strings.Replace(spelled, "%s", "1.5", 1), strings.Replace(spelled, "%s", "1.50", 1)
	onlyAmount := func(c *idem.Contract) { c.Fingerprint.Members = []string{"/amount"} }
	playAll(t, append(all, []situation{
		{clause: idem.OtherSpelling, does: "replays", steps: []step{{body: first, want: 201}, {body: second, want: 200, replayed: true}}, effects: 1},
		{clause: idem.OtherSpelling, does: "refuses", steps: []step{{body: first, want: 201}, {body: second, want: 422}}, effects: 1},
		{clause: idem.Volatile, does: "replays", name: "but the amount", more: onlyAmount, effects: 1, steps: []step{
			one, {body: strings.Replace(sample, "tok_x1", "tok_x2", 1), want: 200, replayed: true}, {body: strings.Replace(sample, "4200", "5200", 1), want: 422},
		}},
		{
			clause: idem.Mismatch, does: "refuses", name: "on a header that counts", status: []int{422}, effects: 1, steps: []step{one, {head: "X-Version: 2", want: 422}, again},
			more: func(c *idem.Contract) { c.Fingerprint.Headers = []string{"X-Version"} },
		},
		{clause: idem.Mismatch, does: "refuses", name: "without a body", status: []int{422}, steps: []step{one, {body: "none", want: 422}, {body: "[", want: 422}}, effects: 1},
		{clause: idem.OtherMethod, does: "refuses", status: []int{409}, effects: 2, steps: []step{
			{keys: []string{"k0"}, want: 201},
			{method: "PATCH", path: "/v1/charges/ch_a1", body: `{"amount": 1}`, want: 200},
			{method: "DELETE", path: "/v1/charges/ch_a1", want: 409},
		}},
		{clause: idem.OtherMethod, does: "executes", effects: 3, steps: []step{
			{keys: []string{"k0"}, want: 201},
			{method: "PATCH", path: "/v1/charges/ch_a1", body: `{"amount": 1}`, want: 200},
			{method: "DELETE", path: "/v1/charges/ch_a1", want: 204},
		}},
	}...))
}

func TestOutcomesAreRememberedAsPromised(t *testing.T) {
	declined, invalid := strings.Replace(sample, "tok_x1", "tok_declined", 1), strings.Replace(sample, "4200", "-1", 1)
	playAll(t, []situation{
		{clause: idem.AfterInvalid, does: "executes", steps: []step{{body: invalid, want: 422}, {want: 201}}, effects: 1},
		{clause: idem.AfterInvalid, does: "refuses", status: []int{409}, steps: []step{{body: invalid, want: 422}, {body: invalid, want: 422, replayed: true}, {want: 409}}},
		{clause: idem.AfterRefusal, does: "replays", steps: []step{{body: declined, want: 402}, {body: declined, want: 402, replayed: true}, {want: 422}}},
		{clause: idem.AfterRefusal, does: "executes", steps: []step{{body: declined, want: 402}, {body: declined, want: 402}, {want: 201}}, effects: 1},
		{clause: idem.AfterRefusal, does: "refuses", status: []int{410}, steps: []step{{body: declined, want: 402}, {body: declined, want: 410}}},
		{clause: idem.AfterForbidden, does: "executes", steps: []step{{token: "nobody", want: 401}, {want: 201}}, effects: 1},
		{clause: idem.NoCredential, does: "refuses", status: []int{403}, steps: []step{{want: 201}, {token: "nobody", want: 403}}, effects: 1},
	})
}

func TestCallersAreToldApartAsPromised(t *testing.T) {
	one := step{want: 201}
	playAll(t, []situation{
		{clause: idem.OtherAccountSent, does: "executes", steps: []step{one, {token: reference.TokenTwo, want: 201}}, effects: 2},
		{clause: idem.OtherAccountSent, does: "refuses", status: []int{404}, steps: []step{one, {token: reference.TokenTwo, want: 404}}, effects: 1},
		{clause: idem.OtherCredential, does: "replays", steps: []step{one, {token: reference.TokenOneSecond, want: 200, replayed: true}}, effects: 1},
		{clause: idem.OtherCredential, does: "executes", more: perAccount, steps: []step{one, {token: reference.TokenOneSecond, want: 201}}, effects: 2},
		{clause: idem.OtherCredential, does: "refuses", status: []int{409}, steps: []step{one, {token: reference.TokenOneSecond, want: 409}}, effects: 1},
	})
}

func TestMethodsKeepWhatTheyPromise(t *testing.T) {
	path := "/v1/charges/ch_a1"
	one, remove := step{want: 201}, step{method: "DELETE", path: path, keys: keyless, want: 204}
	partial := `{"amount": 1, "currency": "usd", "source": "tok_x1"}`
	playAll(t, []situation{
		{clause: idem.PutPartial, does: "refuses", status: []int{422}, steps: []step{one, {method: "PUT", path: path, body: partial, keys: keyless, want: 422}}, effects: 1},
		{clause: idem.PutRepeat, steps: []step{one, {method: "PUT", path: path, keys: keyless, want: 200}, {method: "PUT", path: path, keys: keyless, want: 200}}, effects: 1},
		{clause: idem.PatchUnkeyed, does: "executes", effects: 3, steps: []step{
			one, {method: "PATCH", path: path, body: `{"amount": "+1"}`, keys: keyless, want: 200}, {method: "PATCH", path: path, body: `{"amount": "+1"}`, keys: keyless, want: 200},
		}},
		{clause: idem.PatchAbsolute, does: "refuses", status: []int{409}, effects: 1, steps: []step{
			one, {method: "PATCH", path: path, body: `{"amount": 1}`, head: `If-Match: "v9"`, keys: keyless, want: 409},
		}},
		{clause: idem.DeleteRepeat, does: "refuses", status: []int{410}, steps: []step{one, remove, {method: "DELETE", path: path, keys: keyless, want: 410}}, effects: 2},
		{clause: idem.DeleteRepeat, does: "executes", steps: []step{one, remove, remove}, effects: 2},
		{clause: idem.DeleteRepeat, status: []int{200, 204, 404}, steps: []step{one, remove, {method: "DELETE", path: path, keys: keyless, want: 404}}, effects: 2},
		{clause: idem.DeleteKeyed, does: "replays", effects: 2, steps: []step{
			one, {method: "DELETE", path: path, keys: []string{"d"}, want: 204}, {method: "DELETE", path: path, keys: []string{"d"}, want: 204, replayed: true},
		}},
		{clause: idem.LateDelete, does: "replays", steps: []step{one, remove, {want: 200, replayed: true}, {method: "GET", path: path, want: 404}}, effects: 2},
		{clause: idem.LateMatch, does: "replays", effects: 2, steps: []step{
			one,
			{method: "PATCH", path: path, body: `{"amount": 1}`, head: `If-Match: "v1"`, keys: []string{"p"}, want: 200},
			{method: "PATCH", path: path, body: `{"amount": 1}`, head: `If-Match: "v1"`, keys: []string{"p"}, want: 200, replayed: true},
		}},
		{clause: idem.LateDelete, does: "refuses", status: []int{404}, steps: []step{one, remove, {want: 404}, {method: "GET", path: path, want: 404}}, effects: 2},
	})
}

func TestContractsThatContradictThemselvesAreRefused(t *testing.T) {
	c := situation{clause: idem.OtherSpacing, does: idem.Refuses, more: func(c *idem.Contract) {
		c.Clauses[idem.OtherOrder] = must(idem.Replays, idem.Answer{})
	}}.contract()
	if _, err := reference.New(options(c)); err == nil || !strings.Contains(err.Error(), "other-order") {
		t.Errorf("got %v, want an error that names the clause", err)
	}
}
