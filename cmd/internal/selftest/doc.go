// Package selftest proves the checks themselves: each is run against the
// reference server as it should be and with each bug, under each profile that
// promises what the bug breaks. A bug that no check catches is listed as missed,
// and a right server that is accused is the worst that can be found.
package selftest
