// Fiber mounts the idempotency middleware of github.com/gofiber/fiber/v3 on the
// small charges API that all servers of this folder speak, so that idemspec can
// be run against a middleware that it did not write.
//
// Everything about idempotency keys is the middleware's doing, with its default
// settings apart from the name of the header and the lifetime. The handler
// behind it is plain: each call makes a charge.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/idempotency"
)

func main() {
	lifetime := flag.Duration("lifetime", 3*time.Second, "how long the middleware remembers a key")
	flag.Parse()
	log.SetFlags(0)
	if err := serve(*lifetime); err != nil {
		log.Fatal("fiber: ", err)
	}
}

// serve runs both listeners on loopback until the process is told to end. The
// first line that it prints names them.
func serve(lifetime time.Duration) error {
	api, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	admin, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("api=http://%s admin=http://%s\n", api.Addr(), admin.Addr())

	b := newBook()
	quiet := fiber.ListenConfig{DisableStartupMessage: true}
	ended := make(chan error, 2)
	go func() { ended <- apiApp(b, lifetime).Listener(api, quiet) }()
	go func() { ended <- adminApp(b).Listener(admin, quiet) }()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	select {
	case <-signals:
		return nil
	case err := <-ended:
		return err
	}
}

func apiApp(b *book, lifetime time.Duration) *fiber.App {
	app := fiber.New(fiber.Config{ErrorHandler: func(c fiber.Ctx, err error) error {
		status := fiber.StatusInternalServerError
		var known *fiber.Error
		switch {
		case errors.As(err, &known):
			status = known.Code
		case errors.Is(err, idempotency.ErrInvalidIdempotencyKey):
			status = fiber.StatusBadRequest
		}
		return c.Status(status).JSON(fiber.Map{"error": err.Error()})
	}})
	app.Use(idempotency.New(idempotency.Config{KeyHeader: "Idempotency-Key", Lifetime: lifetime}))
	app.Post("/v1/charges", func(c fiber.Ctx) error {
		var in charge
		if err := c.Bind().JSON(&in); err != nil || in.Amount <= 0 {
			return fiber.NewError(fiber.StatusBadRequest, "amount must be a positive number of minor units")
		}
		return c.Status(fiber.StatusCreated).JSON(b.charge(in))
	})
	return app
}

func adminApp(b *book) *fiber.App {
	app := fiber.New()
	app.Get("/ledger", func(c fiber.Ctx) error {
		return c.JSON(fiber.Map{"effects": b.effects(c.Query("marker"))})
	})
	hook := func(do func(marker string)) fiber.Handler {
		return func(c fiber.Ctx) error {
			var in struct {
				Marker string `json:"marker"`
			}
			if err := c.Bind().JSON(&in); err != nil {
				return err
			}
			do(in.Marker)
			return c.SendStatus(fiber.StatusNoContent)
		}
	}
	app.Post("/hold", hook(b.hold))
	app.Post("/release", hook(b.release))
	return app
}
