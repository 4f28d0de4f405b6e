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

// TestPacked reads back packed positions with their results. It leaves out one in check and one of
// two bare kings.
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

// teaches is the environment variable that makes the test binary label positions. Its value says
// how.
const teaches = "EVALFIT_TEST_TEACHER"

// TestMain lets the test binary play the part of a teacher.
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

// TestTeacher: a teacher that gives the side to move 30 centipawns is asked about both sides. A
// teacher that answers nothing is an error.
func TestTeacher(t *testing.T) {
	var samples []sample
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 b - - 0 1",
	} {
		samples = append(samples, sample{position: boardtest.Position(t, fen)})
	}
	t.Chdir(filepath.Dir(os.Args[0])) // its path may hold a space, which splits a command
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
