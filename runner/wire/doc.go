// Package wire sends exactly the traffic that was meant. It speaks HTTP/1.1
// over connections that the caller opens, reuses and closes, plain or under
// TLS, alone or in bursts that are released together.
//
// It never repeats a request, follows a redirect, reads a proxy from the
// environment, decodes an answer or adds a field of its own beyond Host and
// Content-Length. The client of net/http resends a POST that carries an
// Idempotency-Key when a reused connection dies, which would make the very
// duplicate that this harness looks for; a test of this package shows it. What
// enters the socket is counted there, so that a report can prove what was sent.
//
// Nothing here judges an answer. What arrives is bounded in size by [Limits] and
// in time by the context of the call, whose end closes the connection.
package wire
