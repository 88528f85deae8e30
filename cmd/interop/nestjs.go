package main

import "github.com/idemspec/idemspec/checks/idem"

func nodeIdempotency() server {
	const readme = "https://github.com/mahendraHegde/node-idempotency/blob/main/packages/core/Readme.md"
	return server{
		name:       "nestjs",
		middleware: "@node-idempotency/nestjs",
		language:   "JavaScript",
		version:    npmPackage("nestjs", "@node-idempotency/nestjs"),
		start:      []string{"node", "nestjs/server.js", "--lifetime=" + lifetime},
		target:     targetFile,
		mounted: "`NodeIdempotencyModule.forRootAsync(…)` with `enforceIdempotency: true`, a `cacheTTLMS` and the adapter `memory`; " +
			"`@Idempotent()` on the handler, in NestJS 10 on Express",
		said: []said{
			{
				clause: idem.Replay, stand: documented, source: readme,
				text: "the previous response is returned with its status",
			},
			{
				clause: idem.RunningMismatch, stand: undocumented, source: readme,
				text: "a conflict and a mismatch are both named; which of them counts while the first request runs is not said, and the code looks at the progress first",
			},
			{
				clause: idem.Marked, stand: undocumented, source: readme,
				text: "its own marker, `Idempotent-Replayed: true`, stands in the code and not in the documents",
			},
		},
	}
}
