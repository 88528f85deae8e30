// Package target reads the target file: how to reach the system under test, what
// to send, how to count its effects, and which levers it offers. Secrets are
// taken from the environment or from files by reference and are never part of
// the file. Templates are resolved once for each case, so that a repeat has the
// same bytes. Nothing is sent that the file does not declare, apart from the
// idempotency key, a Content-Type that fits the body, and the harness's
// User-Agent.
package target
