// Package ownnetwork makes a network from nothing but the engine itself, with the three commands of
// docs/training.md on a small scale. It shows that the chain works. Games of our own, labelled by
// our own searches, become a network that the engine plays with. That network knows what men are
// worth.
package ownnetwork

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sente/eval/nnue"
	"sente/internal/boardtest"
	"sente/search"
)

func TestThreeCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("plays some hundred games and trains on them")
	}
	// The evaluation by material plays the games for the first network. The first network plays the
	// games for the second.
	player := "material"
	for _, shape := range [][]string{
		{"-layers", "1", "-hidden", "32"},
		{"-layers", "3", "-hidden", "64", "-king-buckets", "4", "-output-buckets", "8"},
	} {
		dir := t.TempDir()
		if !t.Run(shape[1]+" layers",
			func(t *testing.T) { testThreeCommands(t, dir, player, shape) }) {
			return
		}
		player = filepath.Join(dir, "net", "net.nnue")
	}
}

func testThreeCommands(t *testing.T, dir, player string, shape []string) {
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	for _, name := range []string{"datagen", "train"} {
		out, err := exec.Command("go", "build", "-o", filepath.Join(dir, name+suffix),
			"../../cmd/"+name).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	run := func(name string, args ...string) {
		t.Helper()
		c := exec.Command(filepath.Join(dir, name+suffix), args...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
	}
	run("datagen", "selfplay", "-out", "a.games", "-net", player, "-games", "1200", "-nodes", "60",
		"-seed", "3", "-threads", "1")
	run("datagen", "pack", "-train", "train.packed", "-valid", "valid.packed", "a.games")
	run("train", append(shape, "-data", "train.packed", "-valid", "valid.packed", "-batch", "1024",
		"-lr", "0.003", "-positions", "2M", "-plot=false", "-out", "net")...)

	file, err := os.Open(filepath.Join(dir, "net", "net.nnue"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	net, err := nnue.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	// Positions with a queen, a rook, a bishop and a rook more, for either side to move.
	sum := 0
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1",
		"rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
		"r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N5/PPPP1PPP/R1BQKB1R b KQkq - 0 5",
		"r4rk1/ppp2ppp/2n5/8/8/2N5/PPP2PPP/3R2K1 b - - 0 20",
	} {
		p := boardtest.Position(t, fen)
		v := net.Evaluate(&p)
		if v <= 0 {
			t.Errorf("%s: %d centipawns for the side with more men", fen, v)
		}
		t.Logf("%s: %d", fen, v)
		sum += v
	}
	if sum < 400 {
		t.Errorf("%d centipawns in all, want 400 or more", sum)
	}
	// The engine plays with the network: it must take the hanging queen.
	e := search.New()
	e.SetNetwork(net)
	p := boardtest.Position(t, "r1b1kbnr/pppp1ppp/2n5/4p1q1/3PP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 5")
	best := e.Begin(search.Root{Pos: p}, search.Limits{Nodes: 20_000}).Run(nil).Best
	if !strings.HasSuffix(best.String(), "g5") {
		t.Errorf("plays %v and leaves the queen on g5", best)
	}
}
