package reference

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// Options say what a server is made of. The zero Options make one that keeps
// the empty contract in memory.
type Options struct {
	Contract idem.Contract // what the server promises

	// Policy makes what decides about keys; nil for [Correct] of the contract.
	// It is asked anew after each crash, so that what a policy remembers is lost.
	Policy func() Policy
	// Wrap puts something between the API and its clients, anew after each
	// crash; nil for nothing.
	Wrap func(http.Handler) http.Handler

	Store Store         // remembers; nil for [NewMemory]. The caller closes it.
	Clock Clock         // nil for the machine's
	Seed  uint64        // zero keeps all answers plain; any other varies what no contract promises
	Hold  time.Duration // the longest that one request is held; zero for ten seconds
}

// A Server is the API and its admin side.
type Server struct {
	makePolicy func() Policy
	contract   idem.Contract
	store      Store
	clock      Clock
	variety    *variety
	hold       time.Duration
	wrap       func(http.Handler) http.Handler
	exact      bool // a replay is sent byte for byte

	ahead atomic.Int64  // how far the clock was moved, in nanoseconds
	name  string        // unlike that of any other server, also on the same store
	made  atomic.Uint64 // claims that were made

	mu      sync.Mutex
	closed  bool
	life    *life          // nil between a crash and the next start
	failure error          // why the server could not start again; nil if it could
	calls   sync.WaitGroup // nothing is added from without once closed is set
}

// New returns a server, or an error if the contract promises what no server of
// this package keeps, or if the store cannot be read.
func New(o Options) (*Server, error) {
	if err := unkept(o.Contract); err != nil {
		return nil, err
	}
	s := &Server{
		makePolicy: o.Policy, contract: o.Contract, store: o.Store, clock: o.Clock, wrap: o.Wrap, hold: o.Hold,
		variety: newVariety(o.Seed), name: rand.Text(),
	}
	if s.store == nil {
		s.store = NewMemory()
	}
	if s.clock == nil {
		s.clock = systemClock{}
	}
	if s.makePolicy == nil {
		s.makePolicy = func() Policy { return Correct(o.Contract) }
	}
	fidelity := o.Contract.Clause(idem.Replay).Answer.Body
	s.exact = fidelity == "" || fidelity == idem.SameBytes
	if err := s.readClock(context.Background()); err != nil {
		return nil, fmt.Errorf("the store cannot be read: %w", err)
	}
	s.life = s.begin()
	s.life.stir()
	return s, nil
}

// API returns the charges API, the side under test. All of it wants a token as
// bearer, and takes bodies of JSON or, where a form can say it, of a form:
//
//	POST   /v1/charges       amount, currency, source, description
//	GET    /v1/charges       ?description=, ?limit=, ?after=
//	GET    /v1/charges/{id}
//	PUT    /v1/charges/{id}  all members; If-Match
//	PATCH  /v1/charges/{id}  amount, description; If-Match; the amount "+100" or "-100" is relative
//	DELETE /v1/charges/{id}  gives back what is left; If-Match
//	POST   /v1/refunds       charge, amount (or the rest), description
//	GET    /v1/refunds       as charges
//	GET    /v1/refunds/{id}
//	POST   /v1/transfers     as charges, and so are the GETs
//	POST   /v1/batches       items, a list of charges that may have an item_key each; description
//	GET    /v1/batches/{id}
//	POST   /v1/jobs          as charges; the charge is taken later
//	GET    /v1/jobs/{id}
//
// Amounts are whole numbers of minor units. The source tok_declined refuses
// each charge. A charge may carry an object of metadata, and any further member
// counts as a part of the request. Pages of other origins may use all of it.
func (s *Server) API() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l, err := s.alive()
		if err != nil {
			drop()
		}
		l.api.ServeHTTP(w, r)
	})
}

// routes returns the API of one life.
func (l *life) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, read := range map[string]func(*Call) (task, error){
		"POST /v1/charges":        create(chargeKind),
		"GET /v1/charges":         list(chargeKind),
		"GET /v1/charges/{id}":    get(chargeKind),
		"PUT /v1/charges/{id}":    replaceCharge,
		"PATCH /v1/charges/{id}":  patchCharge,
		"DELETE /v1/charges/{id}": deleteCharge,
		"POST /v1/refunds":        createRefund,
		"GET /v1/refunds":         list(refundKind),
		"GET /v1/refunds/{id}":    get(refundKind),
		"POST /v1/transfers":      create(transferKind),
		"GET /v1/transfers":       list(transferKind),
		"GET /v1/transfers/{id}":  get(transferKind),
		"POST /v1/batches":        createBatch,
		"GET /v1/batches/{id}":    get(batchKind),
		"POST /v1/jobs":           acceptJob,
		"GET /v1/jobs/{id}":       get(jobKind),
	} {
		mux.Handle(pattern, l.handler(read))
	}
	mux.HandleFunc("GET "+problemPath+"{name}", describeProblem)
	mux.HandleFunc("OPTIONS /v1/", l.preflight)
	if l.wrap != nil {
		return l.wrap(mux)
	}
	return mux
}

// Close lets go all work that is held and waits until no request is worked on.
// Requests that come later are answered 503.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.letGo()
	s.calls.Wait()
	if l, err := s.alive(); err == nil {
		l.end(nil)
	}
}

// letGo lets all work go on that is held.
func (s *Server) letGo() {
	if l, err := s.alive(); err == nil {
		l.gate.releaseAll()
	}
}

// enter reports whether something may be worked on. If so, [Server.Close] waits
// until calls is told that it is done.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.calls.Add(1)
	}
	return !s.closed
}

// nonce names a claim unlike any other.
func (s *Server) nonce() string {
	return s.name + "-" + strconv.FormatUint(s.made.Add(1), 36)
}
