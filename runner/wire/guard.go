package wire

import "context"

// abandon ends the connection below any TLS, so that not even a notice is sent.
func (c *Conn) abandon() { c.sock.Close() }

// guard ends the connections as soon as the context does. The function that it
// returns takes the guard away, and returns once no guard is at work any more.
func guard(ctx context.Context, conns ...*Conn) func() {
	if ctx.Done() == nil {
		return func() {}
	}
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		for _, c := range conns {
			c.abandon()
		}
	})
	return func() {
		if stop() {
			return
		}
		<-done
		for _, c := range conns {
			c.bury(context.Cause(ctx))
		}
	}
}
