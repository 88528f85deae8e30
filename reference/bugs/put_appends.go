package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// PutAppends adds what it should replace.
var PutAppends = declare(Bug{
	ID:     "put-appends",
	Title:  "Appends to a list of the resource with each PUT",
	Kind:   "append-compounds",
	Breaks: idem.PutRepeat,
	Cause: `The body is merged into what is there, and lists are merged by putting one after the
other. A client that repeats a PUT, as it may at any time, makes the list grow.`,
	Reports: []string{
		"https://github.com/redhat-cop/patch-operator/issues/29",
	},
	CaughtBy: []string{"put-converges"},
	Mutate: func(p *reference.Policy) {
		right := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			if c.Request.Method != http.MethodPut {
				return right(c, mine, work)
			}
			return right(c, mine, func(tx reference.Tx) (reference.Answer, error) {
				id := c.Request.PathValue("id")
				before, _, err := tx.Object(charges, id)
				if err != nil {
					return reference.Answer{}, err
				}
				a, err := work(tx)
				if err != nil || a.Status/100 != 2 {
					return a, err
				}
				now, _, err := tx.Object(charges, id)
				if err != nil {
					return a, err
				}
				charge := members(now.Data)
				notes, _ := members(before.Data)["notes"].([]any)
				charge["notes"] = append(notes, charge["description"])
				now.Data = encoded(charge)
				a.Body = now.Data
				return a, tx.Save(now)
			})
		}
	},
})
