package ordering

import (
	"bufio"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"sente/board"
)

var seeFile = flag.String("see-file", "", "check every line `FEN; move in SAN; centipawns` of this file too")

func TestSEEFile(t *testing.T) {
	if *seeFile == "" {
		t.Skip("no -see-file")
	}
	f, err := os.Open(*seeFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		parts := strings.Split(lines.Text(), ";")
		if len(parts) < 3 {
			continue
		}
		want, err := strconv.Atoi(strings.TrimSpace(parts[2]))
		if err != nil {
			t.Fatal(err)
		}
		checkSEE(t, strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1]), want)
		n++
	}
	t.Logf("%d exchanges", n)
}

// checkSEE checks that the exchanges after the move (SAN) are worth exactly want centipawns.
func checkSEE(t *testing.T, fen, san string, want int) {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.ParseSAN(san)
	if err != nil {
		t.Fatal(err)
	}
	if !SEEAtLeast(&p, m, want) {
		t.Errorf("%s: SEEAtLeast(%s, %d) = false", fen, san, want)
	}
	if SEEAtLeast(&p, m, want+1) {
		t.Errorf("%s: SEEAtLeast(%s, %d) = true", fen, san, want+1)
	}
}
