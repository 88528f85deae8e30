package idem

import "time"

// A Plan is what a check wants done, in order, as data: printing, documenting,
// costing and running it start from the same value. Keys and bodies in it are
// symbols until a runner binds them to a target.
type Plan []Step

// A Step is one of the types of this file. They are values without behaviour;
// the runner alone knows how to carry them out.
type Step interface{ step() }

type (
	// A Send is one exchange from its start to its end, or to the end that its
	// fault gives it.
	Send struct {
		Label      string // how a judge finds the exchange; unique in the plan
		Request    Request
		Fault      Fault // what happens to the connection; the zero Fault is nothing
		Background bool  // go on with the next step at once; a [Join] collects the answer
	}

	// A Join waits until a background [Send] has its answer.
	Join struct{ Label string }

	// A Burst is several requests that are released together, each on a
	// connection of its own that was opened before.
	Burst struct {
		Label    string // shared by the exchanges; [Exchange.Index] tells them apart
		Requests []Request
	}

	// A Follow repeats a request until its answer is final, that is until
	// [Contract.Running] no longer holds, and obeys Retry-After. All attempts
	// carry the label; the one with the highest [Exchange.Index] is the final
	// one.
	Follow struct {
		Label   string
		Request Request
	}

	// A Wait lets time pass for the target: until an instant of its contract, or
	// for a fixed time.
	Wait struct {
		Until Instant
		Of    string        // label of the exchange that started the retention
		For   time.Duration // in place of Until and Of; zero means that they count
	}

	// A Probe reads the target's ledger, again and again until it is stable.
	Probe struct {
		Label string
		Await int  // effects that are due: a lower count is read again for the ledger's whole patience
		Once  bool // a single read will do, since nothing was sent that could still settle
		Of    Book // which effects; empty means [Main]
	}

	// A Hold makes the target keep its next new work for this case running
	// until a [Release].
	Hold struct{}

	// A Release lets the held work go on, once a background exchange has its
	// answer or the hold's patience is over.
	Release struct{ Await string }

	// A Restart ends the target as a crash would and starts it again, with
	// whatever it remembers.
	Restart struct{}

	// A Break makes the next new work of this case fail at a point. It breaks
	// once, and a [Mend] takes it back if nothing has met it.
	Break struct{ At Point }

	// A Mend makes whole what a Break has broken for longer than one request.
	Mend struct{}

	// A Revoke takes from the party [Revoked] the right that it had.
	Revoke struct{}
)

func (Send) step()    {}
func (Join) step()    {}
func (Burst) step()   {}
func (Follow) step()  {}
func (Wait) step()    {}
func (Probe) step()   {}
func (Hold) step()    {}
func (Release) step() {}
func (Restart) step() {}
func (Break) step()   {}
func (Mend) step()    {}
func (Revoke) step()  {}

// A Book is one of a target's records of what was done.
type Book string

// The books.
const (
	Main    Book = ""        // the ledger: charges, transfers, bookings
	Outside Book = "outside" // what left the target: webhooks, mails, calls to a provider
)

// A Point is where a [Break] strikes.
type Point string

// The points.
const (
	BeforeEffect Point = "before-effect" // the work fails with a server error and does nothing
	AfterEffect  Point = "after-effect"  // the effect is made, and then the request fails with a server error
	KillBefore   Point = "kill-before"   // the target dies after its claim and before the effect
	KillAfter    Point = "kill-after"    // the target dies after the effect and before its answer
	KillMail     Point = "kill-mail"     // the target dies after the effect and before anything has left it
	StoreDown    Point = "store-down"    // the store of keys cannot be reached until it is mended
)

// An Instant is a moment of a contract's own time.
type Instant int

// The instants.
const (
	BeforeExpiry Instant = iota + 1 // shortly before the retention ends
	AfterExpiry                     // shortly after it
	HalfLife                        // in the middle of the retention
)
