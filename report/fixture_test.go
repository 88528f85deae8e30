package report

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// The run that all goldens are made from. It has each verdict, a burst whose
// requests overlap, a lost answer, a moved clock, a second party, and masked
// secrets with and without a name.

const (
	firstKey  = "5f0c2d7e-1b7a-4f0e-9a53-3a7c2f1f6b10"
	secondKey = "a36b105a-f198-42cf-bcee-e5fd0d7942f3"
	docs      = "https://api.example.com/docs/idempotency#"
)

var contract = idem.Contract{
	Profile: "acme-v1", Title: "Acme payments", Source: "https://api.example.com/docs/idempotency",
	Carrier:   idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key"},
	Required:  idem.Required{Methods: []string{"POST"}},
	Scope:     []idem.Scope{idem.PerAccount, idem.PerPath},
	Retention: idem.Retention{Length: idem.Duration(24 * time.Hour)},
	Marker:    idem.Marker{Header: "Idempotent-Replayed", Value: "true"},
	Core:      []idem.Situation{idem.Replay, idem.Mismatch, idem.OneEffect, idem.MissingKey},
	Clauses: map[idem.Situation]idem.Clause{
		idem.First:        {Level: idem.Must, Does: idem.Executes, Answer: idem.Answer{Status: []int{201}}, Source: docs + "first"},
		idem.Replay:       {Level: idem.Must, Does: idem.Replays, Answer: idem.Answer{SameStatus: true, Body: idem.SameBytes}, Source: docs + "replay"},
		idem.Mismatch:     {Level: idem.Must, Does: idem.Refuses, Answer: idem.Answer{Status: []int{422}}, Source: docs + "mismatch"},
		idem.OneEffect:    {Level: idem.Must, Source: docs + "one-effect", Certainty: idem.Inferred},
		idem.Marked:       {Level: idem.Should, Source: docs + "marker"},
		idem.MissingKey:   {Level: idem.Must, Does: idem.Refuses, Answer: idem.Answer{Status: []int{400}}, Source: docs + "missing-key"},
		idem.AfterRestart: {Level: idem.Must, Does: idem.Replays, Source: docs + "durable"},
		idem.InFlight:     {Level: idem.Must, Does: idem.Refuses, Answer: idem.Answer{Status: []int{409}}, Source: docs + "in-flight"},
		idem.Kept:         {Level: idem.Must, Does: idem.Replays, Source: docs + "retention"},
		idem.OtherAccountSent: {
			Level: idem.Must, Does: idem.Executes, Source: docs + "scope", Note: "Two pages say this in different words.",
		},
	},
}

// fixed is the run.
func fixed() idem.Run {
	return idem.Run{
		Format: idem.RunFormat, Tool: "idemspec/v0.2.0", ID: "r-7f3a", Started: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC),
		Took: idem.Duration(2345 * time.Millisecond), Seed: 7,
		Target: idem.Target{
			URL: "https://staging.example.com/api", File: "ci/acme.yaml", Environment: "staging",
			Levers: []idem.Lever{idem.LedgerLever, idem.ClockLever},
		},
		Contract: contract,
		Results: []idem.Result{
			result("replay-same-answer", "replay", idem.Replay, passes, replayed()),
			result("replay-marked", "replay", idem.Marked, finds(idem.Finding{
				Message: "the target replayed without the promised marker", Want: "Idempotent-Replayed: true", Got: "no such header field",
				Evidence: []string{"second"},
			}), replayed()),
			result("replay-after-restart", "replay", idem.AfterRestart, passes, idem.History{Trouble: &idem.Trouble{
				Kind: idem.NoLever, Lever: idem.RestartLever, Why: "the target offers no way to restart it", Way: idem.RestartLever.Way(),
			}}),
			result("kept-until-expiry", "retention", idem.Kept, passes, kept()),
			result("mismatch-refused", "fingerprint", idem.Mismatch, finds(idem.Finding{
				Message: "the target executed another body under a used key", Want: "422", Got: "201, resource ch_2",
				Evidence: []string{"first", "changed"},
			}, idem.Finding{
				Message: "the target made a further effect for a used key with another body", Want: "1 effect", Got: "2 effects",
				Evidence: []string{"after"},
			}), mismatched()),
			result("burst-one-effect", "concurrency", idem.OneEffect, finds(idem.Finding{
				Message: "the target executed more than one of the parallel requests with one key", Want: "one resource in all answers",
				Got: "ch_1 and ch_2", Evidence: []string{"burst"},
			}), raced()),
			unraced(result("pair-one-effect", "concurrency", idem.OneEffect, passes, replayed())),
			result("lost-answer-one-effect", "faults", idem.OneEffect, finds(idem.Finding{
				Message: "the target made a second effect for a retry after a lost answer", Want: "1 effect", Got: "2 effects",
				Evidence: []string{"lost", "retry", "after"},
			}), lost()),
			result("in-flight-answer", "concurrency", idem.InFlight, func(p *idem.Pass) {
				p.Inconclusive(`no two of the requests of "pair" were with the target at the same time`, "run the check again when the target is undisturbed")
			}, replayed()),
			result("expired-key-is-new", "retention", idem.Expired, passes, idem.History{}),
			result("other-account", "scope", idem.OtherAccountSent, passes, idem.History{Trouble: &idem.Trouble{
				Kind: idem.Unreachable, Step: "other", Why: "dial tcp 192.0.2.7:443: connection refused", Way: "see whether the target runs",
			}}),
		},
	}
}

