// Fiber mounts the idempotency middleware of github.com/gofiber/fiber/v3 on the
// small charges API that all servers of this folder speak. Everything about
// idempotency keys is the middleware's doing; each call that it lets through
// makes a charge.
package main

import (
	"errors"
	"flag"
	"log"
	"net"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/idempotency"
	"github.com/idemspec/idemspec/reference/interop/book"
)

func main() {
	lifetime := flag.Duration("lifetime", 30*time.Minute, "how long the middleware remembers a key")
	flag.Parse()
	log.SetFlags(0)
	b := book.New()
	api := func(l net.Listener) error {
		return app(b, *lifetime).Listener(l, fiber.ListenConfig{DisableStartupMessage: true})
	}
	if err := book.Serve(api, b.Admin()); err != nil {
		log.Fatal("fiber: ", err)
	}
}

func app(b *book.Book, lifetime time.Duration) *fiber.App {
	app := fiber.New(fiber.Config{ErrorHandler: answerError})
	app.Use(idempotency.New(idempotency.Config{KeyHeader: "Idempotency-Key", Lifetime: lifetime}))
	app.Post("/v1/charges", func(c fiber.Ctx) error {
		var in book.Charge
		if err := c.Bind().JSON(&in); err != nil || in.Amount <= 0 {
			return fiber.NewError(fiber.StatusBadRequest, "amount must be a positive number of minor units")
		}
		made, err := b.Charge(in)
		if err != nil {
			return err
		}
		return c.Status(fiber.StatusCreated).JSON(made)
	})
	return app
}

// answerError gives the middleware's own error the status that its name asks
// for; the framework would answer it with 500.
func answerError(c fiber.Ctx, err error) error {
	status := fiber.StatusInternalServerError
	var known *fiber.Error
	switch {
	case errors.As(err, &known):
		status = known.Code
	case errors.Is(err, idempotency.ErrInvalidIdempotencyKey):
		status = fiber.StatusBadRequest
	}
	return c.Status(status).JSON(fiber.Map{"error": err.Error()})
}
