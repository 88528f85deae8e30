package runner

import (
	"errors"
	"fmt"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/target"
	"github.com/idemspec/idemspec/runner/wire"
)

// A bound is a planned request with everything in place, and what it was
// planned as.
type bound struct {
	request wire.Request
	planned idem.Request
	op      *target.Operation
	key     string // as minted; empty if none is sent
	about   string // id of the resource that it is about; empty if it is about none
}

// request binds a planned request: the operation of its role, the credential of
// its party, the body that its symbol stands for, and its key where and how the
// contract's carrier wants it.
func (c *trial) request(label string, r idem.Request) (bound, *idem.Trouble) {
	b, err := c.bind(r)
	var missing missingError
	var unmade unmadeError
	var unvaried target.VariantError
	switch {
	case errors.As(err, &unmade):
		return b, &idem.Trouble{Kind: idem.NoLever, Step: label, Why: err.Error(), Way: "nothing is wrong; the contract leaves nothing to test here"}
	case errors.As(err, &unvaried):
		return b, noVariant(label, unvaried)
	case errors.As(err, &missing):
		return b, &idem.Trouble{
			Kind: idem.LeverFailed, Step: label, Why: err.Error(),
			Way: "see why the target answers without it, or tell the harness where it stands",
		}
	case err != nil:
		return b, &idem.Trouble{Kind: idem.HarnessFault, Step: label, Why: err.Error()}
	}
	return b, nil
}

// noVariant says that a plan needs a body which cannot be made.
func noVariant(label string, e target.VariantError) *idem.Trouble {
	return &idem.Trouble{Kind: idem.NoLever, Step: label, Why: e.Error(), Way: "nothing is wrong; the body leaves nothing to test here"}
}

// A missingError is something of an earlier answer that a request needs.
type missingError struct{ what, label string }

func (e missingError) Error() string {
	return fmt.Sprintf("the answer to %q names no %s", e.label, e.what)
}

func (c *trial) bind(r idem.Request) (bound, error) {
	b := bound{planned: r, op: c.op}
	if r.Role != "" {
		b.op = c.Target.Operation(r.Role)
	}
	values := c.values
	if r.On != "" {
		x, _ := c.exchange(r.On)
		if values.ID = x.Resource; values.ID == "" {
			return b, missingError{"resource", r.On}
		}
	}
	b.about = values.ID
	t, err := c.Target.Bind(b.op, values, r.As)
	if err != nil {
		return b, err
	}
	if t, err = t.Variant(r.Body); err != nil {
		return b, err
	}
	if t, err = c.vary(t, r); err != nil {
		return b, err
	}
	here := c.Contract.For(t.Method, t.URL.Path)
	if r.Key != "" {
		var written []string
		if b.key, written, err = c.key(here, r.Key, r.Form); err != nil {
			return b, err
		}
		if t, err = t.Carry(here.Carrier, written...); err != nil {
			return b, err
		}
	}
	header := t.Header[:len(t.Header):len(t.Header)]
	if r.Key != "" {
		beside, err := c.companions(here, r.Key)
		if err != nil {
			return b, err
		}
		for _, f := range beside {
			if !has(header, f.Name) {
				header = append(header, f)
			}
		}
	}
	if !has(header, "User-Agent") {
		header = append(header, idem.Field{Name: "User-Agent", Value: c.agent()})
	}
	b.request = wire.Request{Method: t.Method, Target: t.URL.RequestURI(), Header: header, Body: t.Body}
	return b, nil
}

// vary makes the difference that a variation stands for.
func (c *trial) vary(t target.Bound, r idem.Request) (target.Bound, error) {
	switch r.Vary {
	case "":
	case idem.OtherQuery:
		return t.Query("idemspec", "other"), nil
	case idem.OtherType:
		return t, setField(&t, "Content-Type", func(v string) string { return v + "; charset=utf-8" })
	case idem.OtherHeader:
		t.Header = append(t.Header[:len(t.Header):len(t.Header)],
			idem.Field{Name: "User-Agent", Value: c.agent() + " (another client)"},
			idem.Field{Name: "X-Request-Id", Value: text(c.random, 16)},
			idem.Field{Name: "Accept-Language", Value: "de, en;q=0.5"})
	case idem.CurrentMatch, idem.StaleMatch:
		tag, found := c.tag(r)
		if !found {
			return t, missingError{"entity tag", r.On}
		}
		t.Header = append(t.Header[:len(t.Header):len(t.Header)], idem.Field{Name: "If-Match", Value: tag})
	default:
		return t, fmt.Errorf("the variation %q is not known", r.Vary)
	}
	return t, nil
}

// tag returns the entity tag of a resource: the last one that an answer about it
// gave, or for a stale match the one of the answer that made it.
func (c *trial) tag(r idem.Request) (string, bool) {
	made, _ := c.exchange(r.On)
	if made.Response == nil {
		return "", false
	}
	tag, found := made.Response.Lookup("ETag")
	if r.Vary == idem.StaleMatch {
		return tag, found
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if last, later := c.tags[made.Resource]; later {
		return last, true
	}
	return tag, found
}

// setField changes the value of a header field that is there.
func setField(t *target.Bound, name string, change func(string) string) error {
	fields := append([]idem.Field(nil), t.Header...)
	for i, f := range fields {
		if (idem.Message{Header: []idem.Field{f}}).Has(name) {
			fields[i].Value = change(f.Value)
			t.Header = fields
			return nil
		}
	}
	return fmt.Errorf("the request has no %s to vary", name)
}

func has(fields []idem.Field, name string) bool { return idem.Message{Header: fields}.Has(name) }

// record completes what the wire knows of an exchange by what it does not know.
func (b bound) record(label string, index int, shifted time.Duration, result wire.Result) idem.Exchange {
	x := result.Exchange()
	x.Label, x.Index, x.Operation = label, index, b.op.Name
	x.Key, x.Body, x.As = b.key, b.planned.Body, b.planned.As
	x.Role, x.Form, x.Vary = b.planned.Role, b.planned.Form, b.planned.Vary
	x.Times.Shifted = shifted
	if x.Response != nil {
		x.Resource, _ = b.op.ResultID(*x.Response)
	}
	return x
}
