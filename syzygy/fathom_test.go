package syzygy

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"sente/board"
)

var fathomPath = flag.String("fathom", "",
	"the fathom program, for a comparison of 300 positions; with -syzygy")

// TestFathom compares positions with a third prober, which prints the outcome and distance of
// one position a call, unsigned.
func TestFathom(t *testing.T) {
	if *fathomPath == "" || *syzygyDir == "" {
		t.Skip("needs -fathom and -syzygy")
	}
	tables := open(t, *syzygyDir)
	names := materials(t, *syzygyDir, 3)
	rng := rand.New(rand.NewPCG(13, 13))
	outcomes := map[string]WDL{"Loss": Loss, "BlessedLoss": BlessedLoss, "Draw": Draw,
		"CursedWin": CursedWin, "Win": Win}
	counts := map[WDL]int{}
	for n := 0; n < 300; {
		p, err := board.ParseFEN(randomFEN(rng, names[n%len(names)]))
		if err != nil || !p.HasLegalMove() { // it has no distance for mates
			continue
		}
		n++
		out, err := exec.Command(*fathomPath, "--path="+*syzygyDir, p.FEN()).Output()
		if err != nil {
			t.Fatalf("%s: %v", p.FEN(), err)
		}
		tag := func(name string) string {
			_, rest, _ := strings.Cut(string(out), "["+name+` "`)
			value, _, _ := strings.Cut(rest, `"`)
			return value
		}
		var want verdict
		want.wdl = outcomes[tag("WDL")]
		if _, err := fmt.Sscan(tag("DTZ"), &want.dtz); err != nil {
			t.Fatalf("%s: %v in %s", p.FEN(), err, out)
		}
		if want.wdl < Draw {
			want.dtz = -want.dtz
		}
		if got, err := judge(tables, p.FEN()); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", p.FEN(), got, err, want)
		}
		counts[want.wdl]++
	}
	t.Logf("300 compared: %v", counts)
}
