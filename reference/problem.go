package reference

import (
	"encoding/json"
	"net/http"
)

// A problem is an error in the form of RFC 9457, which the draft on idempotency
// keys uses in its section 2.7.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

// problemAnswer makes the answer for a problem of [problems]. The detail says
// what is wrong with this request and repeats nothing of what it carried.
func problemAnswer(name string, status int, detail string) Answer {
	where := problemPath + name
	// A struct of strings and numbers always has a JSON form.
	body, _ := json.Marshal(problem{where, problems[name].title, status, detail})
	return Answer{
		Status: status,
		Header: http.Header{
			"Content-Type": {"application/problem+json"},
			"Link":         {"<" + where + `>; rel="describedby"`},
		},
		Body: body,
	}
}

func refuse(name string, status int, detail string) *Answer {
	a := problemAnswer(name, status, detail)
	return &a
}

// problemPath is where the API describes its problems.
const problemPath = "/problems/"

// problems describes each problem that the API answers with.
var problems = map[string]struct{ title, text string }{
	"key-missing":   {"Idempotency key is missing", "This operation needs an idempotency key. Send a fresh one for each new intent and the same one with each repeat."},
	"key-malformed": {"Idempotency key is malformed", "The idempotency key is empty, given twice, or not of the form that this API takes. Nothing was done."},
	"key-reused":    {"Idempotency key is already used", "The key belongs to another request. Nothing was done, and the first answer can still be had by repeating the first request."},
	"key-at-work":   {"A request is outstanding for this idempotency key", "The first request with this key still runs. Repeat the request with the same key to learn how it ends."},
	"key-finished":  {"Idempotency key is already used up", "The request was done before. Its answer is not given a second time."},
	"key-expired":   {"Idempotency key has expired", "The key was used so long ago that its answer is gone. Find out how that request ended before you send it with a new key."},
	"key-foreign":   {"Idempotency key belongs to somebody else", "The stored answer belongs to another account."},

	"unauthenticated":     {"Credentials are missing or unknown", "Send one of the tokens of this server as a bearer token."},
	"malformed":           {"Request is malformed", "The body is not an object of JSON or a form, or a member is missing or of the wrong type."},
	"invalid":             {"Request is invalid", "A value is outside of what this API takes."},
	"declined":            {"Card was declined", "The source was asked and refused. A repeat with the same key gets the same refusal."},
	"not-found":           {"There is no such object", "The object never was, belongs to somebody else, or was deleted."},
	"precondition-failed": {"Object has changed", "The version that If-Match names is not the present one."},
	"duplicate":           {"Request is a duplicate", "The same was asked for before under another key, and done. Nothing was done now."},
	"broken":              {"Server has failed", "The request failed in the middle. Repeat it with the same key to learn whether it had an effect."},
	"forbidden":           {"Right is missing", "The token was valid and has lost its right."},
	"unavailable":         {"Store is unavailable", "The request could not be recorded and was not executed. Repeat it with the same key."},
}

// describeProblem serves the description that the type of a problem points to.
func describeProblem(w http.ResponseWriter, r *http.Request) {
	p, found := problems[r.PathValue("name")]
	if !found {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	// The client has gone away if this fails, and nobody is left to be told.
	_, _ = w.Write([]byte(p.title + "\n\n" + p.text + "\n"))
}
