// Package reference is a small charges API that keeps any contract about
// idempotency keys, in the words of [idem.Contract]. It is the executable
// description of the contract: what a check calls right, this server does.
//
// Every decision about a key is one function of a [Policy]. [Correct] makes the
// policy that keeps a contract, and the handler asks it in order: who calls, is
// there a key, whose is it, what makes two requests the same, who owns the
// claim, what does a repeat get. A server that breaks a contract is a policy
// with one decision replaced; the server itself knows nothing of that.
//
// The effect of a request and the stored answer commit in one transaction of a
// [Store], and a claim is taken over only when its owner is proven dead, so that
// a crash at any instant leaves no effect without its memory and no memory
// without its effect.
//
// [Server.API] is the API under test. [Server.Admin] belongs on a listener of
// its own: it shows the ledger, moves the clock and holds work. With a seed
// other than zero, ids, latencies, the case of header names and the order of
// JSON members vary, so that a check cannot lean on an accident.
//
// The package does not judge and knows no check, no profile by name and no bug.
// It is no payment system: credentials are fixed, and no card is charged.
package reference
