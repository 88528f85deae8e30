package reference_test

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// contracts are dialects as they are met in the field, one for each way in
// which the server has to be able to behave.
var contracts = map[string]idem.Contract{
	"seed":       seed,
	"stripe":     stripe,
	"svix":       svix,
	"formance":   formance,
	"oasis":      oasis,
	"square":     square,
	"draft":      draft,
	"dwolla":     dwolla,
	"gocardless": goCardless,
	"ec2":        ec2,
	"form":       form,
	"empty":      {Profile: "empty"},
}

func must(does idem.Behaviour, a idem.Answer) idem.Clause {
	return idem.Clause{Level: idem.Must, Does: does, Answer: a}
}

func status(all ...int) idem.Answer { return idem.Answer{Status: all} }

func day() idem.Retention {
	return idem.Retention{Length: idem.Duration(24 * time.Hour), From: idem.FromFirst}
}

func post() idem.Required { return idem.Required{Methods: []string{"POST"}} }

var header = idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key"}

// seed is the contract in its plainest form.
var seed = idem.Contract{
	Profile: "seed", Carrier: header, Required: post(), Scope: []idem.Scope{idem.PerAccount}, Retention: day(),
	Marker: idem.Marker{Header: "Idempotent-Replay", Value: "true"},
	Clauses: map[idem.Situation]idem.Clause{
		idem.First:      must(idem.Executes, status(201)),
		idem.OtherKey:   must(idem.Executes, status(201)),
		idem.MissingKey: must(idem.Refuses, status(400)),
		idem.Replay:     must(idem.Replays, idem.Answer{Status: []int{200}, Body: idem.SameBytes}),
		idem.Marked:     must("", idem.Answer{}),
		idem.Mismatch:   must(idem.Refuses, status(422)),
		idem.OneEffect:  must("", idem.Answer{}),
		idem.InFlight:   must(idem.Refuses, status(409)),
		idem.Kept:       must(idem.Replays, idem.Answer{}),
		idem.Expired:    must(idem.Executes, status(201)),
	},
}

// stripe answers repeats as the first, and tells refusals apart by their body.
var stripe = idem.Contract{
	Profile: "stripe", Carrier: header, Format: idem.Format{MaxLength: 255}, Retention: day(),
	Marker: idem.Marker{Header: "Idempotent-Replayed", Value: "true"},
	Clauses: map[idem.Situation]idem.Clause{
		idem.First:      must(idem.Executes, status(200)),
		idem.MissingKey: must(idem.Executes, idem.Answer{}),
		idem.Replay:     must(idem.Replays, idem.Answer{SameStatus: true, Body: idem.SameBytes}),
		idem.Mismatch: must(idem.Refuses, idem.Answer{
			Status: []int{400, 409},
			Select: []idem.Selector{{Pointer: "/error/type", Equals: "idempotency_error"}},
		}),
		idem.InFlight: must(idem.Refuses, idem.Answer{
			Status: []int{409},
			Select: []idem.Selector{{Pointer: "/error/code", Equals: "idempotency_key_in_use"}},
		}),
		idem.Expired: must(idem.Executes, idem.Answer{}),
	},
}

// svix waits for the first and never looks at the body.
var svix = idem.Contract{
	Profile: "svix", Carrier: header, Scope: []idem.Scope{idem.PerCredential, idem.PerPath},
	Retention: idem.Retention{Length: idem.Duration(12 * time.Hour), From: idem.FromCompletion},
	Clauses: map[idem.Situation]idem.Clause{
		idem.MissingKey: must(idem.Executes, idem.Answer{}),
		idem.Replay:     must(idem.Replays, idem.Answer{SameStatus: true, Body: idem.SameBytes}),
		idem.Mismatch:   must(idem.Replays, idem.Answer{}),
		idem.InFlight:   {Level: idem.Must, Does: idem.Waits, Within: idem.Duration(5 * time.Second)},
		idem.Expired:    must(idem.Executes, idem.Answer{}),
	},
}

// formance never forgets, and waits for as long as it takes.
var formance = idem.Contract{
	Profile: "formance", Carrier: header, Retention: idem.Retention{Permanent: true},
	Marker: idem.Marker{Header: "Idempotency-Hit", Value: "true"},
	Clauses: map[idem.Situation]idem.Clause{
		idem.First:  must(idem.Executes, status(200)),
		idem.Replay: must(idem.Replays, idem.Answer{Status: []int{200}, Body: idem.SameJSON}),
		idem.Mismatch: must(idem.Refuses, idem.Answer{
			Status: []int{400},
			Select: []idem.Selector{{Pointer: "/errorCode", Equals: "VALIDATION"}},
		}),
		idem.InFlight: must(idem.Waits, idem.Answer{}),
	},
}

// oasis marks each answer, the first too, and refuses expired keys.
var oasis = idem.Contract{
	Profile: "oasis", Carrier: idem.Carrier{In: idem.InHeader, Name: "Repeatability-Request-ID"},
	Format: idem.Format{Kind: idem.UUID}, Required: post(),
	Retention: idem.Retention{Length: idem.Duration(5 * time.Minute)},
	Clauses: map[idem.Situation]idem.Clause{
		idem.First:      must(idem.Executes, idem.Answer{Select: []idem.Selector{accepted}}),
		idem.Replay:     must(idem.Replays, idem.Answer{SameStatus: true, Body: idem.SameResource, Select: []idem.Selector{accepted}}),
		idem.MissingKey: must(idem.Refuses, idem.Answer{Status: []int{400}, Select: []idem.Selector{rejected}}),
		idem.Mismatch:   must(idem.Refuses, idem.Answer{Status: []int{400}, Select: []idem.Selector{rejected}}),
		idem.InFlight:   must(idem.Refuses, status(409)),
		idem.Expired:    must(idem.Refuses, idem.Answer{Status: []int{412}, Select: []idem.Selector{rejected}}),
	},
}

var (
	accepted = idem.Selector{Header: "Repeatability-Result", Equals: "accepted"}
	rejected = idem.Selector{Header: "Repeatability-Result", Equals: "rejected"}
)
