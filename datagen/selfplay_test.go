package datagen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/search"
)

// fastSelfPlay plays games that take a few milliseconds.
func fastSelfPlay(games int64) SelfPlay {
	s := DefaultSelfPlay()
	s.Seed, s.Nodes, s.HashMiB, s.MaxGames = 11, 60, 1, games
	return s
}

// runInto plays s into path and returns Run's result.
func runInto(t *testing.T, s SelfPlay, path string) Progress {
	t.Helper()
	var found Resumed
	f, err := Create(path, s.Header("test"))
	if errors.Is(err, os.ErrExist) {
		f, found, err = OpenAppend(path, s.Resume)
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Run(context.Background(), f, found, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return p
}

// gamesOf returns the games of a file by their ID. Check has passed each.
func gamesOf(t *testing.T, path string) map[uint64]*Game {
	t.Helper()
	games := map[uint64]*Game{}
	err := ReadGames([]string{path}, func(g *Game) error {
		if err := g.Check(); err != nil {
			t.Errorf("game %d: %v", g.ID, err)
		}
		if games[g.ID] != nil {
			t.Errorf("game %d is there twice", g.ID)
		}
		games[g.ID] = g
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

func TestSelfPlayIsReproducible(t *testing.T) {
	dir := t.TempDir()
	var runs []map[uint64]*Game
	for threads := 1; threads <= 3; threads += 2 {
		s := fastSelfPlay(12)
		s.Threads = threads
		path := filepath.Join(dir, fmt.Sprint(threads))
		p := runInto(t, s, path)
		games := gamesOf(t, path)
		if p.Games != 12 || len(games) != 12 {
			t.Fatalf("%d threads: %d games played, %d in the file", threads, p.Games, len(games))
		}
		runs = append(runs, games)
	}
	for id, g := range runs[0] {
		if other := runs[1][id]; other == nil || !same(g, other) {
			t.Errorf("game %d depends on the number of threads", id)
		}
		if g.Start.Ply() < 8 || g.Start.Ply() > 9 {
			t.Errorf("game %d begins at ply %d", id, g.Start.Ply())
		}
	}
}

func TestSelfPlayLabels(t *testing.T) {
	s := fastSelfPlay(30)
	path := filepath.Join(t.TempDir(), "a")
	runInto(t, s, path)
	mates := 0
	for _, g := range gamesOf(t, path) { // Check has passed them
		last := int(g.Scores[len(g.Scores)-1])
		if g.Reason == Checkmate {
			mates++
			// The side that mates sees a mate in one on the last move.
			want := map[Result]int{WhiteWins: eval.MateIn(1), BlackWins: -eval.MateIn(1)}[g.Result]
			if last != want {
				t.Errorf("game %d: %s by mate, but the last score is %d", g.ID, g.Result, last)
			}
		}
		if first := int(g.Scores[0]); first > s.Reject+200 || first < -s.Reject-200 {
			t.Errorf("game %d begins with %d", g.ID, first)
		}
	}
	if mates == 0 {
		t.Error("no game ended in mate, the test means little")
	}
}

// TestSelfPlayAdjudicates: a game ends once the scores favour one side for long enough. A game that
// is to be played out never ends that way.
func TestSelfPlayAdjudicates(t *testing.T) {
	for _, playOut := range []int{0, 100} {
		s := fastSelfPlay(20)
		s.PlayOut, s.Adjudication.WinScore, s.Adjudication.WinPlies = playOut, 500, 3
		path := filepath.Join(t.TempDir(), "a")
		runInto(t, s, path)
		wins := 0
		for _, g := range gamesOf(t, path) {
			if g.Reason != AdjudicatedWin {
				continue
			}
			wins++
			for _, score := range g.Scores[len(g.Scores)-s.Adjudication.WinPlies:] {
				if g.Result == WhiteWins && int(score) < s.Adjudication.WinScore ||
					g.Result == BlackWins && int(score) > -s.Adjudication.WinScore {
					t.Errorf("game %d: %s at scores %d",
						g.ID, g.Result, g.Scores[len(g.Scores)-s.Adjudication.WinPlies:])
				}
			}
		}
		if (wins > 0) != (playOut == 0) {
			t.Errorf("%d%% played out: %d games were called", playOut, wins)
		}
	}
}

func TestSelfPlayInterruptAndResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	s := fastSelfPlay(0)
	s.Threads = 2
	ctx, cancel := context.WithCancel(context.Background())
	file, err := Create(path, s.Header("test"))
	if err != nil {
		t.Fatal(err)
	}
	file.Writer.w = &stopAfter{f: file, blocks: 3, stop: cancel}
	done := make(chan struct{})
	var p Progress
	go func() {
		defer close(done)
		// Small blocks, so that there are several before the interrupt.
		p, err = s.Run(ctx, file, Resumed{}, func(Progress) { file.Flush() })
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("the run did not stop")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	first := gamesOf(t, path)
	if int64(len(first)) != p.Games || p.Games == 0 {
		t.Fatalf("%d games in the file, %d played", len(first), p.Games)
	}
	// Cut the file inside its last block, then continue up to a number of games.
	whole, _ := os.ReadFile(path)
	os.WriteFile(path, whole[:len(whole)-3], 0o644)
	s.MaxGames = int64(len(first)) + 5
	runInto(t, s, path)
	if now := gamesOf(t, path); int64(len(now)) != s.MaxGames {
		t.Errorf("%d games after going on, want %d", len(now), s.MaxGames)
	}
}

// stopAfter cancels a run once a number of blocks is written.
type stopAfter struct {
	f      *File
	blocks int
	stop   func()
}

func (s *stopAfter) Write(b []byte) (int, error) {
	if s.blocks--; s.blocks == 0 {
		s.stop()
	}
	return s.f.f.Write(b)
}

func TestSelfPlayFullDisk(t *testing.T) {
	s := fastSelfPlay(0)
	path := filepath.Join(t.TempDir(), "a")
	file, err := Create(path, s.Header("test"))
	if err != nil {
		t.Fatal(err)
	}
	file.Writer.w = &fullDisk{room: 100}
	_, err = s.Run(context.Background(), file, Resumed{}, func(Progress) { file.Flush() })
	if !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), path+": offset 128: ") {
		t.Errorf("a full disk: %v", err)
	}
	file.Close()
}

// TestAbandonedGamesAreReplaced throws away most games. There must still be as many as asked for,
// and the same ones with any number of threads.
func TestAbandonedGamesAreReplaced(t *testing.T) {
	dir := t.TempDir()
	var first map[uint64]*Game
	for threads := 1; threads <= 4; threads += 3 {
		s := fastSelfPlay(6)
		s.Threads, s.Nodes, s.AbandonPlies = threads, 20, 60
		path := filepath.Join(dir, fmt.Sprint(threads))
		p := runInto(t, s, path)
		games := gamesOf(t, path)
		if p.Games != 6 || len(games) != 6 || p.Unfinished < 6 {
			t.Errorf("%d threads: %d games, %d in the file, %d thrown away",
				threads, p.Games, len(games), p.Unfinished)
		}
		w, err := newPlayer(&s)
		if err != nil {
			t.Fatal(err)
		}
		rejected := int64(0)
		for id := range p.Games + p.Unfinished {
			again, err := w.play(t.Context(), uint64(id))
			if err != nil {
				t.Fatal(err)
			}
			rejected += again.rejected
		}
		if p.Rejected != rejected {
			t.Errorf("%d threads: %d openings rejected, want %d", threads, p.Rejected, rejected)
		}
		for id, g := range games {
			if len(g.Moves) > 60 || first != nil && first[id] == nil {
				t.Errorf("%d threads: game %d of %d moves", threads, id, len(g.Moves))
			}
		}
		first = games
	}
}

func TestSelfPlayLimits(t *testing.T) {
	s := fastSelfPlay(0)
	s.MaxPositions = 500
	path := filepath.Join(t.TempDir(), "a")
	p := runInto(t, s, path)
	if p.Positions < 500 || p.Positions > 500+int64(s.AbandonPlies) {
		t.Errorf("%d positions", p.Positions)
	}
	if p := runInto(t, s, path); p.Games > 0 {
		t.Errorf("%d games more than the limit", p.Games)
	}
	s.MaxPositions = p.Positions + 1 // the positions found in the file count
	if p := runInto(t, s, path); p.Games != 1 {
		t.Errorf("%d games for one position more", p.Games)
	}
	for name, spoil := range map[string]func(*SelfPlay){
		"threads":      func(s *SelfPlay) { s.Threads = 0 },
		"many threads": func(s *SelfPlay) { s.Threads = search.MaxThreads + 1 },
		"nodes":        func(s *SelfPlay) { s.Nodes = 0 },
		"hash":         func(s *SelfPlay) { s.HashMiB = 0 },
		"reject":       func(s *SelfPlay) { s.Reject = 0 },
		"dfrc":         func(s *SelfPlay) { s.Openings.DFRC = 101 },
		"plies":        func(s *SelfPlay) { s.Openings.RandomPlies = -1 },
		"length":       func(s *SelfPlay) { s.AbandonPlies = 0 },
		"rules":        func(s *SelfPlay) { s.Adjudication.WinScore = 1 },
	} {
		s := DefaultSelfPlay()
		spoil(&s)
		if _, err := s.Run(context.Background(), nil, Resumed{}, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestGenFens(t *testing.T) {
	generate := func(command string) string {
		var out bytes.Buffer
		if err := GenFensCommand(&out, nil, command); err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		return out.String()
	}
	one := generate("8 seed 1234 book None")
	if one != generate("8 seed 1234 book None") || one == generate("8 seed 1235 book None") {
		t.Error("the openings must depend on the seed alone")
	}
	lines := strings.Split(strings.TrimSuffix(one, "\n"), "\n")
	if len(lines) != 8 {
		t.Errorf("%d lines", len(lines))
	}
	for _, l := range lines {
		fen, ok := strings.CutPrefix(l, "info string genfens ")
		if _, err := board.ParseFEN(fen); !ok || err != nil || len(strings.Fields(fen)) != 6 {
			t.Errorf("line %q", l)
		}
	}
	book := writeFile(t, "book.epd", startFEN+"\n")
	got := generate("1 seed 1 book " + book + " plies=2 dfrc=0")
	if !strings.Contains(got, " 2\n") {
		t.Errorf("two or three plies from the book: %s", got)
	}
	few := writeFile(t, "few.epd", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1\n")
	p, err := board.ParseFEN(strings.TrimPrefix(generate("1 seed 1 book "+few+" plies=2"),
		"info string genfens "))
	if err != nil || p.Occupied().Count() > 10 {
		t.Errorf("from a book of ten men: %s, %v", p.FEN(), err)
	}
	usual := 0
	for _, l := range strings.Split(generate("8 seed 1 book None plies=0 dfrc=100"), "\n") {
		if strings.Contains(l, "rnbqkbnr") && strings.Contains(l, "RNBQKBNR") {
			usual++
		}
	}
	if usual > 1 {
		t.Errorf("%d of 8 openings of double Chess960 are the usual one", usual)
	}
	for _, bad := range []string{
		"", "1", "x seed 1 book None", "1 seed x book None", "-1 seed 1 book None",
		"1 seed 1 book none.epd", "1 seed 1 book None what", "1 seed 1 book None plies=-1",
		"1 seed 1 book None dfrc=101",
	} {
		if err := GenFensCommand(&bytes.Buffer{}, nil, bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	if err := GenFensCommand(&fullDisk{}, nil, "1 seed 1 book None"); !errors.Is(err, errFull) {
		t.Errorf("a full disk: %v", err)
	}
}

// BenchmarkSelfPlay plays one game an iteration with the usual settings.
func BenchmarkSelfPlay(b *testing.B) {
	s := DefaultSelfPlay()
	w, err := newPlayer(&s)
	if err != nil {
		b.Fatal(err)
	}
	positions := 0
	id := uint64(0)
	for b.Loop() {
		p, err := w.play(context.Background(), id)
		if err != nil {
			b.Fatal(err)
		}
		if p.game != nil {
			positions += len(p.game.Moves)
		}
		id++
	}
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
}

// TestLabelsAreNotDamped: near the fifty-move rule the playing engine draws its evaluations towards
// 0. The labels that a network learns must not be drawn towards 0 as well.
func TestLabelsAreNotDamped(t *testing.T) {
	s := DefaultSelfPlay()
	s.Nodes = 500
	score := func(clock int) int {
		w, err := newPlayer(&s)
		if err != nil {
			t.Fatal(err)
		}
		p := boardtest.Position(t,
			fmt.Sprintf("4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/R3K3 w - - %d 70", clock))
		found, err := w.search(t.Context(), &search.Root{Pos: p})
		if err != nil {
			t.Fatal(err)
		}
		return found.Score
	}
	if fresh, stale := score(0), score(60); fresh != stale || fresh < 100 {
		t.Errorf("self-play: %d at clock 0, %d at clock 60, want the same above 100", fresh, stale)
	}

	p := boardtest.Position(t, "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/R3K3 w - - 0 70")
	e := search.New()
	e.SetFiftyDamping(false)
	if err := e.SetHash(1); err != nil {
		t.Fatal(err)
	}
	want := e.Begin(search.Root{Pos: p}, search.Limits{Nodes: 500}).Run(nil).Score
	got, err := SearchLabeller(nil, 500)(t.Context(), []Packed{Pack(&p, 0, Draw)})
	if err != nil || len(got) != 1 || got[0].Score() != want {
		t.Errorf("SearchLabeller: %d (%v), want %d", got[0].Score(), err, want)
	}
}
