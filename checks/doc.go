// Package checks is the catalogue of what idemspec tests. Each check is one
// file that declares one [idem.Check]: the words that explain it, a Plan that
// says what to send, and a Judge that reads what came back. A check sends
// nothing, knows no vendor, and holds no status code: those are the contract's.
//
// To add a check, write its file, run the tests, and give it a bug of the
// reference server that it alone is credited with.
package checks
