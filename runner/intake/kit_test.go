package intake

import (
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/target"
)

// contracts are a few contracts that requests can be matched with.
var contracts = []idem.Contract{
	{Profile: "seed", Title: "Seed", Carrier: usual, Source: "https://github.com/idemspec/idemspec"},
	{Profile: "acme-v1", Title: "Acme", Carrier: usual, Source: "https://docs.acme.example/keys"},
	{Profile: "pay-orders", Title: "Pay orders", Carrier: idem.Carrier{In: idem.InHeader, Name: "Pay-Request-Id"}, Source: "https://developer.pay.example"},
	{Profile: "pay-refunds", Title: "Pay refunds", Carrier: idem.Carrier{In: idem.InHeader, Name: "Pay-Request-Id"}, Source: "https://developer.pay.example"},
	{Profile: "events", Title: "Events", Carrier: idem.Carrier{In: idem.InBody, Name: "/event/transaction_id"}, Source: "https://docs.events.example"},
	{Profile: "quoting", Title: "Quoting", Carrier: idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key", Quoted: true}, Source: "https://quoting.example"},
}

// nobodysFile is a file system without files.
func nobodysFile(string) ([]byte, error) { return nil, fs.ErrNotExist }

// environment has a value for each variable.
func environment(text string) target.Env {
	return target.Env{
		Getenv: func(name string) (string, bool) {
			if strings.Contains(text, `url: "${env:`+name+`}`) {
				return "http://127.0.0.1", true
			}
			return "val-" + strings.ToLower(name), true
		},
		ReadFile: nobodysFile,
	}
}

// bound returns the request that a target file's first operation sends.
func bound(t testing.TB, text string) target.Bound {
	t.Helper()
	tgt, err := target.Load("idemspec.yaml", []byte(text), environment(text))
	if err != nil {
		t.Fatalf("the file that was made is none: %v\n%s", err, text)
	}
	b, err := tgt.Bind(&tgt.Operations[0], target.Values{CaseID: "idm-1", RunID: "r", Now: time.Unix(0, 0)}, idem.Own)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// made makes a target file of a curl line, or fails.
func made(t testing.TB, line string) Draft {
	t.Helper()
	r, err := Curl(line, func(name string) ([]byte, error) {
		if name == "body.json" {
			return []byte("{\"amount\": 7,\n \"note\": \"n\"}\n"), nil
		}
		return nil, fs.ErrNotExist
	})
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	d, err := Make(r, Options{From: "a curl line", Contracts: contracts})
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return d
}
