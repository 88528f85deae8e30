package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

// at makes an exchange that ran from one millisecond to another; status zero is
// no answer.
func at(label string, index, start, done, status int) idem.Exchange {
	x := idem.Exchange{
		Label: label, Index: index, Key: "k",
		Times: idem.Times{Start: ms(start), Wrote: ms(start), Done: ms(done)},
	}
	if status == 0 {
		x.Fault, x.Err = "cut", "cut as planned"
	} else {
		x.Response = &idem.Response{Status: status}
	}
	return x
}

func ms(n int) time.Duration { return time.Duration(n+1) * time.Millisecond }

func api(status int) call { return call{toAPI: true, status: status} }

func ledger(effects int) call {
	body := `{"effects":[`
	for i := range effects {
		if i > 0 {
			body += ","
		}
		body += fmt.Sprintf(`{"id":"ch_%d"}`, i)
	}
	return call{toLedger: true, status: 200, body: []byte(body + "]}")}
}

func reading(label string, start, effects int) idem.Reading {
	return idem.Reading{Label: label, Start: ms(start), Asked: idem.Message{Method: "GET"}, Effects: make([]idem.Effect, effects)}
}

func TestDisagreements(t *testing.T) {
	sequence := idem.History{
		Exchanges: []idem.Exchange{at("first", 0, 1, 2, 201), at("changed", 0, 3, 4, 200)},
		Readings:  []idem.Reading{reading("after", 5, 1), {Label: "absent", Absent: true}},
	}
	pair := idem.History{Exchanges: []idem.Exchange{at("first", 0, 1, 9, 201), at("second", 0, 2, 3, 409)}}
	burst := idem.History{Exchanges: []idem.Exchange{
		at("burst", 0, 1, 5, 201), at("burst", 1, 1, 4, 409), at("burst", 2, 1, 6, 409), at("final", 0, 8, 9, 200),
	}}
	followed := idem.History{Exchanges: []idem.Exchange{
		at("lost", 0, 1, 2, 0), at("retry", 0, 3, 4, 409), at("retry", 1, 5, 6, 409), at("retry", 2, 7, 8, 200),
	}}
	for _, c := range []struct {
		name    string
		history idem.History
		calls   []call
		want    []string
	}{
		{"the same answers and effects agree", sequence, []call{api(201), api(200), ledger(1)}, nil},
		{
			"another status in a sequence does not", sequence,
			[]call{api(201), api(422), ledger(1)},
			[]string{"changed was answered [422], where the history has [200]"},
		},
		{
			"another number of effects does not", sequence,
			[]call{api(201), api(200), ledger(2)},
			[]string{"after shows 2 effects, where the history has 1"},
		},
		{
			"a request that was never made does not", sequence,
			[]call{api(201), ledger(1)},
			[]string{"1 requests and 1 reads of the ledger were made, where the history has 2 and 1"},
		},
		{
			"an answer that is no ledger does not", sequence,
			[]call{api(201), api(200), {toLedger: true, body: []byte("{}")}},
			[]string{`after: "{}" is no ledger`},
		},
		{"of two that met either may have won", pair, []call{api(409), api(201)}, nil},
		{
			"two that met must be answered differently if they were", pair,
			[]call{api(201), api(201)},
			[]string{"first was answered [201 201], where the history has [201 409]"},
		},
		{"in a burst chance decides who meets whom", burst, []call{api(201), api(200), api(409), api(200)}, nil},
		{
			"a status that the history never saw is no chance", burst,
			[]call{api(201), api(500), api(409), api(200)},
			[]string{"burst was answered [201 409 500], where the history has [200 201 409]"},
		},
		{"hands may be too slow to meet a running request", followed, []call{api(0), api(200), api(200), api(200)}, nil},
		{
			"the last attempt counts", followed,
			[]call{api(0), api(409), api(409), api(409)},
			[]string{"retry was answered [409], where the history has [200]"},
		},
	} {
		if diff := cmp.Diff(c.want, disagreements(c.history, c.calls)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestOnlyWholeRequestsCanBeTyped(t *testing.T) {
	lost, broken := at("lost", 0, 1, 2, 0), at("broken", 0, 1, 2, 0)
	broken.Times.Wrote = 0
	if !typeable(idem.History{Exchanges: []idem.Exchange{lost}}) {
		t.Error("a lost answer cannot be typed")
	}
	if typeable(idem.History{Exchanges: []idem.Exchange{lost, broken}}) {
		t.Error("an unfinished request can be typed")
	}
}
