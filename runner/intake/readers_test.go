package intake

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// madeOf makes a target file of the request of a text that Pick takes.
func madeOf(t *testing.T, read func(string, []byte) ([]Candidate, error), text, id string) Draft {
	t.Helper()
	all, err := read("f", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Pick(all, id)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Make(c.Make(), Options{From: "a test", Contracts: contracts})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const described = `openapi: 3.0.3
servers: [{url: /v2}]
paths:
  /a:
    $ref: "#/components/pathItems/a"
  /loop: {$ref: "#/paths/~1loop"}
components:
  pathItems:
    a:
      post:
        operationId: A
        security: [{basic: []}]
        parameters: [{name: Pay-Request-Id, in: header}, {name: X-Tenant, in: header, required: true}, {name: v, in: query, required: true, schema: {type: string, enum: [x y]}}]
        requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/tree"}}}}
        responses: {"201": {description: ok, content: {application/json: {schema: {type: object, properties: {pspReference: {type: string}}}}}}}
  securitySchemes: {basic: {type: http, scheme: basic}}
  schemas:
    tree:
      allOf: [{$ref: "#/components/schemas/base"}, {type: object, required: [kids, when], properties: {kids: {type: array, items: {$ref: "#/components/schemas/tree"}}, when: {type: string, format: date}}}]
    base:
      required: [price, token]
      properties: {price: {type: number, maximum: 5}, token: {type: string, maxLength: 2}, client_secret: {type: string}, memo: {type: string}}
`

func TestADescribedOperationIsSent(t *testing.T) {
	d := madeOf(t, OpenAPI, described, "A")
	want := "POST http://127.0.0.1/v2/a?v=x+y\nX-Tenant: val-x_tenant\nAuthorization: Basic dmFsLWFwaV91c2VyOnZhbC1hcGlfcGFzc3dvcmQ=\nContent-Type: application/json\n" +
		`{"price":4,"token":"te","memo":"idm-1","kids":[],"when":"2030-01-31"}`
	if diff := cmp.Diff(want, sent(t, d)); diff != "" {
		t.Errorf("(- want, + got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"BASE_URL", "API_USER", "API_PASSWORD", "X_TENANT"}, d.Variables); diff != "" {
		t.Errorf("variables (- want, + got)\n%s", diff)
	}
	if !strings.Contains(d.Text, "id: $.pspReference") || !strings.Contains(d.Text, "change: { price: 5 }") {
		t.Errorf("the id or the change is another\n%s", d.Text)
	}
}

func TestARecordedRequestIsSent(t *testing.T) {
	d := madeOf(t, HAR, `{"log":{"entries":[{"request":{"method":"post","url":"https://pay.example/x?sig=abcdefghi#f","headers":[{"name":"Pay-Request-Id","value":"1"},{"name":"Cookie","value":"sid=abcdefghi"},{"name":"x-request-id","value":"0d1ad3cc-3a0a-4ee6-9a7b-3a3b6d1f0000"}],
		"postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"amount","value":"007"},{"name":"note","value":"a"}]}},
		"response":{"status":201,"headers":[{"name":"Location","value":"/x/1"}],"content":{"encoding":"base64","text":"eyJhIjp7ImlkIjoieCJ9fQ=="}}}]}}`, "")
	b := bound(t, d.Text)
	if got, want := b.URL.String()+" "+string(b.Body), "https://pay.example/x?sig=val-sig amount=007&note=idm-1"; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
	for _, want := range []string{"profile: pay-orders", "id: $.a.id", `change: { amount: "008" }`, `x-request-id: "{{ $uuid }}"`, "Cookie"} {
		if !strings.Contains(d.Text, want) {
			t.Errorf("the file has no %s\n%s", want, d.Text)
		}
	}
	if strings.Contains(d.Text, "abcdefghi") || strings.Contains(d.Text, "Pay-Request-Id") {
		t.Errorf("a secret or the key is in the file\n%s", d.Text)
	}
}

func TestRequestsOfACollectionAreSent(t *testing.T) {
	const text = `{"variable":[{"key":"host","value":"api.acme.example"},{"key":"token","value":"abcdefghi"},{"key":"a","value":"{{b}}{{b}}"},{"key":"b","value":"{{a}}"}],
		"auth":{"type":"apikey","apikey":[{"key":"key","value":"X-Api-Key"},{"key":"value","value":"{{token}}"}]},
		"item":[{"name":"one","request":{"method":"POST","url":"https://{{host}}/x","body":{"mode":"urlencoded","urlencoded":[{"key":"qty","value":"1"},{"key":"t","value":"{{$timestamp}}"},{"key":"off","value":"1","disabled":true}]}}},
		{"name":"one","request":{"auth":{"type":"basic","basic":[{"key":"username","value":"me"},{"key":"password","value":"abcdefghi"}]},"method":"PATCH","url":{"raw":"{{host}}/x"},"body":{"mode":"raw","raw":"{{a}}"}}},
		{"name":"many","request":{"method":"PUT","url":"https://{{host}}/x","body":{"mode":"formdata","formdata":[{"key":"a","value":"1"},{"key":"a","value":"2"}]}}}]}`
	for id, want := range map[string]string{
		"one":                             "POST https://api.acme.example/x\nX-Api-Key: val-token\nContent-Type: application/x-www-form-urlencoded\nqty=1&t=0",
		"patch http://api.acme.example/x": "PATCH http://api.acme.example/x\nAuthorization: Basic bWU6dmFsLWFwaV9wYXNzd29yZA==\nContent-Type: text/plain\n",
		"many":                            "PUT https://api.acme.example/x\nX-Api-Key: val-token\nContent-Type: multipart/form-data; boundary=" + boundary + "\n--" + boundary,
	} {
		d := madeOf(t, Postman, text, id)
		if got := sent(t, d); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", id, cmp.Diff(want, got))
		}
		if strings.Contains(d.Text, "abcdefghi") || !strings.Contains(d.Text, "profile: acme-v1") {
			t.Errorf("a secret is in the file, or it has another profile\n%s", d.Text)
		}
	}
}

func TestAmbiguityIsTold(t *testing.T) {
	keyed, other := Candidate{ID: "a", Title: "POST /a", Key: "Idempotency-Key"}, Candidate{ID: "b", Title: "POST /b"}
	for _, c := range []struct {
		all       []Candidate
		id        string
		want, err string
	}{
		{[]Candidate{keyed, other}, "", "a", ""},
		{[]Candidate{other}, "", "b", ""},
		{[]Candidate{keyed, other}, "post /B", "b", ""},
		{[]Candidate{keyed, other}, "c", "", `no request that writes has the name "c"`},
		{[]Candidate{keyed, keyed}, "", "", "it has 2 requests that carry a key"},
		{[]Candidate{other, other}, "", "", "none declares a key"},
		{nil, "", "", "it has no request that writes"},
	} {
		got, err := Pick(c.all, c.id)
		if got.ID != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("of %d candidates %q picks %q, %v; want %q, %s", len(c.all), c.id, got.ID, err, c.want, c.err)
		}
	}
}

func TestTheKeyPicksTheProfile(t *testing.T) {
	for _, c := range []struct {
		name    string
		request Request
		profile string
		carrier string
	}{
		{"no key, an unknown host", Request{Address: "https://a.example/x"}, "seed", ""},
		{"no key, a known host", Request{Address: "https://api.acme.example/x"}, "acme-v1", ""},
		{"the usual key", Request{Address: "https://a.example/x", Header: []idem.Field{{Name: "idempotency-key", Value: "1"}}}, "seed", ""},
		{"a quoted key of a known host", Request{Address: "https://quoting.example/x", Header: []idem.Field{{Name: "Idempotency-Key", Value: `"1"`}}}, "quoting", ""},
		{"a quoted key of an unknown host", Request{Address: "https://a.example/x", Header: []idem.Field{{Name: "Idempotency-Key", Value: `"1"`}}}, ownProfile, "{ in: header, name: Idempotency-Key, quoted: true }"},
		{"two profiles of a host: the path decides", Request{Address: "https://api.pay.example/v1/refunds", Header: []idem.Field{{Name: "pay-request-id", Value: "1"}}}, "pay-refunds", ""},
		{"a parameter of the query", Request{Address: "https://a.example/x?idempotencyToken=1&a=1"}, ownProfile, "{ in: query, name: idempotencyToken }"},
		{"a member of the body", Request{Address: "https://a.example/x", Body: bodyOf("application/json", `{"idempotency_key":"1","a":1}`)}, ownProfile, "{ in: body, name: /idempotency_key }"},
		{"a member of the body that one host knows", Request{Address: "https://api.events.example/x", Body: bodyOf("application/json", `{"event":{"transaction_id":"1","a":1}}`)}, "events", ""},
		{"the same at another host is none", Request{Address: "https://a.example/x", Body: bodyOf("application/json", `{"event":{"transaction_id":"1","a":1}}`)}, "seed", ""},
		{"a field of a form", Request{Address: "https://a.example/x", Body: bodyOf("application/x-www-form-urlencoded", `idempotency_key=1&a=1`)}, ownProfile, "{ in: form, name: idempotency_key }"},
	} {
		c.request.Method = "POST"
		d, err := Make(c.request, Options{Contracts: contracts})
		if err != nil {
			t.Fatal(err)
		}
		b := bound(t, d.Text)
		if d.Profile != c.profile || !strings.Contains(d.Own, "carrier: "+c.carrier) && c.carrier != "" {
			t.Errorf("%s: judged by %s, want %s\n%s", c.name, d.Profile, c.profile, d.Own)
		}
		if all := strings.ToLower(b.URL.String() + string(b.Body)); strings.Contains(all, "idempot") || len(b.Header) > 1 {
			t.Errorf("%s: the key is still in the request: %s %v", c.name, all, b.Header)
		}
	}
}

func FuzzReaders(f *testing.F) {
	f.Add(described, 0)
	f.Add(`{"openapi":"3.1.0","paths":{"/a/{b}":{"post":{"requestBody":{"content":{"*/*":{"example":"${x}{{ y }}"}}}}}}}`, 0)
	f.Add("openapi: 3.0.0\npaths: &p\n  /a: {post: &q {parameters: [*q]}}\nb: [*p, *p]", 0)
	f.Add(`{"log":{"entries":[{"request":{"method":"POST","url":"https://a.example/","postData":{"mimeType":"multipart/form-data","params":[{"name":"a\"","value":"\u0000b"}]}}}]}}`, 1)
	f.Add(`{"item":[{"name":"a","item":[{"request":{"method":"PUT","url":"{{a}}/:b","body":{"mode":"raw","raw":"{{c}}"}}}]}]}`, 2)
	f.Fuzz(func(t *testing.T, text string, which int) {
		readers := []func(string, []byte) ([]Candidate, error){OpenAPI, HAR, Postman}
		all, err := readers[uint(which)%3]("f", []byte(text))
		if err != nil {
			var e *source.Error
			if !errors.As(err, &e) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		for _, c := range all[:min(len(all), 5)] {
			holds(t, c.Make())
		}
	})
}
