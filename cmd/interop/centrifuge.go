package main

import "github.com/idemspec/idemspec/checks/idem"

func centrifuge() server {
	const page = "https://pkg.go.dev/github.com/centrifugal/centrifuge@v0.40.1#PublishOptions"
	return server{
		name:       "centrifuge",
		middleware: "github.com/centrifugal/centrifuge",
		language:   "Go",
		version:    goModule("github.com/centrifugal/centrifuge"),
		start:      []string{"BIN/centrifuge", "-lifetime", lifetime + "s"},
		target:     "centrifuge/target.yaml",
		mounted: "no middleware: a charge is a publication with `WithIdempotencyKey` and `WithIdempotentResultTTL` on the memory broker, and the ledger is its history; " +
			"a suppressed publication is answered 200 with `Idempotent-Replay: true` by our handler",
		said: []said{
			{
				clause: idem.MissingKey, stand: documented, source: page,
				text: "the key is optional",
			},
			{
				clause: idem.Mismatch, stand: documented, source: page,
				text: "the result is that of the earlier publication with the same key; the data is not compared",
			},
		},
	}
}
