package docs

import (
	"regexp"
	"strings"
	"testing"
)

// terms are words that a newcomer may not know. The keys are the glossary's headings.
var terms = map[string]*regexp.Regexp{
	"Elo":                 regexp.MustCompile(`\bElo\b`),
	"GUI":                 regexp.MustCompile(`\bGUIs?\b`),
	"OpenBench":           regexp.MustCompile(`\bOpenBench\b`),
	"Pondering":           regexp.MustCompile(`\b[Pp]ondering\b`),
	"SPRT":                regexp.MustCompile(`\bSPRT\b`),
	"UCI":                 regexp.MustCompile(`\bUCI\b`),
	"UHO":                 regexp.MustCompile(`\bUHO\b`),
	"Alpha-beta":          regexp.MustCompile(`\b[Aa]lpha-beta\b`),
	"Centipawn":           regexp.MustCompile(`\b[Cc]entipawns?\b`),
	"Depth, ply":          regexp.MustCompile(`\b(ply|plies)\b`),
	"Lazy SMP":            regexp.MustCompile(`\bLazy SMP\b`),
	"Perft":               regexp.MustCompile(`\b[Pp]erft\b`),
	"Principal variation": regexp.MustCompile(`\b[Pp]rincipal variations?\b`),
	"Quiescence search":   regexp.MustCompile(`\b[Qq]uiescence\b`),
	"SPSA":                regexp.MustCompile(`\bSPSA\b`),
	"Tablebase, Syzygy":   regexp.MustCompile(`\bSyzygy\b`),
	"Accumulator":         regexp.MustCompile(`\b[Aa]ccumulators?\b`),
	"Bucket":              regexp.MustCompile(`\b[Bb]uckets?\b`),
	"DFRC":                regexp.MustCompile(`\b(DFRC|double Chess960)\b`),
	"NNUE":                regexp.MustCompile(`\bNNUE\b`),
	"Quantisation":        regexp.MustCompile(`\b[Qq]uanti[sz]\w+\b`),
	"TCEC":                regexp.MustCompile(`\bTCEC\b`),
}

var markedForm = regexp.MustCompile(`\[[^\]]*\]\([^)]*\)`)

// prose is a page without its headings, tables and code.
func prose(text string) string {
	text = codeForm.ReplaceAllString(fencedForm.ReplaceAllString(text, ""), "")
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// TestTerms: the first use of each term in the prose of a page must be a link, to the glossary or
// to an explanation. The experiments' index points to the glossary for all of its files.
func TestTerms(t *testing.T) {
	glossary := anchors(read(t, "docs/glossary.md"))
	for heading := range terms {
		anchor := strings.ReplaceAll(strings.ToLower(heading), ",", "")
		if !glossary[strings.ReplaceAll(anchor, " ", "-")] {
			t.Errorf("docs/glossary.md has no heading %q", heading)
		}
	}
	for _, name := range pages(t) {
		if strings.HasPrefix(name, experiments+"/") || name == "docs/glossary.md" ||
			name == "CHANGELOG.md" {
			continue
		}
		text := prose(read(t, name))
		links := markedForm.FindAllStringIndex(text, -1)
		for heading, form := range terms {
			first := form.FindStringIndex(text)
			if first == nil {
				continue
			}
			linked := false
			for _, l := range links {
				linked = linked || l[0] <= first[0] && first[1] <= l[1]
			}
			if !linked {
				t.Errorf("%s: the first %q links to nothing that explains it; want glossary.md, %q",
					name, text[first[0]:first[1]], heading)
			}
		}
	}
}
