// Package h2 is the client's end of one HTTP/2 connection (RFC 9113), made of
// frames and without a goroutine of its own: it reads only while its caller
// waits for something, and writes only what it is told to, besides the
// acknowledgements and window updates that the protocol demands.
//
// A request becomes bytes before it is written, so that a caller can hold back
// its last frame, write the frames of many requests at once, or tear one. The
// bytes are a function of the request, the stream's number and the target's
// largest frame alone: header blocks are Huffman-coded literals that refer to
// the static table and to nothing that was sent before (RFC 7541 section 6.2.3).
//
// What a target sends is bounded: heads, bodies, interim answers, and frames that
// carry nothing of an answer. A connection on which a bound or a rule is broken
// carries no further request. Nothing is ever sent twice.
package h2
