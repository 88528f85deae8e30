package reference_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// drawAnswer makes a pattern of statuses of one class and of selectors that do
// not contradict one another.
func drawAnswer(t *rapid.T, name string, class int) idem.Answer {
	a := idem.Answer{Status: rapid.SliceOfN(rapid.IntRange(class, class+29), 0, 3).Draw(t, name+" status")}
	if class == 200 {
		for i, s := range a.Status {
			if s == http.StatusNoContent || s == http.StatusResetContent {
				a.Status[i] = http.StatusAccepted // those have no body to select from
			}
		}
	}
	text := rapid.SampledFrom([]string{"", "x", "true", "null", "409", "0084", "-1.50", "a b", `"`})
	for i := range rapid.IntRange(0, 3).Draw(t, name+" selectors") {
		s := idem.Selector{Equals: text.Draw(t, "equals")}
		where := rapid.SampledFrom([]string{"header", "/m%d", "/deep/m%d/code", "/list/%d/code", "/a~1b%d", "/status%d"}).Draw(t, "where")
		if where == "header" {
			s.Header, s.Equals = fmt.Sprint("X-Select-", i), strings.Trim(s.Equals, `"`)
		} else {
			s.Pointer = fmt.Sprintf(where, i)
		}
		a.Select = append(a.Select, s)
	}
	return a
}

// callAPI calls the handler as a client would, without a network.
func callAPI(api http.Handler, key, body string) idem.Response {
	r := httptest.NewRequest("POST", "/v1/charges", strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+reference.TokenOne)
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	resp := idem.Response{Status: w.Code, Body: w.Body.Bytes()}
	for name, values := range w.Header() {
		resp.Header = append(resp.Header, idem.Field{Name: name, Value: strings.Join(values, ",")})
	}
	return resp
}

func TestAnyPatternOfAnswersIsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clause := func(name string, does idem.Behaviour, class int) idem.Clause {
			return must(does, drawAnswer(t, name, class))
		}
		c := idem.Contract{
			Carrier: header, Required: post(), Retention: day(),
			Clauses: map[idem.Situation]idem.Clause{
				idem.First:      clause("first", idem.Executes, 200),
				idem.Replay:     clause("replay", rapid.SampledFrom([]idem.Behaviour{idem.Replays, idem.Refuses}).Draw(t, "replay"), 200),
				idem.Mismatch:   clause("mismatch", idem.Refuses, 400),
				idem.MissingKey: clause("missing", idem.Refuses, 400),
				idem.InFlight:   clause("in flight", idem.Refuses, 400),
			},
		}
		if again := c.Clauses[idem.Replay]; again.Does == idem.Refuses {
			again.Answer = drawAnswer(t, "refused replay", 400)
			c.Clauses[idem.Replay] = again
		}
		p := reference.Correct(c)
		execute, inFlight := p.Execute, idem.Response{}
		s, err := reference.New(reference.Options{Contract: c, Policy: func() reference.Policy { return p }, Seed: rapid.Uint64().Draw(t, "seed")})
		if err != nil {
			t.Fatal(err)
		}
		api := s.API()
		first := callAPI(api, "k", sample)
		for situation, got := range map[idem.Situation]idem.Response{
			idem.First:      first,
			idem.Replay:     callAPI(api, "k", sample),
			idem.Mismatch:   callAPI(api, "k", strings.Replace(sample, "4200", "5200", 1)),
			idem.MissingKey: callAPI(api, "", sample),
		} {
			if !c.Clause(situation).Accepts(got, &first) {
				t.Errorf("%s: got %d %s %v, want %s", situation, got.Status, got.Body, got.Header, c.Clause(situation).Wants())
			}
		}
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			inFlight = callAPI(api, c.Key, sample)
			return execute(c, mine, work)
		}
		s, err = reference.New(reference.Options{Contract: c, Policy: func() reference.Policy { return p }})
		if err != nil {
			t.Fatal(err)
		}
		api = s.API()
		callAPI(api, "k2", sample)
		if cl := c.Clause(idem.InFlight); !cl.Accepts(inFlight, nil) {
			t.Errorf("in flight: got %d %s, want %s", inFlight.Status, inFlight.Body, cl.Wants())
		}
	})
}
