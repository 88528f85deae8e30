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
	Policy   *Policy       // decides about keys; nil for [Correct] of the contract

	// Wrap puts something between the API and its clients; nil for nothing.
	Wrap func(http.Handler) http.Handler

	Store Store         // remembers; nil for [NewMemory]. The caller closes it.
	Clock Clock         // nil for the machine's
	Seed  uint64        // zero keeps all answers plain; any other varies what no contract promises
	Hold  time.Duration // the longest that one request is held; zero for ten seconds
}

// A Server is the API and its admin side.
type Server struct {
	policy  Policy
	store   Store
	clock   Clock
	variety *variety
	gate    *gate
	wrap    func(http.Handler) http.Handler
	exact   bool // a replay is sent byte for byte

	ahead  atomic.Int64  // how far the clock was moved, in nanoseconds
	name   string        // unlike that of any other server, also on the same store
	claims atomic.Uint64 // claims that were made

	mu     sync.Mutex
	closed bool
	calls  sync.WaitGroup // nothing is added once closed is set
}

// New returns a server, or an error if the contract promises what no server of
// this package keeps, or if the store cannot be read.
func New(o Options) (*Server, error) {
	if err := unkept(o.Contract); err != nil {
		return nil, err
	}
	s := &Server{
		store: o.Store, clock: o.Clock, wrap: o.Wrap, variety: newVariety(o.Seed), gate: newGate(o.Hold),
		name: rand.Text(),
	}
	if s.store == nil {
		s.store = NewMemory()
	}
	if s.clock == nil {
		s.clock = systemClock{}
	}
	if o.Policy != nil {
		s.policy = *o.Policy
	} else {
		s.policy = Correct(o.Contract)
	}
	fidelity := o.Contract.Clause(idem.Replay).Answer.Body
	s.exact = fidelity == "" || fidelity == idem.SameBytes
	if err := s.readClock(context.Background()); err != nil {
		return nil, fmt.Errorf("the store cannot be read: %w", err)
	}
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
//
// Amounts are whole numbers of minor units. The source tok_declined refuses
// each charge.
func (s *Server) API() http.Handler {
	mux := http.NewServeMux()
	for pattern, read := range map[string]func(*Call) (task, error){
		"POST /v1/charges":        createCharge,
		"GET /v1/charges":         list(chargeKind),
		"GET /v1/charges/{id}":    getCharge,
		"PUT /v1/charges/{id}":    replaceCharge,
		"PATCH /v1/charges/{id}":  patchCharge,
		"DELETE /v1/charges/{id}": deleteCharge,
		"POST /v1/refunds":        createRefund,
		"GET /v1/refunds":         list(refundKind),
		"GET /v1/refunds/{id}":    getRefund,
	} {
		mux.Handle(pattern, s.handler(read))
	}
	mux.HandleFunc("GET "+problemPath+"{name}", describeProblem)
	if s.wrap != nil {
		return s.wrap(mux)
	}
	return mux
}

// Close lets go all work that is held and waits until no request is worked on.
// Requests that come later are answered 503.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.gate.releaseAll()
	s.calls.Wait()
}

// enter reports whether a request may be worked on. If so, [Server.Close] waits
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
	return s.name + "-" + strconv.FormatUint(s.claims.Add(1), 36)
}
