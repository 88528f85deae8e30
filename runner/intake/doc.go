// Package intake makes a target file of what people already have: a curl line, an
// OpenAPI document, a recording of a browser, a Postman collection.
//
// A reader turns its input into [Candidate] requests, and [Make] writes the
// target file for one of them. Secrets of the input are put out of it on the way:
// the file names the environment variables that hold them. It reads no file by
// itself and sends nothing.
package intake
