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
				idem.Replay, documented,
				"the cached response is sent again with its status", readme,
			},
			{
				idem.Marked, undocumented,
				"no marker is named", readme,
			},
			{
				idem.MissingKey, documented,
				"the next function is called whether a key was found or not", readme,
			},
			{
				idem.Mismatch, documented,
				"another body is a misuse of the key and an error; which status that gets is not said, and the code says 417", readme,
			},
			{
				idem.Expired, undocumented,
				"no lifetime is mentioned and none can be set; the storage in memory is not recommended for production", readme,
			},
		},
	}
}
