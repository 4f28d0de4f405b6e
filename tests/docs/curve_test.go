package docs

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A version is a row of the table in docs/strength.md: the Elo over the version before, and its
// error.
type version struct {
	name       string
	elo, error float64
}

var versionForm = regexp.MustCompile(
	`(?m)^\| ([^|]+) \| [0-9a-f]{7} \| [^|]+ \| ([+-]?\d+)(?: ± (\d+))? \|`)

func versions(t *testing.T, text string) []version {
	t.Helper()
	var list []version
	for _, m := range versionForm.FindAllStringSubmatch(text, -1) {
		v := version{name: m[1]}
		v.elo, _ = strconv.ParseFloat(m[2], 64)
		v.error, _ = strconv.ParseFloat(m[3], 64)
		list = append(list, v)
	}
	if len(list) < 5 || list[0].elo != 0 {
		t.Fatalf("docs/strength.md has no table of versions that begins with 0: %v", list)
	}
	return list
}

// curve draws the sum of the versions' gains. A band shows the error of the sum.
func curve(list []version) string {
	const (
		width, height          = 760, 340
		left, right, top, foot = 60, 40, 20, 60
		step                   = 100 // Elo between two grid lines
	)
	var sums, errors []float64
	var sum, squares, most float64
	for _, v := range list {
		sum, squares = sum+v.elo, squares+v.error*v.error
		sums, errors = append(sums, sum), append(errors, math.Sqrt(squares))
		most = max(most, sum+math.Sqrt(squares))
	}
	most = step * math.Ceil(most/step)
	x := func(i int) float64 { return left + float64(i)*(width-left-right)/float64(len(list)-1) }
	y := func(elo float64) float64 { return height - foot - elo*(height-top-foot)/most }

	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "+
		"font-family=\"sans-serif\" font-size=\"12\">\n", width, height)
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height)
	for elo := 0.0; elo <= most; elo += step {
		fmt.Fprintf(&b, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>"+
			"<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%+.0f</text>\n",
			left, y(elo), width-right, left-8, y(elo)+4, elo)
	}
	var band, line []string
	for i := range list {
		band = append(band, fmt.Sprintf("%.1f %.1f", x(i), y(sums[i]+errors[i])))
		line = append(line, fmt.Sprintf("%.1f %.1f", x(i), y(sums[i])))
	}
	for i := len(list) - 1; i >= 0; i-- {
		band = append(band, fmt.Sprintf("%.1f %.1f", x(i), y(sums[i]-errors[i])))
	}
	fmt.Fprintf(&b, "<path d=\"M%sZ\" fill=\"#2a6f97\" fill-opacity=\"0.2\"/>\n",
		strings.Join(band, "L"))
	fmt.Fprintf(&b, "<path d=\"M%s\" fill=\"none\" stroke=\"#2a6f97\" stroke-width=\"2\"/>\n",
		strings.Join(line, "L"))
	for i, v := range list {
		fmt.Fprintf(&b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"#2a6f97\"/>"+
			"<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
			x(i), y(sums[i]), x(i), height-foot+20, v.name)
	}
	fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">Elo over the first network, "+
		"sum of the matches; band: 95%% interval of the sum</text>\n</svg>\n",
		(left+width-right)/2, height-foot+45)
	return b.String()
}

// TestCurve checks docs/strength.svg against the table in docs/strength.md.
func TestCurve(t *testing.T) {
	want := curve(versions(t, read(t, "docs/strength.md")))
	if *update {
		err := os.WriteFile(filepath.Join(root, "docs", "strength.svg"), []byte(want), 0o644)
		if err != nil {
			t.Fatal(err)
		}
	}
	if read(t, "docs/strength.svg") != want {
		t.Error("docs/strength.svg is not what docs/strength.md says; " +
			"go test ./tests/docs -update draws it anew")
	}
}
