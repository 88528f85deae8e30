package reference

import (
	"context"
	"net/http"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// A Call is one request on its way through the server.
type Call struct {
	Request *http.Request
	Body    []byte          // the whole request body
	Context context.Context // of the work, as [Policy.Detach] made it

	Account    string   // who pays or is paid; set by [Policy.Admit]
	Credential string   // name of the token that was used; set by [Policy.Admit]
	Carried    []string // what the request has where a key belongs; set by [Policy.Key]
	Key        string   // empty if the request has none or keys mean nothing for it

	Arrived time.Time // on the server's clock
	Store   Store
	Policy  *Policy

	fields   fields
	task     task
	life     *life
	lifetime time.Duration // that the client has asked for; zero for the contract's
	spoiled  bool          // the request makes no sense and uses up its key
	brokeOff bool          // the request did not arrive whole
	barred   *Answer       // what the call gets in place of new work; nil if it may do some
	broken   idem.Point    // where the work is to be broken; empty if it is not
}

// Now reads the server's clock, which an admin may have moved.
func (c *Call) Now() time.Time { return c.life.now() }

// Pause lets time pass on the machine's clock, even where the server has been
// given another one: a race needs real time to be lost in. It ends early with
// the error of ctx.
func (c *Call) Pause(ctx context.Context, d time.Duration) error {
	return systemClock{}.Sleep(ctx, d)
}

// Bar keeps the call from new work, which gets the answer in its place. What is
// stored under its key can still be shown. Of several bars the first counts.
func (c *Call) Bar(no Answer) {
	if c.barred == nil {
		c.barred = &no
	}
}

// claim is the record by which the call would claim its key.
func (c *Call) claim() Record {
	return Record{
		Slot:        c.Policy.Slot(c),
		Nonce:       c.life.nonce(),
		Owner:       c.Store.Owner(),
		Account:     c.Account,
		Credential:  c.Credential,
		Fingerprint: c.Policy.Fingerprint(c).String(),
		Claimed:     c.Arrived,
	}
}
