// Package bugs collects ways in which servers have broken their promises about
// idempotency keys. Each is one file with one variable: a [Bug] that replaces
// decisions of a [reference.Policy] by what the faulty servers did, names a
// public report of it, the clause that it breaks, and the checks that must
// catch it.
//
// A bug is a value in the path of a request and never a branch in the server.
// Bugs share no state: whatever one remembers, it makes afresh for each server.
//
// The package does not know the checks that it names; whoever puts both
// together has to see that they exist and that they do catch it.
package bugs
