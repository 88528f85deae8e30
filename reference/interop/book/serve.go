package book

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

// Serve runs both sides on free ports of loopback until one of them fails or
// the process is told to end. The first line that it prints names them. API is
// given the listener, since some frameworks bring their own server.
func Serve(api func(net.Listener) error, admin http.Handler) error {
	apiSide, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	adminSide, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	ended := make(chan error, 2)
	go func() { ended <- api(apiSide) }()
	go func() { ended <- http.Serve(adminSide, admin) }()
	fmt.Printf("api=http://%s admin=http://%s\n", apiSide.Addr(), adminSide.Addr())
	select {
	case <-signals:
		return nil
	case err := <-ended:
		return errors.Join(errors.New("a listener ended"), err)
	}
}
