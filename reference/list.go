package reference

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// The lengths of a page of a list.
const (
	usualPage   = 100
	longestPage = 1000
)

// A page is a part of a list, in the order in which its objects were made.
type page struct {
	Data    []json.RawMessage `json:"data"`
	HasMore bool              `json:"has_more"`
}

// list shows the objects of the call's account. The query may ask for those
// with a description, bound the page by limit and go on after an id.
func list(kind Kind) func(*Call) (task, error) {
	return func(c *Call) (task, error) {
		query := c.Request.URL.Query()
		limit := usualPage
		if text := query.Get("limit"); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > longestPage {
				return task{}, invalid("limit is not from 1 to %d", longestPage)
			}
			limit = n
		}
		return task{work: func(tx Tx) (Answer, error) {
			q := Query{Kind: kind, Account: c.Account, Marker: query.Get("description"), Limit: limit + 1}
			if after := query.Get("after"); after != "" {
				o, err := c.load(tx, kind, after)
				if err != nil {
					return refused(err)
				}
				q.After = o.Seq
			}
			all, err := tx.Objects(q)
			if err != nil {
				return Answer{}, err
			}
			p := page{Data: []json.RawMessage{}, HasMore: len(all) > limit}
			for _, o := range all[:min(len(all), limit)] {
				p.Data = append(p.Data, o.Data)
			}
			return jsonAnswer(http.StatusOK, p)
		}}, nil
	}
}

// get shows an object of the call's account, under the version that If-Match
// asks for.
func get(kind Kind) func(*Call) (task, error) {
	return func(c *Call) (task, error) {
		id := c.Request.PathValue("id")
		return task{work: func(tx Tx) (Answer, error) {
			o, err := c.load(tx, kind, id)
			if err != nil {
				return refused(err)
			}
			a, err := jsonAnswer(http.StatusOK, json.RawMessage(o.Data))
			a.Body = c.life.variety.members(a.Body)
			a.Header.Set("ETag", etag(o.Version))
			return a, err
		}}, nil
	}
}

// load returns an object of the call's account.
func (c *Call) load(tx Tx, kind Kind, id string) (Object, error) {
	if !storable(id) {
		return Object{}, notFound()
	}
	o, found, err := tx.Object(kind, id)
	if err == nil && (!found || o.Account != c.Account) {
		err = notFound()
	}
	return o, err
}
