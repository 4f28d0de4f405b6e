package analyze

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/eval"
)

func near(got, want float64) bool { return math.Abs(got-want) < 5e-5 }

func TestWinPercent(t *testing.T) {
	for _, tc := range []struct {
		score int
		want  float64
	}{
		{0, 50}, {1, 50.0921}, {100, 59.1026}, {-100, 40.8974}, {300, 75.1126}, {1000, 97.5447},
		{5000, 97.5447}, {-5000, 2.4553},
		{eval.MateIn(3), 97.5447}, {eval.MatedIn(0), 2.4553}, {eval.TBWin, 97.5447},
	} {
		if got := WinPercent(tc.score); !near(got, tc.want) {
			t.Errorf("WinPercent(%d) = %.4f, want %.4f", tc.score, got, tc.want)
		}
	}
}

func TestMoveAccuracy(t *testing.T) {
	for _, tc := range []struct{ lost, want float64 }{
		{-3, 100}, {0, 100}, {1, 95.6044}, {5, 79.8170}, {10, 63.5826}, {15, 50.5242},
		{30, 24.7756}, {60, 4.4012}, {80, 0.0012}, {81, 0}, {100, 0},
	} {
		if got := MoveAccuracy(tc.lost); !near(got, tc.want) {
			t.Errorf("MoveAccuracy(%v) = %.4f, want %.4f", tc.lost, got, tc.want)
		}
	}
}

func TestMarkOf(t *testing.T) {
	for _, tc := range []struct {
		lost float64
		want Mark
	}{
		{0, Unmarked}, {4.99, Unmarked}, {5, Inaccuracy}, {9.99, Inaccuracy},
		{10, Mistake}, {14.99, Mistake}, {15, Blunder}, {95, Blunder},
	} {
		if got := MarkOf(tc.lost); got != tc.want {
			t.Errorf("%v%% lost: %q, want %q", tc.lost, got, tc.want)
		}
	}
}

// play returns White's chances in a game with these scores, and the accuracy of its moves.
func play(scores []int, first board.Color) (win, accuracy []float64) {
	for i, s := range scores {
		win = append(win, WinPercent(s))
		if i == 0 {
			continue
		}
		lost := win[i-1] - win[i]
		if board.Color(i-1)%2 != first {
			lost = -lost
		}
		accuracy = append(accuracy, MoveAccuracy(lost))
	}
	return win, accuracy
}

// TestGameAccuracy compares with numbers that were computed separately, with the standard deviation
// of a statistics library.
func TestGameAccuracy(t *testing.T) {
	var long []int // sixty scores, so that windows are five positions wide
	for i := range 60 {
		long = append(long, i*i*37%211-100+i%7*40-i%5*60)
	}
	for _, tc := range []struct {
		name   string
		scores []int
		first  board.Color
		want   [2]float64
		moves  [2]int
	}{
		{"one blunder of Black's", []int{20, 20, -300, -280, 10}, board.White,
			[2]float64{100, 57.352834}, [2]int{2, 2}},
		{"long", long, board.White, [2]float64{79.285828, 74.267426}, [2]int{30, 29}},
		{"long, Black begins", long, board.Black, [2]float64{72.206755, 76.043266}, [2]int{29, 30}},
		{"one move", []int{0, 0}, board.Black, [2]float64{0, 100}, [2]int{0, 1}},
		{"none", []int{35}, board.White, [2]float64{}, [2]int{}},
	} {
		win, accuracy := play(tc.scores, tc.first)
		got, moves := GameAccuracy(win, accuracy, tc.first)
		if math.Abs(got[0]-tc.want[0]) > 1e-5 || math.Abs(got[1]-tc.want[1]) > 1e-5 ||
			moves != tc.moves {
			t.Errorf("%s: %v on %v moves, want %v on %v", tc.name, got, moves, tc.want, tc.moves)
		}
	}
}

// TestAccuracyBounds: for any scores, accuracy is a percentage, and it is 100 if nothing was lost.
// A game's accuracy lies between those of its worst and its best move.
func TestAccuracyBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.IntRange(-eval.Mate, eval.Mate), 1, 120).Draw(t, "scores")
		first := rapid.SampledFrom([]board.Color{board.White, board.Black}).Draw(t, "first")
		win, accuracy := play(scores, first)
		game, moves := GameAccuracy(win, accuracy, first)
		color := first
		least, most := [2]float64{100, 100}, [2]float64{}
		for _, a := range accuracy {
			if !(a >= 0 && a <= 100) {
				t.Fatalf("a move's accuracy is %v", a)
			}
			least[color], most[color] = min(least[color], a), max(most[color], a)
			color = color.Other()
		}
		for c := range 2 {
			if moves[c] > 0 && (game[c] < least[c]-1e-9 || game[c] > max(most[c], 1)+1e-9) {
				t.Fatalf("accuracy %v of moves from %v to %v", game[c], least[c], most[c])
			}
		}
	})
}

// TestGameAccuracyBounds tests the bounds of windows and weights: in a game of a hundred positions,
// and in a game of calm moves and great blunders. The expected numbers were computed separately,
// with the standard deviation of a library.
func TestGameAccuracyBounds(t *testing.T) {
	var long []int // windows of eight positions, the widest possible
	for i := range 100 {
		long = append(long, i*i*37%211-100+i%7*40-i%5*60)
	}
	for _, tc := range []struct {
		scores []int
		want   [2]float64
	}{
		{long, [2]float64{77.747835, 77.101959}},
		{
			[]int{0, 0, 0, 0, 0, -1000, -1000, -1000, 1000, 1000, 1000, 900},
			[2]float64{32.418370, 9.546703},
		},
	} {
		win, accuracy := play(tc.scores, board.White)
		got, _ := GameAccuracy(win, accuracy, board.White)
		if math.Abs(got[0]-tc.want[0]) > 1e-5 || math.Abs(got[1]-tc.want[1]) > 1e-5 {
			t.Errorf("%d scores: %v, want %v", len(tc.scores), got, tc.want)
		}
	}
}
