package race

import "math"

// doubt is how often a lower bound may lie above the truth.
const doubt = 0.025

// atLeast returns the share that a chance has at least, if it came true in so
// many of n tries: the exact lower bound of Clopper and Pearson.
func atLeast(came, n int) float64 {
	if came == 0 {
		return 0
	}
	low, high := 0.0, float64(came)/float64(n)
	for range 60 {
		p := (low + high) / 2
		if tail(came, n, p) < doubt {
			low = p
		} else {
			high = p
		}
	}
	return low
}

// tail is the chance that something of chance p comes true at least so often in
// n tries.
func tail(came, n int, p float64) float64 {
	sum := 0.0
	for k := came; k <= n; k++ {
		sum += math.Exp(choose(n, k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
	}
	return sum
}

// choose is the logarithm of the number of ways to choose k of n.
func choose(n, k int) float64 {
	g := func(i int) float64 { v, _ := math.Lgamma(float64(i) + 1); return v }
	return g(n) - g(k) - g(n-k)
}

// roundsFor returns how many rounds show something that comes true in a share of
// them at least once with a confidence; zero if no number does.
func roundsFor(share, confidence float64) int {
	switch {
	case share <= 0:
		return 0
	case share >= 1:
		return 1
	}
	return int(math.Ceil(math.Log1p(-confidence) / math.Log1p(-share)))
}
