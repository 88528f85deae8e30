package idem

import "testing"

func problem(status int, body string) Response {
	return Response{Status: status, Body: Bytes(body), Header: []Field{{"Content-Type", "application/problem+json"}}}
}

func TestClauseAcceptsByStatusAndSelector(t *testing.T) {
	created := Response{Status: 201}
	typed := func(media string) Response { return Response{Status: 422, Header: []Field{{"content-type", media}}} }
	ofProblem := Clause{Does: Refuses, Answer: Answer{Media: "application/problem+json"}}
	inUse := Clause{Does: Refuses, Answer: Answer{Status: []int{409}, Select: []Selector{{Pointer: "/code", Equals: "in_use"}}}}
	for _, c := range []struct {
		name   string
		clause Clause
		answer Response
		first  *Response
		want   bool
	}{
		{"a listed status", Clause{Answer: Answer{Status: []int{422, 409}}}, Response{Status: 409}, nil, true},
		{"another status", Clause{Answer: Answer{Status: []int{422}}}, Response{Status: 400}, nil, false},
		{"the first status", Clause{Does: Replays, Answer: Answer{SameStatus: true}}, Response{Status: 201}, &created, true},
		{"not the first status", Clause{Does: Replays, Answer: Answer{SameStatus: true}}, Response{Status: 200}, &created, false},
		{"the first status or a listed one", Clause{Answer: Answer{SameStatus: true, Status: []int{200}}}, Response{Status: 200}, &created, true},
		{"no first answer to be the same as", Clause{Answer: Answer{SameStatus: true}}, Response{Status: 204}, nil, true},
		{"any refusal where none is named", Clause{Does: Refuses}, Response{Status: 418}, nil, true},
		{"a server error is no refusal", Clause{Does: Refuses}, Response{Status: 500}, nil, false},
		{"any success where none is named", Clause{Does: Executes}, Response{Status: 202}, nil, true},
		{"the right member", inUse, problem(409, `{"code":"in_use"}`), nil, true},
		{"the wrong member", inUse, problem(409, `{"code":"mismatch"}`), nil, false},
		{"no member", inUse, problem(409, `{}`), nil, false},
		{"no JSON", inUse, problem(409, `<html>`), nil, false},
		{"the media type with a parameter", ofProblem, typed(`Application/Problem+JSON; charset=utf-8`), nil, true},
		{"another media type", ofProblem, typed("application/json"), nil, false},
		{"no media type", ofProblem, Response{Status: 422}, nil, false},
	} {
		if got := c.clause.Accepts(c.answer, c.first); got != c.want {
			t.Errorf("%s: Accepts = %v", c.name, got)
		}
	}
}

func TestRunningNeedsAPromisedStatus(t *testing.T) {
	refusing := Contract{Clauses: map[Situation]Clause{InFlight: {Level: Must, Does: Refuses, Answer: Answer{Status: []int{409}}}}}
	if !refusing.Running(Response{Status: 409}) || refusing.Running(Response{Status: 201}) {
		t.Error("a contract that refuses with 409 must recognise 409 alone")
	}
	if (Contract{}).Running(Response{Status: 409}) {
		t.Error("a silent contract recognises an answer as in-flight")
	}
	waiting := Contract{Clauses: map[Situation]Clause{InFlight: {Level: Must, Does: Waits}}}
	if waiting.Running(Response{Status: 409}) {
		t.Error("a contract that waits recognises a refusal as in-flight")
	}
	conflict := Clause{Level: Must, Does: Refuses, Answer: Answer{Status: []int{409}}}
	same := Contract{Clauses: map[Situation]Clause{InFlight: conflict, Replay: conflict}}
	if same.Running(Response{Status: 409}) {
		t.Error("an answer that finished requests get too is taken for in-flight")
	}
	named := conflict
	named.Answer.Select = []Selector{{Pointer: "/id"}}
	apart := Contract{Clauses: map[Situation]Clause{InFlight: conflict, Replay: named}}
	if !apart.Running(problem(409, `{}`)) || apart.Running(problem(409, `{"id":"ch_1"}`)) {
		t.Error("answers that a selector tells apart are confused")
	}
}

func TestDiffersComparesByFidelity(t *testing.T) {
	x := func(resource, body string) Exchange {
		return Exchange{Resource: resource, Response: &Response{Body: Bytes(body)}}
	}
	cut := x("a", "{}")
	cut.Response.Truncated = true
	for _, c := range []struct {
		name         string
		answer       Answer
		first, again Exchange
		same, known  bool
	}{
		{"equal bytes", Answer{Body: SameBytes}, x("a", `{"n":1}`), x("a", `{"n":1}`), true, true},
		{"other bytes", Answer{Body: SameBytes}, x("a", `{"n":1}`), x("a", `{"n": 1}`), false, true},
		{"equal JSON", Answer{Body: SameJSON}, x("a", `{"n":1}`), x("a", `{"n": 1}`), true, true},
		{"an ignored member", Answer{Body: SameJSON, Ignore: []string{"/t"}}, x("a", `{"t":1}`), x("a", `{"t":2}`), true, true},
		{"the same resource in a newer state", Answer{Body: SameResource}, x("a", `1`), x("a", `2`), true, true},
		{"another resource", Answer{Body: SameResource}, x("a", `1`), x("b", `1`), false, true},
		{"no resource to compare", Answer{Body: SameResource}, x("", `1`), x("", `1`), true, false},
		{"no promise", Answer{}, x("a", `1`), x("b", `2`), true, true},
		{"no body", Answer{Body: NoBody}, x("a", `1`), x("", ``), true, true},
		{"a body where none is promised", Answer{Body: NoBody}, x("a", `1`), x("", `{}`), false, true},
		{"a refusal that names the first resource", Answer{Resource: "/error/id"}, x("a", `1`), x("", `{"error":{"id":"a"}}`), true, true},
		{"a refusal that names another resource", Answer{Resource: "/error/id"}, x("a", `1`), x("", `{"error":{"id":"b"}}`), false, true},
		{"a refusal that names no resource", Answer{Resource: "/error/id"}, x("a", `1`), x("", `{"error":{}}`), false, true},
		{"a refusal of a repeat whose first resource is unknown", Answer{Resource: "/error/id"}, x("", `1`), x("", `{"error":{"id":"a"}}`), true, false},
		{"a body that was cut short", Answer{Body: SameBytes}, cut, x("a", `{}`), true, false},
	} {
		what, known := Clause{Answer: c.answer}.Differs(c.first, c.again)
		if (what == "") != c.same || known != c.known {
			t.Errorf("%s: Differs = %q, %v", c.name, what, known)
		}
	}
}
