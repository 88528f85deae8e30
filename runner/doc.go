// Package runner carries out plans. It binds a check's symbols to a target,
// sends exactly what the plan says, records all that happens, and hands the
// history to [idem.Judge]. It judges nothing, prints nothing, and does not know
// the catalogue.
package runner
