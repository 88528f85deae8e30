package race

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Listen serves a ledger on loopback, in HTTP/1.1 and in HTTP/2 by prior
// knowledge, until stop is called. Host is its address and port.
func Listen(l *Ledger) (host string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("no ledger to calibrate by: %w", err)
	}
	s := &http.Server{Handler: l, Protocols: new(http.Protocols), ReadHeaderTimeout: time.Minute}
	s.Protocols.SetHTTP1(true)
	s.Protocols.SetUnencryptedHTTP2(true)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Serve(listener) // returns when it is closed
	}()
	return listener.Addr().String(), func() {
		s.Close()
		<-done
	}, nil
}

// Child is the main function of a process that serves a ledger: it writes the
// address on a line, and ends when its input does. A ledger in a process of its
// own is closer to a target than one that shares the scheduler of the client.
func Child(ctx context.Context, in io.Reader, out io.Writer) error {
	host, stop, err := Listen(NewLedger())
	if err != nil {
		return err
	}
	defer stop()
	if _, err := fmt.Fprintln(out, host); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, in)
		ended <- err
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return errors.New("the ledger was told to end before its input did")
	}
}
