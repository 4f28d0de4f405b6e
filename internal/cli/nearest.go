package cli

import "fmt"

// DidYouMean returns " (did you mean X?)", where X is the most similar of words. It returns "" if
// none is similar enough.
func DidYouMean(word string, words []string) string {
	best, least := "", (len(word)+1)/3
	for _, w := range words {
		if d := distance(word, w); d <= least && (best == "" || d < least) {
			best, least = w, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// UnknownCommand returns Misuse for a word that is not one of a program's commands.
func UnknownCommand(word string, commands []string) error {
	return Misuse("no command %q%s", word, DidYouMean(word, commands))
}

// distance is the number of letters to insert, delete, replace or exchange with a neighbour to turn
// a into b (Damerau, "A technique for computer detection and correction of spelling errors", 1964).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			rows[i][j] = min(replace, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
