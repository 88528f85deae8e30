package main

import "github.com/idemspec/idemspec/checks/idem"

func expressIdempotency() server {
	const readme = "https://github.com/VilledeMontreal/express-idempotency#readme"
	return server{
		name:       "express",
		middleware: "express-idempotency",
		language:   "JavaScript",
		version:    npmPackage("express", "express-idempotency"),
		start:      []string{"node", "express/server.js"},
		target:     targetFile,
		mounted: "`app.use(idempotency())` behind `express.json()`, and `isHit` in the handler as its README asks; " +
			"no settings, the default storage in memory",
		said: []said{
			{
				check: "retyped-member", stand: undocumented, source: readme,
				text: "the bodies are to match; that the comparison is a loose one, to which \"7001\" and 7001 are equal, is not said",
			},
			{
				check: "error-after-effect", stand: documented, source: readme,
				text: "the handler is to call `reportError`, which removes what is known of the key, and answers other than 2xx are not kept",
			},
			{
				clause: idem.Replay, stand: documented, source: readme,
				text: "the cached response is sent again with its status",
			},
			{
				clause: idem.Marked, stand: undocumented, source: readme,
				text: "no marker is named",
			},
			{
				clause: idem.MissingKey, stand: documented, source: readme,
				text: "the next function is called whether a key was found or not",
			},
			{
				clause: idem.Mismatch, stand: documented, source: readme,
				text: "another body is a misuse of the key and an error; which status that gets is not said, and the code says 417",
			},
			{
				clause: idem.RunningMismatch, stand: documented, source: readme,
				text: "another body is a misuse of the key, whether the first request still runs or not; which status that gets is not said, and the code says 417",
			},
			{
				clause: idem.RetryAfter, stand: undocumented, source: readme,
				text: "how long to wait for a request that still runs is not said",
			},
			{
				clause: idem.Expired, stand: undocumented, source: readme,
				text: "no lifetime is mentioned and none can be set; the storage in memory is not recommended for production",
			},
		},
	}
}
