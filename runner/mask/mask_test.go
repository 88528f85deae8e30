package mask

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"pgregory.net/rapid"
)

func TestEachFormOfASecretIsMasked(t *testing.T) {
	const secret = `sk_live_"ü/+ 7&x`
	m := New([]Secret{{Value: secret, Name: "${env:TOKEN}"}})
	quoted, _ := json.Marshal(secret)
	for name, text := range map[string]string{
		"plain":        "Bearer " + secret,
		"JSON":         string(quoted),
		"query":        "?token=" + url.QueryEscape(secret),
		"path":         "/t/" + url.PathEscape(secret),
		"hex":          hex.EncodeToString([]byte(secret)),
		"upper hex":    strings.ToUpper(hex.EncodeToString([]byte(secret))),
		"base64":       base64.StdEncoding.EncodeToString([]byte(secret)),
		"base64 URL":   base64.RawURLEncoding.EncodeToString([]byte(secret)),
		"Basic":        base64.StdEncoding.EncodeToString([]byte("user:" + secret)),
		"Basic, other": base64.StdEncoding.EncodeToString([]byte("me:" + secret)),
		"Basic, third": base64.StdEncoding.EncodeToString([]byte("m:" + secret)),
	} {
		got := m.String(text)
		if !strings.Contains(got, "${env:TOKEN}") {
			t.Errorf("%s: %q became %q", name, text, got)
		}
	}
}

func TestNoSecretSurvivesInAnyBase64(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`[a-zA-Z0-9_]{8,40}`).Draw(t, "secret")
		before := rapid.StringN(0, 8, 16).Draw(t, "before")
		after := rapid.StringN(0, 8, 16).Draw(t, "after")
		text := base64.StdEncoding.EncodeToString([]byte(before + secret + after))
		masked := New([]Secret{{Value: secret}}).String(text)
		if masked == text {
			t.Fatalf("%q in %q was not found", secret, text)
		}
	})
}

func TestInnocentTextIsLeftAlone(t *testing.T) {
	m := New([]Secret{{Value: "abc"}, {Value: ""}})
	if got := m.String("abc alphabet"); got != "abc alphabet" {
		t.Errorf("a value of three bytes was masked: %q", got)
	}
	if got := (Masker{}).String("x"); got != "x" {
		t.Errorf("the zero masker changed text to %q", got)
	}
}

func TestAHistoryKeepsNoSecret(t *testing.T) {
	const secret = "canary-4711"
	h := idem.History{
		Exchanges: []idem.Exchange{{
			Sent: idem.Message{
				URL:    "https://example.com/?k=" + secret,
				Header: []idem.Field{{Name: "Authorization", Value: "Bearer " + secret}},
				Body:   idem.Bytes(`{"k":"` + secret + `"}`),
			},
			Response: &idem.Response{
				Header:  []idem.Field{{Name: "X-Echo", Value: secret}},
				Trailer: []idem.Field{{Name: "X-Late", Value: secret}},
				Body:    idem.Bytes(secret),
			},
			Err: "dial " + secret,
		}},
		Readings: []idem.Reading{{Err: secret, Asked: idem.Message{URL: secret}}},
		Pulls:    []idem.Pull{{Sent: idem.Message{Body: idem.Bytes(secret)}}},
		Trouble:  &idem.Trouble{Why: secret, Way: secret},
	}
	masked := New([]Secret{{Value: secret}}).History(h)
	text, err := json.Marshal(masked)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), secret) || strings.Count(string(text), Hidden) != 12 {
		t.Errorf("the masked history is %s", text)
	}
	if original, _ := json.Marshal(h); strings.Contains(string(original), Hidden) {
		t.Error("masking changed the history that it was given")
	}
}
