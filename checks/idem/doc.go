// Package idem is the vocabulary of the harness: what a target promises about
// idempotency keys, what is sent to it, what came back, and what that proves.
//
// Every other package speaks in these words and none of them needs another
// sibling for it. Data flows one way:
//
//	Contract ▶ Check.Plan ▶ Plan ▶ (a runner) ▶ History ▶ Judge ▶ Judgement
//
// Two laws are kept here. The zero [Verdict] is [Unjudged], so that what was
// never looked at is never passed; and only [Judge] makes a [Judgement] that
// says more than that.
//
// The package opens no connection, reads no clock and starts no goroutine.
package idem
