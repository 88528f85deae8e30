package reference_test

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// square carries the key in the JSON body.
var square = idem.Contract{
	Profile: "square", Carrier: idem.Carrier{In: idem.InBody, Name: "/idempotency_key"},
	Format: idem.Format{MinLength: 1, MaxLength: 45}, Required: post(), Retention: day(),
	Clauses: map[idem.Situation]idem.Clause{
		idem.First:      must(idem.Executes, status(200)),
		idem.Replay:     must(idem.Replays, idem.Answer{SameStatus: true, Body: idem.SameResource}),
		idem.MissingKey: must(idem.Refuses, status(400)),
		idem.Mismatch: must(idem.Refuses, idem.Answer{
			Status: []int{400},
			Select: []idem.Selector{{Pointer: "/errors/0/code", Equals: "IDEMPOTENCY_KEY_REUSED"}},
		}),
	},
}

// draft wants the key in double quotes.
var draft = idem.Contract{
	Profile: "draft", Carrier: idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key", Quoted: true}, Required: post(),
	Clauses: map[idem.Situation]idem.Clause{
		idem.MissingKey: must(idem.Refuses, idem.Answer{Status: []int{400}, Select: []idem.Selector{{Pointer: "/type"}}}),
		idem.Replay:     must(idem.Replays, idem.Answer{SameStatus: true}),
		idem.Mismatch:   must(idem.Refuses, idem.Answer{Status: []int{422}, Select: []idem.Selector{{Header: "Link"}}}),
		idem.InFlight:   must(idem.Refuses, idem.Answer{Status: []int{409}, Select: []idem.Selector{{Header: "Retry-After"}}}),
	},
}

// dwolla pairs the key with the body, so that another body is a new request.
var dwolla = idem.Contract{
	Profile: "dwolla", Carrier: header, Retention: day(),
	Clauses: map[idem.Situation]idem.Clause{
		idem.First:    must(idem.Executes, status(201)),
		idem.Replay:   must(idem.Replays, status(201)),
		idem.Mismatch: must(idem.Executes, status(201)),
		idem.InFlight: must(idem.Refuses, status(409)),
	},
}

// goCardless refuses a repeat and names what the first has made.
var goCardless = idem.Contract{
	Profile: "gocardless", Carrier: header, Retention: day(),
	Clauses: map[idem.Situation]idem.Clause{
		idem.First: must(idem.Executes, status(201)),
		idem.Replay: must(idem.Refuses, idem.Answer{Status: []int{409}, Select: []idem.Selector{
			{Pointer: "/error/errors/0/links/conflicting_resource_id"},
			{Pointer: "/error/errors/0/reason", Equals: "idempotent_creation_conflict"},
		}}),
		idem.InFlight: must(idem.Refuses, idem.Answer{Status: []int{409}, Select: []idem.Selector{
			{Pointer: "/error/code", Equals: "0084"},
		}}),
	},
}

// ec2 carries the key in the query, and marks each answer in its body.
var ec2 = idem.Contract{
	Profile: "ec2", Carrier: idem.Carrier{In: idem.InQuery, Name: "ClientToken"},
	Retention: idem.Retention{Length: idem.Duration(10 * time.Minute), From: idem.FromCompletion, Floor: true},
	Marker:    idem.Marker{Header: "X-Idempotence-Request-Timestamp"},
	Clauses: map[idem.Situation]idem.Clause{
		idem.First: must(idem.Executes, idem.Answer{Select: []idem.Selector{{Pointer: "/meta/ok", Equals: "true"}}}),
		idem.Replay: must(idem.Replays, idem.Answer{
			Status: []int{202}, Body: idem.SameJSON, Ignore: []string{"/meta/replayed"},
			Select: []idem.Selector{{Pointer: "/meta/replayed", Equals: "true"}},
		}),
		idem.Mismatch: must(idem.Refuses, idem.Answer{Select: []idem.Selector{{Pointer: "/Code", Equals: "IdempotentParameterMismatch"}}}),
	},
}

// form carries the key in a form, and says on each answer whether it is a
// replay.
var form = idem.Contract{
	Profile: "form", Carrier: idem.Carrier{In: idem.InForm, Name: "token"}, Required: post(), Retention: day(),
	Marker: idem.Marker{Header: "X-Idempotency-Replayed", Value: "true", First: "false"},
	Clauses: map[idem.Situation]idem.Clause{
		idem.Replay:   must(idem.Replays, idem.Answer{Status: []int{201, 200}}),
		idem.Mismatch: must(idem.Refuses, status(417)),
		idem.InFlight: must(idem.Refuses, status(425)),
	},
}

// clauses is a contract that promises one behaviour alone.
func clauses(s idem.Situation, does idem.Behaviour) map[idem.Situation]idem.Clause {
	return map[idem.Situation]idem.Clause{s: must(does, idem.Answer{})}
}
