package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sente/board"
	"sente/datagen"
	"sente/internal/boardtest"
)

// TestPacked reads packed positions back with their results, without one in check and bare kings.
func TestPacked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.packed")
	var all []datagen.Packed
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 b - - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1",
	} {
		p := boardtest.Position(t, fen)
		all = append(all, datagen.Pack(&p, 100, datagen.WhiteWins))
	}
	if err := datagen.WritePackedFile(path, all); err != nil {
		t.Fatal(err)
	}
	samples, games, err := packed([]string{path})()
	if err != nil || games != 2 || len(samples) != 2 || samples[1].result != 1 ||
		samples[1].position.SideToMove() != board.Black {
		t.Errorf("%d positions, %v", len(samples), err)
	}
}

// teaches is the variable that makes the test binary label positions, and says how.
const teaches = "EVALFIT_TEST_TEACHER"

// TestMain lets the test binary stand in for a teacher.
func TestMain(m *testing.M) {
	how := os.Getenv(teaches)
	if how == "" {
		os.Exit(m.Run())
	}
	var k datagen.Packed
	for how == "tempo" {
		if _, err := io.ReadFull(os.Stdin, k[:]); err != nil {
			break
		}
		k.SetScore(30 - 60*int(k.SideToMove()))
		os.Stdout.Write(k[:])
	}
}

// TestTeacher: a teacher who gives 30 centipawns to whoever has the move is asked about both sides;
// one who says nothing is an error.
func TestTeacher(t *testing.T) {
	var samples []sample
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 b - - 0 1",
	} {
		samples = append(samples, sample{position: boardtest.Position(t, fen)})
	}
	t.Chdir(filepath.Dir(os.Args[0])) // whose name may hold a space, which splits a command
	self := "./" + filepath.Base(os.Args[0])
	t.Setenv(teaches, "tempo")
	e, err := teacher(self, samples)
	if err != nil || !slices.Equal(e.score, []float64{30, -30}) ||
		!slices.Equal(e.turned, []float64{-30, 30}) {
		t.Errorf("%v, %v", e, err)
	}
	t.Setenv(teaches, "nothing")
	if _, err := teacher(self, samples); err == nil {
		t.Error("no error of a teacher that says nothing")
	}
}
