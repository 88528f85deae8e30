package main

import "github.com/idemspec/idemspec/checks/idem"

func fiber() server {
	const (
		page   = "https://github.com/gofiber/fiber/blob/v3.1.0/docs/middleware/idempotency.md"
		design = "https://github.com/gofiber/fiber/issues/2163"
	)
	return server{
		name:       "fiber",
		middleware: "github.com/gofiber/fiber/v3/middleware/idempotency",
		language:   "Go",
		version:    goModule("github.com/gofiber/fiber/v3"),
		start:      []string{"BIN/fiber", "-lifetime", lifetime + "s"},
		target:     targetFile,
		mounted: "`app.Use(idempotency.New(…))` with `KeyHeader: \"Idempotency-Key\"` and a `Lifetime`; " +
			"lock and storage are the defaults, in memory",
		said: []said{
			{
				check: "error-after-effect", stand: documented, source: design,
				text: "if the handler returns an error, that is returned and nothing is saved",
			},
			{
				clause: idem.Replay, stand: documented, source: design,
				text: "the stored status, body and header fields are sent again",
			},
			{
				clause: idem.Marked, stand: undocumented, source: page,
				text: "no marker is named; `IsFromCache` lets the application add one",
			},
			{
				clause: idem.MissingKey, stand: documented, source: design,
				text: "a request without a key is handed on as if the middleware were not there",
			},
			{
				clause: idem.Mismatch, stand: undocumented, source: page,
				text: "no comparison of requests is mentioned; the key alone decides",
			},
			{
				clause: idem.RunningMismatch, stand: undocumented, source: design,
				text: "who comes while the first request runs waits for it, and gets what is stored under the key; that another body is noticed is not said",
			},
			{
				clause: idem.InFlight, stand: documented, source: design,
				text: "the key is locked while the first request runs, and looked up again under the lock",
			},
		},
	}
}
