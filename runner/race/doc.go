// Package race says what a burst can see. It has a ledger that is wrong on
// purpose: it looks whether a key is known, waits, and books, so that two
// requests with one key make two effects if the second one looks before the
// first has booked. How long it waits is the window of the race, and is known.
//
// A burst that finds no double effect in a real target proves nothing by
// itself. [Calibrate] releases the same burst at that ledger, on the same
// machine, and says how long a window has to be so that it would have been seen
// with a given confidence; or that no window can be claimed. [Bench] compares
// ways of releasing a burst, public tools among them.
package race
