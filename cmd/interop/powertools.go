package main

import "github.com/idemspec/idemspec/checks/idem"

func powertools() server {
	const (
		issue = "https://github.com/aws-powertools/powertools-lambda-typescript/issues/5705"
		lost  = "the cache storage drops the hash of the payload when a request completes, so that with payload validation " +
			"each identical repeat is refused; mended upstream after this version"
	)
	s := server{
		name:       "powertools",
		middleware: "@aws-lambda-powertools/idempotency",
		language:   "TypeScript",
		version:    npmPackage("powertools", "@aws-lambda-powertools/idempotency"),
		start:      []string{"node", "powertools/server.js", "--lifetime=" + lifetime},
		target:     targetFile,
		mounted: "`makeIdempotent` around a Lambda handler behind a small HTTP front, with `eventKeyJmesPath`, `payloadValidationJmesPath`, " +
			"`throwOnNoIdempotencyKey` and `expiresAfterSeconds`; `CachePersistenceLayer` on a client in memory; " +
			"its errors are answered with 400, 409 and 422, since it leaves that to its user",
	}
	for _, clause := range []idem.Situation{idem.Replay, idem.Mismatch, idem.OneEffect, idem.InFlight, idem.Kept} {
		s.said = append(s.said, said{clause, knownBug, lost, issue})
	}
	return s
}