// unraced is a result that says which race it would have seen.
func unraced(r idem.Result) idem.Result {
	r.Race = &idem.Race{Rounds: 5, Window: idem.Duration(200 * time.Microsecond), Confidence: 0.999, Beyond: "the network and TLS"}
	return r
}

// passes is the judge of a check that finds nothing wrong.
func passes(p *idem.Pass) { p.Exchange("first") }

func finds(all ...idem.Finding) func(*idem.Pass) {
	return func(p *idem.Pass) {
		for _, f := range all {
			p.Report(f)
		}
	}
}

func result(id, family string, clause idem.Situation, judge func(*idem.Pass), h idem.History) idem.Result {
	k := idem.Check{ID: id, Title: "The claim of " + id, Family: family, Clause: clause, Judge: judge}
	return idem.Result{
		Check: id, Title: k.Title, Family: family, Operation: "create", Line: 12, Clause: clause, Level: contract.Clause(clause).Level,
		Judgement: idem.Judge(k, contract, h), History: h, Took: idem.Duration(len(h.Exchanges)) * idem.Duration(17*time.Millisecond),
	}
}

// ms is an instant within a case.
func ms(f float64) time.Duration { return time.Duration(f * float64(time.Millisecond)) }

// charge is a request that creates a charge, and its answer.
func charge(label, key string, start, done float64, amount int, status int, resource string) idem.Exchange {
	body := fmt.Sprintf(`{"amount":%d,"currency":"usd","description":"idm-0a1b2c3d-001"}`, amount)
	x := idem.Exchange{
		Label: label, Operation: "create", Key: key, Resource: resource,
		Sent: idem.Message{
			Method: "POST", URL: "https://staging.example.com/api/v1/charges", Proto: "HTTP/1.1",
			Header: []idem.Field{
				{Name: "Host", Value: "staging.example.com"},
				{Name: "Authorization", Value: "Bearer ${env:STAGING_TOKEN}"},
				{Name: "Content-Type", Value: "application/json"},
				{Name: "Idempotency-Key", Value: key},
				{Name: "User-Agent", Value: "idemspec/v0.2.0 (run r-7f3a)"},
				{Name: "Content-Length", Value: fmt.Sprint(len(body))},
			},
			Body: idem.Bytes(body),
		},
		Times: idem.Times{Start: ms(start), Wrote: ms(start + 0.3), First: ms(done - 0.1), Done: ms(done)},
		Wire:  idem.Wire{Conn: 1, BytesOut: 412, BytesIn: 230, Writes: 1},
	}
	if status != 0 {
		answer, _ := json.Marshal(map[string]any{"id": resource, "amount": amount, "status": "captured"})
		if resource == "" {
			answer = []byte(`{"error":"in_progress"}`)
		}
		x.Response = &idem.Response{
			Status: status, Proto: "HTTP/1.1", Body: answer,
			Header: []idem.Field{{Name: "Content-Type", Value: "application/json"}, {Name: "X-Note", Value: "Grüße"}},
		}
	}
	return x
}

// ledger is a stable reading of charges of 42.00.
func ledger(label string, start float64, ids ...string) idem.Reading {
	r := idem.Reading{
		Label: label, Proven: true, Stable: true, Reads: 2, Start: ms(start), Done: ms(start + 2),
		Asked: idem.Message{
			Method: "GET", URL: "https://staging.example.com/api/v1/charges?description=idm-0a1b2c3d-001",
			Header: []idem.Field{{Name: "Authorization", Value: "Bearer •••"}},
		},
	}
	for _, id := range ids {
		r.Effects = append(r.Effects, idem.Effect{ID: id, Kind: "charge", Amount: "4200", Currency: "usd"})
	}
	return r
}

func history(exchanges []idem.Exchange, readings ...idem.Reading) idem.History {
	return idem.History{Case: "idm-0a1b2c3d-001", Exchanges: exchanges, Readings: readings}
}
