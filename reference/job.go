package reference

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

const jobKind Kind = "job"

// A job is a charge that was accepted and is taken later.
type job struct {
	ID      string          `json:"id"`
	Status  string          `json:"status"` // "pending", "done" or "failed"
	Created int64           `json:"created"`
	Charge  string          `json:"charge,omitempty"`  // id of the charge, once it is taken
	Problem json.RawMessage `json:"problem,omitempty"` // why it was not, if it failed
}

// acceptJob writes a job down, and an order to do it into the outbox.
func acceptJob(c *Call) (task, error) {
	ch, err := readCharge(c.reader(), "amount", "currency", "source")
	if err != nil {
		return task{}, err
	}
	return task{marker: ch.Description, work: func(tx Tx) (Answer, error) {
		n, err := tx.Next()
		if err != nil {
			return Answer{}, err
		}
		j := job{ID: c.life.variety.id(prefixes[jobKind], n), Status: "pending", Created: c.Now().Unix()}
		order, err := json.Marshal(ch)
		if err != nil {
			return Answer{}, err
		}
		data, err := json.Marshal(j)
		if err != nil {
			return Answer{}, err
		}
		err = errors.Join(
			tx.Save(Object{Kind: jobKind, ID: j.ID, Seq: n, Account: c.Account, Marker: ch.Description, Version: 1, Data: data}),
			tx.Post(Message{ID: j.ID, Kind: string(jobKind), Account: c.Account, Marker: ch.Description, Body: order}),
		)
		if err != nil {
			return Answer{}, err
		}
		a, err := jsonAnswer(http.StatusAccepted, j)
		a.Body = c.life.variety.members(a.Body)
		a.Header.Set("Location", "/v1/jobs/"+j.ID)
		return a, err
	}}, nil
}

// doJob takes the charge of a job in the transaction that takes its order out of
// the outbox.
func (l *life) doJob(ctx context.Context, order Message) error {
	var ch charge
	if err := json.Unmarshal(order.Body, &ch); err != nil {
		return fmt.Errorf("order %q in the outbox: %w", order.ID, err)
	}
	ch.kind = chargeKind
	c := &Call{
		Context: ctx, Account: order.Account, Arrived: l.now(), Store: l.store, Policy: &l.policy, life: l,
		task: task{marker: order.Marker},
	}
	return l.store.Do(ctx, func(tx Tx) error {
		taken, err := l.policy.Start(tx, order)
		if err != nil || !taken {
			return err
		}
		o, found, err := tx.Object(jobKind, order.ID)
		if err != nil || !found {
			return err
		}
		var j job
		if err := json.Unmarshal(o.Data, &j); err != nil {
			return fmt.Errorf("job %q in the store: %w", o.ID, err)
		}
		made, err := c.take(tx, ch)
		var no verdict
		switch {
		case errors.As(err, &no):
			j.Status, j.Problem = "failed", json.RawMessage(no.Body)
		case err != nil:
			return err
		default:
			j.Status, j.Charge = "done", made.ID
		}
		o.Version++
		if o.Data, err = json.Marshal(j); err != nil {
			return err
		}
		return tx.Save(o)
	})
}
