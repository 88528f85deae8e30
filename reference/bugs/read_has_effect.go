package bugs

import (
	"fmt"
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReadHasEffect charges for looking.
var ReadHasEffect = declare(Bug{
	ID:     "read-has-effect",
	Title:  "Books a fee with each GET of a charge",
	Kind:   "unprotected-write",
	Breaks: idem.SafeMethods,
	Cause: `What has to be done some time, such as to capture what is due, is done when somebody looks.
Proxies, caches and client libraries repeat a GET without asking.`,
	Reports: []string{
		"https://github.com/prometheus/client_golang/pull/1022",
		"https://github.com/diggerhq/opencomputer/issues/276",
	},
	CaughtBy: []string{"get-changes-nothing"},
	Mutate: func(p *reference.Policy) {
		right := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			id := c.Request.PathValue("id")
			if c.Request.Method != http.MethodGet || id == "" {
				return right(c, mine, work)
			}
			return right(c, mine, func(tx reference.Tx) (reference.Answer, error) {
				o, found, err := tx.Object(charges, id)
				if err != nil || !found {
					return work(tx)
				}
				n, err := tx.Next()
				if err != nil {
					return reference.Answer{}, err
				}
				err = tx.Book(reference.Effect{
					ID: fmt.Sprintf("fee_%d", n), Kind: "fee", Amount: 1,
					Currency: fmt.Sprint(members(o.Data)["currency"]), Account: o.Account, Marker: o.Marker,
				})
				if err != nil {
					return reference.Answer{}, err
				}
				return work(tx)
			})
		}
	},
})
