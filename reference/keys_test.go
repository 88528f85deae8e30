package reference_test

import (
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

func TestKeysAreHeldToTheirFormat(t *testing.T) {
	format := func(f idem.Format) idem.Contract {
		c := seed
		c.Format = f
		return c
	}
	quoted := seed
	quoted.Carrier.Quoted = true
	const v4, v7 = "8f14e45f-ceea-4671-8c2b-93a0b9c5d1aa", "018f3c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0f"
	for _, c := range []struct {
		name     string
		contract idem.Contract
		key      string
		status   int
	}{
		{"any key is taken where nothing is said", seed, "a b/c,d", 201},
		{"an empty key is a missing key", seed, "", 400},
		{"the longest key is taken", format(idem.Format{MaxLength: 5}), "abcde", 201},
		{"a longer one is not", format(idem.Format{MaxLength: 5}), "abcdef", 400},
		{"length is counted in characters", format(idem.Format{MaxLength: 5}), "äöüäö", 201},
		{"a shorter one than the least is not taken", format(idem.Format{MinLength: 5}), "abcd", 400},
		{"a UUID is taken", format(idem.Format{Kind: idem.UUID}), v7, 201},
		{"what is no UUID is not", format(idem.Format{Kind: idem.UUID}), "abc", 400},
		{"a UUID of version 4 is taken", format(idem.Format{Kind: idem.UUIDv4}), v4, 201},
		{"one of another version is not", format(idem.Format{Kind: idem.UUIDv4}), v7, 400},
		{"the pattern is for the whole key", format(idem.Format{Pattern: "[a-z]+|x"}), "abc1", 400},
		{"a key of the pattern is taken", format(idem.Format{Pattern: "[a-z]+|x"}), "abc", 201},
		{"a quoted key is taken", quoted, `"abc"`, 201},
		{"a bare one is not where quotes are due", quoted, `abc`, 400},
		{"nor a number", quoted, `12`, 400},
		{"nor two in a list", quoted, `"abc", "def"`, 400},
		{"nor an empty string", quoted, `""`, 400},
		{"a very long key is a key", seed, strings.Repeat("k", 5000), 201},
	} {
		tg := start(t, options(c.contract))
		r := tg.call("POST", "/v1/charges", sample, "Idempotency-Key", c.key)
		if r.Status != c.status {
			t.Errorf("%s: got %d %s, want %d", c.name, r.Status, r.Body, c.status)
		}
		effects := 0
		if c.status == 201 {
			effects = 1
			again := tg.call("POST", "/v1/charges", sample, "Idempotency-Key", c.key)
			if !seed.Marker.On(again) {
				t.Errorf("%s: the repeat was answered %d %s", c.name, again.Status, again.Body)
			}
		}
		tg.wantEffects("m", effects)
	}
}

func TestKeysThatDifferInAnythingAreDifferent(t *testing.T) {
	tg := start(t, options(seed))
	keys := []string{"Key", "key", "key ké", "key k\u00e9\u0301", strings.Repeat("k", 4999) + "a", strings.Repeat("k", 4999) + "b"}
	for _, key := range keys {
		wantStatus(t, tg.call("POST", "/v1/charges", sample, "Idempotency-Key", key), 201)
	}
	tg.wantEffects("m", len(keys))
}

func TestTwoKeysAreRefused(t *testing.T) {
	tg := start(t, options(seed))
	r := newRequest(t, "POST", tg.api+"/v1/charges", []byte(sample))
	authorize(r, "")
	r.Header["Idempotency-Key"] = []string{"k", "k"}
	wantStatus(t, *tg.send(r).Response, 400)
	tg.wantEffects("m", 0)
}

func TestAKeyInTheBodyHasToBeAString(t *testing.T) {
	tg := start(t, options(square))
	for _, member := range []string{`5`, `null`, `{}`} {
		body := `{"idempotency_key": ` + member + `, "amount": 1, "currency": "usd", "source": "tok_x1", "description": "m"}`
		wantStatus(t, tg.call("POST", "/v1/charges", body), 400)
	}
	tg.wantEffects("m", 0)
}

func TestWhatMakesTwoRequestsTheSame(t *testing.T) {
	for _, c := range []struct {
		name, body string
		same       bool
	}{
		{"the order of members does not matter", `{"description": "m", "source": "tok_x1", "currency": "usd", "amount": 4200}`, true},
		{"white space does not matter", strings.ReplaceAll(sample, " ", ""), true},
		{"an escape does not matter", strings.Replace(sample, "usd", `\u0075sd`, 1), true},
		{"an added member matters", strings.Replace(sample, "{", `{"extra": null, `, 1), false},
		{"the description matters", strings.Replace(sample, `"m"`, `"n"`, 1), false},
		{"one unit more matters", strings.Replace(sample, `4200`, `4201`, 1), false},
	} {
		tg := start(t, options(seed))
		tg.call("POST", "/v1/charges", sample, "Idempotency-Key", "k")
		r := tg.call("POST", "/v1/charges", c.body, "Idempotency-Key", "k")
		if same := r.Status == 200; same != c.same || !same && r.Status != 422 {
			t.Errorf("%s: got %d %s", c.name, r.Status, r.Body)
		}
		tg.wantEffects("m", 1)
	}
}

func TestADerivedKeyStandsInForAMissingOne(t *testing.T) {
	midaz := seed
	midaz.Required = idem.Required{}
	midaz.Clauses = map[idem.Situation]idem.Clause{idem.MissingKey: must(idem.Replays, idem.Answer{})}
	tg := start(t, options(midaz))
	tg.call("POST", "/v1/charges", sample)
	if again := tg.call("POST", "/v1/charges", sample); !midaz.Marker.On(again) {
		t.Errorf("the repeat was answered %d %s", again.Status, again.Body)
	}
	tg.wantEffects("m", 1)
}
