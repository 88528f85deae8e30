package reference

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// The kinds of money moved. A transfer is a charge by another name, on another
// path.
const (
	chargeKind   Kind = "charge"
	transferKind Kind = "transfer"
	deletedKind  Kind = "deleted" // what is left of a charge that was deleted
)

// prefixes begin the ids of each kind.
var prefixes = map[Kind]string{
	chargeKind: "ch_", transferKind: "tr_", refundKind: "re_", batchKind: "ba_", jobKind: "job_",
}

// A charge is money taken from a source. Amounts are in minor units.
type charge struct {
	ID          string `json:"id"`
	Amount      int64  `json:"amount"`
	Currency    string `json:"currency"`
	Source      string `json:"source"`
	Description string `json:"description"` // carries the marker of a case
	Status      string `json:"status"`      // "captured", "partially_refunded" or "refunded"
	Created     int64  `json:"created"`     // Unix time in seconds
	Refunded    int64  `json:"refunded"`

	Metadata json.RawMessage `json:"metadata,omitempty"` // an object with whatever the client wants

	kind    Kind
	seq     uint64
	version int64
}

// settle sets the status to what the refunds make of it.
func (ch *charge) settle() {
	switch ch.Refunded {
	case 0:
		ch.Status = "captured"
	case ch.Amount:
		ch.Status = "refunded"
	default:
		ch.Status = "partially_refunded"
	}
}

// The bounds of an amount, in minor units.
const (
	leastAmount = 1
	mostAmount  = 99_999_999
)

func checkAmount(n int64) error {
	if n < leastAmount || n > mostAmount {
		return invalid("amount is not from %d to %d minor units", leastAmount, mostAmount)
	}
	return nil
}

func checkCurrency(s string) error {
	if len(s) != 3 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") != "" {
		return invalid("currency is not three small letters")
	}
	return nil
}

// declinedSource is the token whose card refuses every charge.
const declinedSource = "tok_declined"

func checkSource(s string) error {
	if !strings.HasPrefix(s, "tok_") {
		return invalid("source is no token: those begin with tok_")
	}
	return nil
}

// readCharge reads a charge of which some members have to be there. What is not
// there has its zero value.
func readCharge(r *reader, needs ...string) (charge, error) {
	r.need(needs...)
	ch := charge{
		Amount:      r.whole("amount"),
		Currency:    r.text("currency"),
		Source:      r.text("source"),
		Description: r.text("description"),
		Metadata:    r.object("metadata"),
	}
	if r.has("amount") {
		r.check(checkAmount(ch.Amount))
	}
	if r.has("currency") {
		r.check(checkCurrency(ch.Currency))
	}
	if r.has("source") {
		r.check(checkSource(ch.Source))
	}
	return ch, r.err
}

// loadCharge returns a charge of the call's account.
func loadCharge(c *Call, tx Tx, id string) (charge, error) {
	o, err := c.load(tx, chargeKind, id)
	if err != nil {
		return charge{}, err
	}
	return chargeOf(o)
}

func notFound() error {
	return &fault{"not-found", http.StatusNotFound, "this account has no such object"}
}

func chargeOf(o Object) (charge, error) {
	var ch charge
	if err := json.Unmarshal(o.Data, &ch); err != nil {
		return charge{}, fmt.Errorf("charge %q in the store: %w", o.ID, err)
	}
	ch.kind, ch.seq, ch.version = o.Kind, o.Seq, o.Version
	return ch, nil
}

// saveCharge stores a charge under a new version.
func saveCharge(c *Call, tx Tx, ch *charge) error {
	ch.version++
	ch.settle()
	data, err := json.Marshal(ch)
	if err != nil {
		return err
	}
	return tx.Save(Object{
		Kind: ch.kind, ID: ch.ID, Seq: ch.seq, Account: c.Account,
		Marker: ch.Description, Version: ch.version, Data: data,
	})
}

// answerCharge shows a charge and the version that If-Match asks for.
func (c *Call) answerCharge(status int, ch charge) (Answer, error) {
	a, err := jsonAnswer(status, ch)
	a.Body = c.life.variety.members(a.Body)
	a.Header.Set("ETag", etag(ch.version))
	return a, err
}

func etag(version int64) string { return fmt.Sprintf("%q", fmt.Sprintf("v%d", version)) }
