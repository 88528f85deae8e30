// Package report renders a finished [idem.Run], one file for each format. It
// reads no clock, changes no order by chance, and decides nothing: what it writes
// follows from the run alone. Whatever a target sent is foreign text here, and
// each format makes it harmless in its own way.
package report
