package bugs

import (
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ConflictTellsStrangers compares before it asks whose key it is.
var ConflictTellsStrangers = declare(Bug{
	ID:     "conflict-tells-strangers",
	Title:  "Names the resource of another account in a conflict",
	Kind:   "cross-caller",
	Breaks: idem.OtherAccountSent,
	Cause: `A used key is looked for in the world, to refuse reuse early, and within the account only
afterwards. A stranger who tries keys learns which are used and for what.`,
	Reports: []string{
		"https://github.com/koala73/worldmonitor/pull/4728",
		"https://github.com/nensii21/devlink/issues/773",
	},
	CaughtBy: []string{"other-account-sees-nothing"},
	Mutate: func(p *reference.Policy) {
		var mu sync.Mutex
		first := map[string]string{} // slot by key
		claim, entitled, different := p.Claim, p.Entitled, p.Different
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			mu.Lock()
			slot, used := first[c.Key]
			if !used {
				first[c.Key] = mine.Slot
			}
			mu.Unlock()
			if !used || slot == mine.Slot {
				return claim(c, mine)
			}
			var foreign reference.Record
			err := c.Store.Do(c.Context, func(tx reference.Tx) (err error) {
				foreign, used, err = tx.Record(slot)
				return err
			})
			if err != nil || used && foreign.Answer != nil && foreign.Fingerprint != mine.Fingerprint {
				return foreign, false, err
			}
			return claim(c, mine)
		}
		p.Entitled = func(c *reference.Call, known reference.Record) *reference.Answer {
			if known.Slot != c.Policy.Slot(c) {
				return nil
			}
			return entitled(c, known)
		}
		p.Different = func(c *reference.Call, known reference.Record) *reference.Answer {
			no := different(c, known)
			if no != nil && known.Account != c.Account && known.Answer != nil {
				no.Body = append([]byte("The key is in use for "), known.Answer.Body...)
				no.Header.Set("Content-Type", "text/plain; charset=utf-8")
			}
			return no
		}
	},
})
