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
				idem.Replay, documented,
				"the stored status, body and header fields are sent again", design,
			},
			{
				idem.Marked, undocumented,
				"no marker is named; `IsFromCache` lets the application add one", page,
			},
			{
				idem.MissingKey, documented,
				"a request without a key is handed on as if the middleware were not there", design,
			},
			{
				idem.Mismatch, undocumented,
				"no comparison of requests is mentioned; the key alone decides", page,
			},
			{
				idem.InFlight, documented,
				"the key is locked while the first request runs, and looked up again under the lock", design,
			},
		},
	}
}
