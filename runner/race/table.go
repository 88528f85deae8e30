package race

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// WriteTable writes a table in Markdown for each number of requests and each
// window, with ratios to the best public tool and to a reference technique.
func WriteTable(w io.Writer, cells []Cell, confidence float64) error {
	for len(cells) > 0 {
		n := 1
		for n < len(cells) && cells[n].Requests == cells[0].Requests && cells[n].Window == cells[0].Window {
			n++
		}
		if err := writeGroup(w, cells[:n], confidence); err != nil {
			return err
		}
		cells = cells[n:]
	}
	return nil
}

func writeGroup(w io.Writer, cells []Cell, confidence float64) error {
	best, plain := 0.0, 0.0
	for _, c := range cells {
		if c.Technique.Peer {
			best = max(best, c.Share())
		}
		if c.Technique.Name == Reference {
			plain = c.Share()
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d requests, %s window of %s:\n\n", cells[0].Requests, cells[0].Window.Kind, cells[0].Window.Long)
	fmt.Fprintf(&b, "| technique | exposed | × best tool | × barrier | requests for one | first gap | a round | %g %% |\n", 100*confidence)
	b.WriteString("|---|---|---|---|---|---|---|---|\n")
	for _, c := range cells {
		if c.Err != "" {
			fmt.Fprintf(&b, "| %s | given up: %s | | | | | | |\n", c.Technique.Name, strings.ReplaceAll(c.Err, "|", "/"))
			continue
		}
		fmt.Fprintf(&b, "| %s | %.2f (%d/%d) | %s | %s | %s | %s | %s | %s |\n",
			c.Technique.Name, c.Share(), c.Exposed, c.Rounds, ratio(c.Share(), best), ratio(c.Share(), plain),
			c.forOne(), short(median(c.Gaps)), short(median(c.Took)), c.until(confidence))
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// forOne is how many requests it took to expose one round, on average.
func (c Cell) forOne() string {
	if c.Exposed == 0 {
		return fmt.Sprintf("over %d", c.Sent)
	}
	return fmt.Sprint(c.Sent / c.Exposed)
}

// until is how long it takes to see the window with a confidence: the rounds
// that the lower bound of the share asks for, and their time.
func (c Cell) until(confidence float64) string {
	n := roundsFor(atLeast(c.Exposed, c.Rounds), confidence)
	if n == 0 {
		return "never seen"
	}
	return fmt.Sprintf("%d rounds, %s", n, short(time.Duration(n)*median(c.Took)))
}

func ratio(a, b float64) string {
	if b == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", a/b)
}

func short(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Microseconds())
	case d < 100*time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}
