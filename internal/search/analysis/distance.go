package analysis

import "slices"

// MaxEdits is how many typing mistakes a word may have. Keys are ASCII in the
// languages that are spoken here, so that bytes are letters.
func MaxEdits(word string) int {
	switch n := len(word); {
	case n < 4:
		return 0
	case n < 8:
		return 1
	default:
		return 2
	}
}

// Edits is the number of insertions, deletions, substitutions and swaps of
// neighbours between two words, or limit+1 when it is more than limit.
func Edits(a, b string, limit int) int { return edits(a, b, limit, false) }

// edits is the same, or for an unfinished a the least of all beginnings of b.
func edits(a, b string, limit int, unfinished bool) int {
	ra, rb := []byte(a), []byte(b)
	if d := len(ra) - len(rb); d > limit || -d > limit && !unfinished {
		return limit + 1
	}
	before, last, row := make([]int, len(rb)+1), make([]int, len(rb)+1), make([]int, len(rb)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(ra); i++ {
		row[0] = i
		best := i
		for j := 1; j <= len(rb); j++ {
			cost := 1
			if ra[i-1] == rb[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && ra[i-1] == rb[j-2] && ra[i-2] == rb[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			best = min(best, row[j])
		}
		if best > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	if unfinished {
		return min(slices.Min(last), limit+1)
	}
	return min(last[len(rb)], limit+1)
}
