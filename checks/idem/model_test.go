package idem

import (
	"fmt"
	"testing"
	"time"
)

// strict is a contract that the model knows all of.
var strict = Contract{
	Required:  Required{Methods: []string{"POST"}},
	Retention: Retention{Length: Duration(time.Hour)},
	Clauses: map[Situation]Clause{
		First:      {Level: Must, Does: Executes, Answer: Answer{Status: []int{201}}},
		MissingKey: {Level: Must, Does: Refuses, Answer: Answer{Status: []int{400}}},
		Replay:     {Level: Must, Does: Replays, Answer: Answer{Status: []int{200}, Body: SameBytes}},
		Mismatch:   {Level: Must, Does: Refuses, Answer: Answer{Status: []int{422}}},
		OneEffect:  {Level: Must},
		Expired:    {Level: Must, Does: Executes},
	},
}

// story tells a history: each exchange begins when the one before it is done.
type story struct {
	h   History
	now time.Duration
}

func (s *story) send(key string, body BodySymbol, status int, resource string) *story {
	return s.with(key, status, resource, func(x *Exchange) { x.Body = body })
}

func (s *story) with(key string, status int, resource string, change func(*Exchange)) *story {
	s.now += time.Millisecond
	x := Exchange{
		Label: fmt.Sprintf("x%d", len(s.h.Exchanges)+1), Key: key, Resource: resource,
		Sent:     Message{Method: "POST"},
		Response: &Response{Status: status, Body: Bytes(resource)},
		Times:    Times{Start: s.now, Wrote: s.now, First: s.now + time.Millisecond, Done: s.now + time.Millisecond},
	}
	s.now += time.Millisecond
	change(&x)
	s.h.Exchanges = append(s.h.Exchanges, x)
	return s
}

func (s *story) later(d time.Duration) *story {
	s.now += d
	return s
}

func (s *story) ledger(n int) *story {
	s.h.Readings = append(s.h.Readings, Reading{Label: "after", Stable: true, Effects: make([]Effect, n), Start: s.now + time.Millisecond})
	return s
}

func TestTheModelKnowsTheContract(t *testing.T) {
	parallel := func(s *story) *story {
		for i := range s.h.Exchanges {
			s.h.Exchanges[i].Times = Times{Start: 1, Wrote: 2, First: 9, Done: 10}
		}
		return s
	}
	for _, c := range []struct {
		name  string
		story *story
		want  Situation // the one breach; empty for none
		whole bool
	}{
		{"first and replay", new(story).send("k", "", 201, "a").send("k", "", 200, "a").ledger(1), "", true},
		{"a replay that is executed", new(story).send("k", "", 201, "a").send("k", "", 201, "b").ledger(1), Replay, true},
		{"a replay with another status", new(story).send("k", "", 201, "a").send("k", "", 201, "a").ledger(1), Replay, true},
		{"a repeat that is refused", new(story).send("k", "", 201, "a").send("k", "", 409, "").ledger(1), Replay, true},
		{"a second effect behind a right replay", new(story).send("k", "", 201, "a").send("k", "", 200, "a").ledger(2), OneEffect, true},
		{"two keys, two effects", new(story).send("k", "", 201, "a").send("l", "", 201, "b").ledger(2), "", true},
		{"another body refused", new(story).send("k", "", 201, "a").send("k", ChangedBody, 422, "").ledger(1), "", true},
		{"another body taken", new(story).send("k", "", 201, "a").send("k", ChangedBody, 200, "a").ledger(1), Mismatch, true},
		{"no key where one is required", new(story).send("", "", 201, "a").ledger(1), MissingKey, true},
		{"no key refused", new(story).send("", "", 400, "").ledger(0), "", true},
		{"an expired key is new", new(story).send("k", "", 201, "a").later(2*time.Hour).send("k", "", 201, "b").ledger(2), "", true},
		{"an expired key is replayed", new(story).send("k", "", 201, "a").later(2*time.Hour).send("k", "", 200, "a").ledger(1), Expired, true},
		{"a burst with one winner", parallel(new(story).send("k", "", 201, "a").send("k", "", 409, "").send("k", "", 409, "")).ledger(1), "", true},
		{"a burst with two winners", parallel(new(story).send("k", "", 201, "a").send("k", "", 201, "b")).ledger(1), OneEffect, true},
		{"a burst with two effects", parallel(new(story).send("k", "", 201, "a").send("k", "", 409, "")).ledger(2), OneEffect, true},
		{"a lost answer leaves it open", new(story).with("k", 0, "", func(x *Exchange) { x.Response = nil }).send("k", "", 201, "a").ledger(1), "", false},
		{"a lost answer and a second resource leave it open", new(story).with("k", 0, "", func(x *Exchange) { x.Response = nil }).send("k", "", 201, "b").ledger(2), "", false},
		{"an outage proves nothing", new(story).send("k", "", 503, "").send("k", "", 201, "a").ledger(1), "", false},
		{"a key in another form is left alone", new(story).send("k", "", 201, "a").with("k", 400, "", func(x *Exchange) { x.Form = TwiceKey }), "", false},
		{"another account has keys of its own", new(story).send("k", "", 201, "a").with("k", 201, "b", func(x *Exchange) { x.As = OtherAccount }).ledger(2), "", true},
		{"a refused first request proves nothing", new(story).send("k", "", 400, "").ledger(0), "", false},
		{"too few effects are not the model's to judge", new(story).send("k", "", 201, "a").ledger(0), "", false},
	} {
		got := Model(strict, c.story.h)
		switch {
		case c.want == "" && len(got.Breaches) > 0:
			t.Errorf("%s: the model found %+v", c.name, got.Breaches)
		case c.want != "" && (len(got.Breaches) != 1 || got.Breaches[0].Clause != c.want):
			t.Errorf("%s: the model found %+v, want a breach of %s", c.name, got.Breaches, c.want)
		case got.Whole != c.whole:
			t.Errorf("%s: whole is %v", c.name, got.Whole)
		}
	}
}

func TestACheckAndTheModelMustAgree(t *testing.T) {
	right := new(story).send("k", "", 201, "a").send("k", "", 200, "a").ledger(1).h
	wrong := new(story).send("k", "", 201, "a").send("k", "", 201, "b").ledger(2).h
	accuses := Check{ID: "accuses", Clause: Replay, Judge: func(p *Pass) { p.Report(Finding{Message: "the target did wrong"}) }}
	sleeps := Check{ID: "sleeps", Clause: Replay, Judge: func(p *Pass) { p.Exchanges("x1") }}
	for _, c := range []struct {
		name  string
		check Check
		h     History
		want  Verdict
	}{
		{"a check that accuses a right target", accuses, right, Errored},
		{"a check that lets a wrong target pass", sleeps, wrong, Errored},
		{"a check that accuses a wrong target", accuses, wrong, Failed},
		{"a check that lets a right target pass", sleeps, right, Passed},
	} {
		if got := Judge(c.check, strict, c.h); got.Verdict() != c.want {
			t.Errorf("%s: %v (%s), want %v", c.name, got.Verdict(), got.Why(), c.want)
		}
	}
}
