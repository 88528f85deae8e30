package main

import (
	"time"

	"github.com/idemspec/idemspec/runner"
	"github.com/spf13/pflag"
)

// raceOptions say which races a run is to see.
type raceOptions struct {
	window     time.Duration
	confidence float64
}

func (o *raceOptions) flags(f *pflag.FlagSet) {
	f.DurationVar(&o.window, "race-window", 100*time.Microsecond, "shortest race that is to be seen: checks of races take rounds until it would have been; 0 for one round and no claim")
	f.Float64Var(&o.confidence, "race-confidence", runner.DefaultRaceConfidence, "how surely it is to be seen")
}

func (o raceOptions) problem() error {
	if o.window < 0 || o.window > time.Second {
		return usage("--race-window %s: it lies between 0 and 1s", o.window)
	}
	if !(o.confidence > 0 && o.confidence < 1) { // NaN is in neither
		return usage("--race-confidence %g: it lies between 0 and 1", o.confidence)
	}
	return nil
}
