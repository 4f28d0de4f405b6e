package app

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sente/board"
	"sente/internal/cli"
	"sente/pgn"
)

// TestBookAgainstPolyglot makes the same book with Polyglot itself. All keys, moves and weights
// must agree. Random games with many double pawn steps bring en passant captures and castling. In
// the first game a pin forbids an en passant capture, but the key counts it all the same.
func TestBookAgainstPolyglot(t *testing.T) {
	polyglot, err := exec.LookPath("polyglot")
	if err != nil {
		polyglot = "/usr/games/polyglot"
	}
	if _, err := os.Stat(polyglot); err != nil {
		t.Skip("polyglot is not installed")
	}
	dir := t.TempDir()
	games, ours, theirs := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "ours.bin"),
		filepath.Join(dir, "theirs.bin")
	text := bytes.NewBufferString(
		"[Event \"pin\"]\n\n1. e4 e5 2. f4 exf4 3. e5 Qe7 4. Nf3 d5 5. Qe2 d4 1/2-1/2\n\n")
	w := pgn.NewWriter(text)
	random := rand.New(rand.NewPCG(9, 10))
	for range 400 {
		if err := w.Write(randomGame(random)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(games, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := runTest([]string{"book", "make", "-plies", "60", "-min", "1", "-o", ours, games},
		strings.NewReader(""), &stdout, &stderr); code != cli.Done {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	cmd := exec.Command(polyglot, "make-book", "-pgn", games, "-bin", theirs, "-max-ply", "60",
		"-min-game", "1")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("polyglot: %v\n%s", err, out)
	}
	got, want := readEntries(t, ours), readEntries(t, theirs)
	if len(got) < 10000 || len(got) != len(want) {
		t.Errorf("%d entries, Polyglot has %d", len(got), len(want))
	}
	for e, weight := range want {
		if got[e] != weight {
			t.Errorf("key %#x, move %#x: weight %d, Polyglot has %d", e.key, e.move, got[e], weight)
		}
	}
}

func randomGame(random *rand.Rand) *pgn.Game {
	g := &pgn.Game{Start: board.Start(),
		Result: []string{pgn.WhiteWins, pgn.BlackWins, pgn.Drawn}[random.IntN(3)]}
	pos := g.Start
	for range 80 {
		var list board.MoveList
		pos.Legal(&list)
		if list.N == 0 {
			break
		}
		m := list.Moves[random.IntN(list.N)]
		for _, x := range list.Slice() {
			if x.IsCastle() || x.IsEnPassant() || x.IsDoublePush() && random.IntN(20) == 0 {
				m = x
			}
		}
		g.Moves = append(g.Moves, pgn.Move{Move: m})
		before := pos
		before.Make(m, &pos)
	}
	return g
}

type bookEntry struct {
	key  uint64
	move uint16
}

// readEntries returns the weights of a book's entries.
func readEntries(t *testing.T, name string) map[bookEntry]uint16 {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	weights := map[bookEntry]uint16{}
	for ; len(raw) >= 16; raw = raw[16:] {
		weights[bookEntry{binary.BigEndian.Uint64(raw),
			binary.BigEndian.Uint16(raw[8:])}] = binary.BigEndian.Uint16(raw[10:])
	}
	return weights
}
