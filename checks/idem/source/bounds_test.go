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
	// No refusal may take much longer than reading a large text does, which takes
	// about 30 ms; an absolute limit would measure the machine.
	large := fastest(largeText(), 0)
	limit := 4 * large
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
		_, err := Parse("f.yaml", []byte(text))
		if err == nil {
			t.Errorf("%s is taken", name)
		} else if n := len(err.Error()); n > 1000 {
			t.Errorf("%s gives an error of %d bytes", name, n)
		}
		if took := fastest(text, limit); took > limit {
			t.Errorf("%s is refused after %v, and a large text is read within %v", name, took, large)
		}
	}
}

// fastest returns how long it takes to read a text: the shortest of a few times
// if it is above a limit, since the machine may have other things to do.
func fastest(text string, limit time.Duration) time.Duration {
	best := time.Hour
	for range 5 {
		start := time.Now()
		_, _ = Parse("f.yaml", []byte(text))
		if best = min(best, time.Since(start)); best <= limit {
			break
		}
	}
	return best
}

// largeText is about as much as is read at all.
func largeText() string {
	var b strings.Builder
	for i := range maxMarks/2 - 1 {
		fmt.Fprintf(&b, "k%d: a\n", i)
	}
	return b.String()
}

func TestALargeTextIsTaken(t *testing.T) {
	if _, err := Parse("f.yaml", []byte(largeText())); err != nil {
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

func BenchmarkLargeText(b *testing.B) {
	text := []byte(largeText())
	for b.Loop() {
		if _, err := Parse("f.yaml", text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHostileText(b *testing.B) {
	text := []byte(strings.Repeat("[", 10<<20))
	for b.Loop() {
		if _, err := Parse("f.yaml", text); err == nil {
			b.Fatal("it is taken")
		}
	}
}

func deepBrackets(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
