package source

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestHostileTextsAreRefusedAtOnce(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for i := 'b'; i < 'k'; i++ {
		bomb += string(i) + ": &" + string(i) + " [" + strings.Repeat("*"+string(i-1)+",", 9) + "]\n"
	}
	whole := func(s string) string { return strings.Repeat(s, (maxSize-10)/len(s)) }
	for name, text := range map[string]string{
		"ten megabytes":      strings.Repeat("a", 10<<20),
		"ten megabytes deep": strings.Repeat("[", 10<<20),
		"an alias bomb":      bomb,
		"an alias of itself": "a: &a [*a]\n",
		"deep brackets":      whole("["),
		"deep braces":        whole("{a: "),
		"deep dashes":        whole("- "),
		"deep questions":     whole("? "),
		"deep blocks":        deepBlocks(1000),
		"a long list":        "[" + whole("a,"),
		"a long mapping":     "{" + whole("a: b, "),
		"many lines":         whole("a\n"),
		"many documents":     whole("--- a\n"),
		"many anchors":       whole("&a "),
		"many tags":          whole("!a "),
		"many digits":        "a: 1e-9999999",
		"a text without end": "a: \"" + whole("\\x41"),
		"words without end":  "[" + whole("a "),
	} {
		best := time.Hour
		for range 3 {
			start := time.Now()
			_, err := Parse("f.yaml", []byte(text))
			best = min(best, time.Since(start))
			if err == nil {
				t.Errorf("%s is taken", name)
			} else if n := len(err.Error()); n > 1000 {
				t.Errorf("%s gives an error of %d bytes", name, n)
			}
		}
		// A tenth of a second is the promise; the rest is for the race detector
		// and for machines that have other things to do.
		if best > time.Second {
			t.Errorf("%s is refused after %v", name, best)
		}
	}
}

func TestALargeTextIsTaken(t *testing.T) {
	var b strings.Builder
	for i := range maxMarks/2 - 1 {
		fmt.Fprintf(&b, "k%d: a\n", i)
	}
	if _, err := Parse("f.yaml", []byte(b.String())); err != nil {
		t.Error(err)
	}
}

func deepBlocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func deepBrackets(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
