package reference

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// replaceCharge sets every member.
func replaceCharge(c *Call) (task, error) {
	r := c.reader()
	var missing []string
	for _, name := range []string{"amount", "currency", "source", "description"} {
		if !r.has(name) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		if no := c.Policy.Partial(c, missing); no != nil {
			return task{}, verdict{*no}
		}
	}
	with, err := readCharge(r)
	if err != nil {
		return task{}, err
	}
	return changeCharge(c, func(ch *charge) error {
		for name, set := range map[string]func(){
			"amount":      func() { ch.Amount = with.Amount },
			"currency":    func() { ch.Currency = with.Currency },
			"source":      func() { ch.Source = with.Source },
			"description": func() { ch.Description = with.Description },
		} {
			if r.has(name) {
				set()
			}
		}
		ch.Metadata = with.Metadata
		return nil
	})
}

// patchCharge sets the members that are given. An amount that is a string with
// a sign, such as "+1000" or "-250", is relative: it is added to what the charge
// has, each time that the request is executed.
func patchCharge(c *Call) (task, error) {
	r := c.reader()
	description := r.text("description")
	set, by := int64(0), relativeAmount(r)
	if by == 0 {
		set = r.whole("amount")
	}
	if !r.has("amount") && !r.has("description") {
		r.check(malformed("neither amount nor description is given"))
	}
	if r.err != nil {
		return task{}, r.err
	}
	return changeCharge(c, func(ch *charge) error {
		switch {
		case by != 0:
			ch.Amount += by
		case r.has("amount"):
			ch.Amount = set
		}
		if r.has("description") {
			ch.Description = description
		}
		return checkAmount(ch.Amount)
	})
}

// relativeAmount returns what is to be added; zero if the amount is absolute or
// not there.
func relativeAmount(r *reader) int64 {
	text, isText := r.fields["amount"].(string)
	if !isText || !strings.HasPrefix(text, "+") && !strings.HasPrefix(text, "-") {
		return 0
	}
	by, err := strconv.ParseInt(text, 10, 32)
	if err != nil || by == 0 {
		r.check(malformed("amount is no sign and whole number of minor units above zero"))
	}
	return by
}

// changeCharge books the difference, so that a change that changes nothing
// leaves no effect.
func changeCharge(c *Call, change func(*charge) error) (task, error) {
	id := c.Request.PathValue("id")
	return task{marker: c.reader().text("description"), charge: id, work: func(tx Tx) (Answer, error) {
		ch, err := loadForChange(c, tx, id)
		if err != nil {
			return refused(err)
		}
		before := ch.Amount
		if err := change(&ch); err != nil {
			return refused(err)
		}
		if ch.Amount < ch.Refunded {
			return refused(invalid("amount is less than what was refunded"))
		}
		if err := saveCharge(c, tx, &ch); err != nil {
			return Answer{}, err
		}
		e := Effect{ID: fmt.Sprintf("%s.%d", ch.ID, ch.version), Kind: "adjustment", Amount: ch.Amount - before}
		if err := c.book(tx, ch, e); err != nil {
			return Answer{}, err
		}
		return c.answerCharge(http.StatusOK, ch)
	}}, nil
}

// deleteCharge gives back what was not refunded, and keeps what was deleted for
// those who ask again.
func deleteCharge(c *Call) (task, error) {
	id := c.Request.PathValue("id")
	return task{charge: id, work: func(tx Tx) (Answer, error) {
		ch, err := c.loadForDelete(tx, id)
		if err != nil {
			return refused(err)
		}
		if err := tx.Remove(chargeKind, id); err != nil {
			return Answer{}, err
		}
		ch.kind = deletedKind
		if err := saveCharge(c, tx, &ch); err != nil {
			return Answer{}, err
		}
		e := Effect{ID: fmt.Sprintf("%s.%d", id, ch.version), Kind: "void", Amount: ch.Refunded - ch.Amount}
		return Answer{Status: http.StatusNoContent}, c.book(tx, ch, e)
	}}, nil
}

// loadForDelete returns a charge to delete: one that is there, or one that was
// deleted before and that the policy lets go again.
func (c *Call) loadForDelete(tx Tx, id string) (charge, error) {
	o, deleted, err := tx.Object(deletedKind, id)
	if err != nil || !deleted || o.Account != c.Account {
		if err != nil {
			return charge{}, err
		}
		return loadForChange(c, tx, id)
	}
	if no := c.Policy.Gone(c); no != nil {
		return charge{}, verdict{*no}
	}
	return chargeOf(o)
}

// loadForChange returns a charge if it has the version that If-Match names.
func loadForChange(c *Call, tx Tx, id string) (charge, error) {
	ch, err := loadCharge(c, tx, id)
	wanted := c.Request.Header.Get("If-Match")
	if err != nil || wanted == "" || wanted == "*" {
		return ch, err
	}
	for tag := range strings.SplitSeq(wanted, ",") {
		if strings.TrimSpace(tag) == etag(ch.version) {
			return ch, nil
		}
	}
	if no := c.Policy.Stale(c); no != nil {
		return charge{}, verdict{*no}
	}
	return ch, nil
}

// refused turns an error into the answer of the work, if it has one. Every other
// error ends the transaction.
func refused(err error) (Answer, error) {
	var f *fault
	var v verdict
	if !errors.As(err, &f) && !errors.As(err, &v) {
		return Answer{}, err
	}
	return *asAnswer(err), nil
}
