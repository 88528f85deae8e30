package profiles

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

// synthesised makes an answer with a status that has all that a clause asks for
// and nothing else.
func synthesised(cl idem.Clause, status int) idem.Response {
	r := idem.Response{Status: status}
	var body any = map[string]any{}
	for _, sel := range cl.Answer.Select {
		value := sel.Equals
		if value == "" {
			value = "x"
		}
		if sel.Header != "" {
			r.Header = append(r.Header, idem.Field{Name: sel.Header, Value: value})
			continue
		}
		body = put(body, strings.Split(sel.Pointer, "/")[1:], value)
	}
	if cl.Answer.Media != "" {
		r.Header = append(r.Header, idem.Field{Name: "Content-Type", Value: cl.Answer.Media})
	}
	if cl.Answer.Resource != "" {
		body = put(body, strings.Split(cl.Answer.Resource, "/")[1:], "ch_1")
	}
	r.Body, _ = json.Marshal(body) // maps and strings always have a JSON form
	return r
}

// put returns v with a value where the parts of a pointer lead. A list has one
// element.
func put(v any, parts []string, value string) any {
	if len(parts) == 0 {
		return value
	}
	if _, err := strconv.Atoi(parts[0]); err == nil {
		var first any
		if list, isList := v.([]any); isList {
			first = list[0]
		}
		return []any{put(first, parts[1:], value)}
	}
	object, isObject := v.(map[string]any)
	if !isObject {
		object = map[string]any{}
	}
	object[parts[0]] = put(object[parts[0]], parts[1:], value)
	return object
}

// statuses are those that keep a clause, first being the status of the first
// answer.
func statuses(cl idem.Clause, first int) []int {
	all := slices.Clone(cl.Answer.Status)
	if cl.Answer.SameStatus {
		all = append(all, first)
	}
	if len(all) == 0 {
		if cl.Does == idem.Refuses {
			return []int{400, 409, 422}
		}
		return []int{200, 201}
	}
	return all
}

func TestEachClauseAcceptsWhatItAsksFor(t *testing.T) {
	for _, c := range loaded(t) {
		first := idem.Response{Status: 201}
		for s, cl := range c.Clauses {
			for _, status := range statuses(cl, first.Status) {
				if !cl.Accepts(synthesised(cl, status), &first) {
					t.Errorf("%s: %s does not accept %d with all that it asks for: %s", c.Profile, s, status, cl.Wants())
				}
			}
			for _, status := range []int{200, 201, 202, 204, 400, 401, 403, 404, 409, 412, 422, 500, 503} {
				if !slices.Contains(statuses(cl, first.Status), status) && len(cl.Answer.Status) > 0 && cl.Accepts(synthesised(cl, status), &first) {
					t.Errorf("%s: %s accepts %d, which it does not name", c.Profile, s, status)
				}
			}
		}
	}
}

// refusing are the situations whose refusals a client would like to tell apart.
var refusing = []idem.Situation{
	idem.MissingKey, idem.LongKeySent, idem.MalformedSent, idem.Replay, idem.Mismatch, idem.InFlight, idem.Expired,
}

func TestAnswersThatCannotBeToldApartAreKnown(t *testing.T) {
	var b strings.Builder
	for _, c := range loaded(t) {
		for i, s := range refusing {
			for _, other := range refusing[i+1:] {
				a, z := c.Clause(s), c.Clause(other)
				if !a.Binding() || !z.Binding() || a.Does != idem.Refuses || z.Does != idem.Refuses {
					continue
				}
				var same []string
				for _, status := range statuses(a, 201) {
					if z.Accepts(synthesised(a, status), nil) {
						same = append(same, strconv.Itoa(status))
					}
				}
				if len(same) > 0 {
					fmt.Fprintf(&b, "%s: %s may look like %s (%s)\n", c.Profile, s, other, strings.Join(same, ", "))
				}
			}
		}
	}
	golden(t, "testdata/alike.golden", b.String())
}

func TestAnAnswerToAFinishedRequestIsNeverCalledRunning(t *testing.T) {
	for _, c := range loaded(t) {
		replay := c.Clause(idem.Replay)
		for _, status := range statuses(replay, 201) {
			if r := synthesised(replay, status); c.Running(r) {
				t.Errorf("%s: the answer to a repeat (%d) is taken for that of a running request", c.Profile, status)
			}
		}
	}
}

func TestWhatReplaysIsAnsweredAsTheClauseReplaySays(t *testing.T) {
	c, err := Load("mangopay")
	if err != nil {
		t.Fatal(err)
	}
	conflict := synthesised(c.Clause(idem.Replay), 409)
	for _, s := range []idem.Situation{idem.Kept, idem.Mismatch, idem.AfterError} {
		if !c.Clause(s).Accepts(conflict, nil) {
			t.Errorf("%s does not accept the conflict by which repeats are answered", s)
		}
	}
	c, err = Load("zuora")
	if err != nil {
		t.Fatal(err)
	}
	failed := idem.Response{Status: 500}
	if !c.Clause(idem.AfterError).Accepts(failed, &failed) || c.Clause(idem.AfterError).Accepts(idem.Response{Status: 201}, &failed) {
		t.Error("a stored server error is not given again with its own status")
	}
}
