package source

import (
	"fmt"
	"strings"
)

// Nearest returns the candidate that was probably meant by a word, and whether
// there is one: it must be reached by few changes of single letters, and by
// fewer than the word has.
func Nearest(word string, candidates []string) (string, bool) {
	best, fewest := "", min(max(2, len(word)/3)+1, len(word))
	for _, c := range candidates {
		if d := distance(strings.ToLower(word), strings.ToLower(c)); d < fewest {
			best, fewest = c, d
		}
	}
	return best, best != ""
}

// DidYouMean writes a question for the end of a message, or nothing.
func DidYouMean(word string, candidates []string) string {
	if near, found := Nearest(word, candidates); found {
		return fmt.Sprintf(", did you mean %q?", near)
	}
	return ""
}

// distance counts the insertions, deletions and replacements of bytes that turn
// one word into the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left, diagonal := i+1, i
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, left, row[j+1])
			}
			row[j], left, diagonal = left, cost, row[j+1]
		}
		row[len(b)] = left
	}
	return row[len(b)]
}
