package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeyGoesWithResource finds keys by way of what they made.
var KeyGoesWithResource = declare(Bug{
	ID:     "key-goes-with-resource",
	Title:  "Forgets a key once its resource was deleted and makes the resource again",
	Kind:   "snapshot-or-current",
	Breaks: idem.LateDelete,
	Cause: `The key is a column of the resource, or is looked up by a join with it. A deleted row
takes its key along, and a message that is delivered late makes the order again.`,
	Reports: []string{
		"https://github.com/adcontextprotocol/adcp/issues/4371",
		"https://github.com/softwaremill/elasticmq/issues/354",
	},
	CaughtBy: []string{"replay-after-delete"},
	Mutate: func(p *reference.Policy) {
		right := p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				known, found, err := tx.Record(mine.Slot)
				if err != nil || !found || known.Answer == nil {
					return err
				}
				if _, gone, err := shown(tx, deleted, *known.Answer); err != nil || !gone {
					return err
				}
				return tx.Delete(mine.Slot)
			})
			if err != nil {
				return mine, false, err
			}
			return right(c, mine)
		}
	},
})
