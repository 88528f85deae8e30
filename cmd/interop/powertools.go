package main

func powertools() server {
	const (
		manual = "https://docs.aws.amazon.com/powertools/typescript/latest/features/idempotency/#handling-exceptions"
		issue  = "https://github.com/aws-powertools/powertools-lambda-typescript/issues/5705"
	)
	return server{
		name:       "powertools",
		middleware: "@aws-lambda-powertools/idempotency",
		language:   "TypeScript",
		version:    npmPackage("powertools", "@aws-lambda-powertools/idempotency"),
		start:      []string{"node", "powertools/server.js", "--lifetime=" + lifetime},
		target:     targetFile,
		mounted: "`makeIdempotent` around a Lambda handler behind a small HTTP front, with `eventKeyJmesPath`, `payloadValidationJmesPath`, " +
			"`throwOnNoIdempotencyKey` and `expiresAfterSeconds`; `CachePersistenceLayer` on a client in memory; " +
			"its errors are answered with 400, 409 and 422, since it leaves that to its user",
		said: []said{
			{
				check: "error-after-effect", stand: documented, source: manual,
				text: "if the handler throws, the record is deleted, and the next request with the key runs again",
			},
			{
				// One bug is behind whatever else is found: see the issue.
				stand: knownBug, source: issue,
				text: "with payload validation the cache storage drops the hash of the payload when a request completes, " +
					"so that each identical repeat is refused; mended upstream after this version",
			},
		},
	}
}
