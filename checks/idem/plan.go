package idem

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

	// A Wait lets time pass for the target until an instant of its contract.
	Wait struct {
		Until Instant
		Of    string // label of the exchange that started the retention
	}

	// A Probe reads the target's ledger, again and again until it is stable.
	Probe struct {
		Label string
		Await int  // effects that are due: a lower count is read again for the ledger's whole patience
		Once  bool // a single read will do, since nothing was sent that could still settle
	}

	// A Hold makes the target keep its next new work for this case running
	// until a [Release].
	Hold struct{}

	// A Release lets the held work go on, once a background exchange has its
	// answer or the hold's patience is over.
	Release struct{ Await string }
)

func (Send) step()    {}
func (Join) step()    {}
func (Burst) step()   {}
func (Follow) step()  {}
func (Wait) step()    {}
func (Probe) step()   {}
func (Hold) step()    {}
func (Release) step() {}

// A Request is a request that is not yet bound to a target.
type Request struct {
	Role Role      // which of the target's operations; empty means [Create]
	Key  KeySymbol // the runner mints one fresh key for each symbol of a case; empty sends none
	Body BodySymbol
}

// A KeySymbol stands for one idempotency key within a plan, such as "k1".
type KeySymbol string

// A Role is what an operation of a target is for.
type Role string

// The roles.
const (
	Create Role = "create" // makes one effect each time that it is executed
)

// A BodySymbol stands for a body within a plan. The zero BodySymbol is the body
// that the target file gives.
type BodySymbol string

// The bodies.
const (
	SampleBody  BodySymbol = ""        // as in the target file, with the case's marker
	ChangedBody BodySymbol = "changed" // with the change that the target file calls one that matters
)

// An Instant is a moment of a contract's own time.
type Instant int

// The instants.
const (
	BeforeExpiry Instant = iota + 1 // shortly before the retention ends
	AfterExpiry                     // shortly after it
)

// A Fault is what happens to a connection during a [Send]. The zero Fault is
// nothing. A fault that was planned and not consumed is [Trouble], never a pass.
type Fault struct {
	When  Moment `json:"when"`
	After int    `json:"after,omitempty"` // bytes that still pass at that moment; below zero they are counted from the end
	Reset bool   `json:"reset,omitempty"` // end with RST in place of an orderly close
}

// A Moment is when a [Fault] strikes.
type Moment int

// The moments.
const (
	Never         Moment = iota
	DuringRequest        // After bytes of the request were written
	AfterRequest         // the whole request was written, nothing was read
	DuringAnswer         // After bytes of the answer were read; zero: it has begun to arrive
)

// Copies returns n equal requests, for a [Burst].
func Copies(n int, r Request) []Request {
	all := make([]Request, n)
	for i := range all {
		all[i] = r
	}
	return all
}
