package datagen

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
)

func TestFilter(t *testing.T) {
	f := DefaultFilter()
	quiet := "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 20"
	tests := []struct {
		name, fen, move string
		score           int
		want            Verdict
	}{
		{"quiet", quiet, "a2a3", 3000, Kept},
		{"quiet for Black", quiet, "a2a3", -3000, Kept},
		{"move not known", quiet, "", 0, Kept},
		{"lopsided", quiet, "a2a3", 3001, DropScore},
		{"lopsided for Black", quiet, "a2a3", -3001, DropScore},
		{"mate", quiet, "a2a3", eval.MateIn(3), DropMate},
		{"mated", quiet, "a2a3", eval.MatedIn(3), DropMate},
		{"unscored", quiet, "a2a3", NoScore, DropUnscored},
		{"early", "4k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 8", "a7a6", 0, DropPly},
		{"late enough", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 9", "a2a3", 0, Kept},
		{"three pieces", "4k3/8/8/8/8/8/P7/4K3 w - - 0 20", "a2a3", 0, DropPieces},
		{"capture", "4k3/pppp4/1P6/8/8/8/PPP5/4K3 w - - 0 20", "b6a7", 0, DropNoisy},
		{"underpromotion", "4k3/P1pp4/8/8/8/8/PPPP4/4K3 w - - 0 20", "a7a8n", 0, DropNoisy},
		{"check", "4k3/pppp4/8/8/8/8/PPPP4/4RK2 b - - 0 20", "e8d8", 0, DropCheck},
	}
	for _, tc := range tests {
		p := boardtest.Position(t, tc.fen)
		m := board.NoMove
		if tc.move != "" {
			var err error
			if m, err = p.ParseMove(tc.move); err != nil {
				t.Fatal(err)
			}
		}
		if got := f.Judge(&p, m, tc.score); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// quietGames returns games with many positions that the filter keeps.
func quietGames(n int) []*Game {
	r := rand.New(rand.NewPCG(5, 5))
	var games []*Game
	for i := range n {
		g := randomGame(r, uint64(i), 60)
		o := Openings{RandomPlies: 6}
		g.Start = o.Draw(r)
		g.Moves, g.Scores = nil, nil
		p := g.Start
		for range 50 {
			var quiets board.MoveList
			p.Quiets(&quiets)
			if quiets.N == 0 {
				break
			}
			m := quiets.Slice()[r.IntN(quiets.N)]
			g.Moves, g.Scores = append(g.Moves, m), append(g.Scores, int16(i))
			p = p.After(m)
		}
		games = append(games, g)
	}
	return games
}

func TestPackerSplitsByGame(t *testing.T) {
	games := quietGames(200)
	k := Packer{Filter: DefaultFilter(), HoldOut: 4}
	for _, g := range games {
		if err := k.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	side := map[int]string{}
	for name, set := range map[string][]Packed{"train": k.Train, "valid": k.Valid} {
		for i := range set {
			game := set[i].Score() // every position has its game's number as its score
			if other, had := side[game]; had && other != name {
				t.Fatalf("game %d is on both sides", game)
			}
			side[game] = name
		}
	}
	if n := len(k.Train) + len(k.Valid); len(k.Valid) < n*15/100 || len(k.Valid) > n*35/100 {
		t.Errorf("%d positions held out of %d, wanted about a quarter", len(k.Valid), n)
	}
	if k.Verdicts.Total() != int64(func() (n int) {
		for _, g := range games {
			n += len(g.Moves)
		}
		return n
	}()) || k.Verdicts[Kept] != int64(len(k.Train)+len(k.Valid)) {
		t.Errorf("verdicts %v", k.Verdicts)
	}

	// The same games in another order, read from a file, give the same sets.
	path := filepath.Join(t.TempDir(), "a.games")
	f, err := Create(path, Header{})
	if err != nil {
		t.Fatal(err)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(games), func(i, j int) {
		games[i], games[j] = games[j], games[i]
	})
	wrong := *games[0]
	wrong.Moves = append([]board.Move{board.NullMove}, wrong.Moves[1:]...)
	for _, g := range append(games, &wrong) {
		if err := f.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again := Packer{Filter: DefaultFilter(), HoldOut: 4}
	var bad []error
	if err := again.AddFiles([]string{path}, func(string, int64) {}, func(err error) {
		bad = append(bad, err)
	}); err != nil {
		t.Fatal(err)
	}
	illegal, ok := errors.AsType[*IllegalMoveError](errors.Join(bad...))
	if len(bad) != 1 || !ok || illegal.Ply != 0 {
		t.Errorf("the game with an illegal move: %v", bad)
	}
	for _, set := range [][]Packed{k.Train, k.Valid, again.Train, again.Valid} {
		slices.SortFunc(set, func(a, b Packed) int { return bytes.Compare(a[:], b[:]) })
	}
	if !slices.Equal(again.Train, k.Train) || !slices.Equal(again.Valid, k.Valid) {
		t.Errorf("%d and %d positions are not the same as %d and %d",
			len(again.Train), len(again.Valid), len(k.Train), len(k.Valid))
	}
}

// TestSplitOfUsualStarts: games from the usual start position fall on both sides, by their first
// moves.
func TestSplitOfUsualStarts(t *testing.T) {
	start := board.Start()
	var list board.MoveList
	start.Legal(&list)
	sides := map[bool]int{}
	for _, first := range list.Slice() {
		next := start.After(first)
		var replies board.MoveList
		next.Legal(&replies)
		for _, reply := range replies.Slice() {
			g := Game{Start: start, Moves: []board.Move{first, reply}}
			sides[g.splitHash()%10 == 0]++
		}
	}
	if held := sides[true]; held < 20 || held > 60 {
		t.Errorf("%d of 400 games are held out, want about a tenth", held)
	}
	long := quietGames(1)[0].Moves
	for len(long) <= splitPlies {
		long = append(long, long...)
	}
	a, b := Game{Start: start, Moves: long}, Game{Start: start, Moves: long[:splitPlies]}
	if a.splitHash() != b.splitHash() {
		t.Error("what comes behind the opening counts")
	}
}

// TestPackKeeps sets the filter to keep what it drops by default.
func TestPackKeeps(t *testing.T) {
	games, bad := importAll(t, writeFile(t, "a.txt",
		"4k3/1p6/P7/8/8/8/8/4K2R w - - 0 20\tW\ta6b7 300 e8d8 -310 h1h8 320 d8d7 -330 b7b8q 900\n"))
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	k := Packer{Filter: DefaultFilter()}
	k.Filter.KeepNoisy, k.Filter.KeepCheck = true, true
	if err := k.Add(games[0]); err != nil {
		t.Fatal(err)
	}
	var got []int
	for i := range k.Train {
		got = append(got, k.Train[i].Score())
	}
	if want := []int{300, 310, 320, 330, 900}; !slices.Equal(got, want) {
		t.Errorf("scores %v, want %v", got, want)
	}
}

func TestPackerShuffle(t *testing.T) {
	pack := func(seed uint64) (*Packer, []byte) {
		k := &Packer{Filter: DefaultFilter()}
		for _, g := range quietGames(50) {
			k.Add(g)
		}
		k.Shuffle(seed)
		var b bytes.Buffer
		if err := WritePacked(&b, k.Train); err != nil {
			t.Fatal(err)
		}
		return k, b.Bytes()
	}
	k, a := pack(1)
	_, same := pack(1)
	_, other := pack(2)
	if !bytes.Equal(a, same) || bytes.Equal(a, other) {
		t.Error("the order must depend on the seed alone")
	}
	// Positions of one game must not stay together. By chance 1 in 50 neighbours is of the same
	// game.
	neighbours := 0
	for i := 1; i < len(k.Train); i++ {
		if k.Train[i].Score() == k.Train[i-1].Score() {
			neighbours++
		}
	}
	if neighbours*20 > len(k.Train) {
		t.Errorf("%d of %d neighbours are of the same game", neighbours, len(k.Train))
	}
}

func TestStatsAndCheck(t *testing.T) {
	games, bad := importAll(t, writeFile(t, "a.txt", foolsMate+"\n"))
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	g := games[0]
	g.Reason = Checkmate
	s := Stats{Filter: DefaultFilter(), Adjudication: Adjudication{WinScore: 85, WinPlies: 2}}
	if err := s.Add(g); err != nil {
		t.Fatal(err)
	}
	if s.Results != [3]int64{1, 0, 0} || s.Reasons[Checkmate] != 1 || s.Verdicts[DropMate] != 2 ||
		s.Verdicts[DropPly] != 2 {
		t.Errorf("stats %+v", s)
	}
	if s.Judged[BlackWins][BlackWins] != 1 {
		t.Errorf("the adjudication would have called it for Black: %v", s.Judged)
	}
	s.Judged[Draw][WhiteWins] = 2
	var text bytes.Buffer
	s.Print(&text)
	_, table, _ := strings.Cut(text.String(),
		"ended 3 games that were played out, 1 (33.3 %) with their result\n")
	want := "ended as 1-0 1/2-1/2 0-1 called 1-0 0 0 0 called 1/2-1/2 2 0 0 called 0-1 0 0 1"
	if strings.Join(strings.Fields(table), " ") != want {
		t.Errorf("the table of verdicts and results: %q, want %q", table, want)
	}
	if !strings.Contains(text.String(), "1 games, 4 positions") {
		t.Errorf("printed\n%s", text.String())
	}
	for reason := Checkmate; reason < numReasons; reason++ {
		for result := BlackWins; result <= WhiteWins; result++ {
			g.Reason, g.Result = reason, result
			// The score is a mate for Black, so only a win for Black fits.
			want := result == BlackWins && (reason == Checkmate || reason == AdjudicatedWin)
			if err := g.Check(); (err == nil) != want {
				t.Errorf("%v for %v: %v", result, reason, err)
			}
		}
	}
}

// TestCheckReasons: no rule ended this game, so only an adjudicated draw fits.
func TestCheckReasons(t *testing.T) {
	g := quietGames(1)[0]
	for reason := Checkmate; reason < numReasons; reason++ {
		for result := BlackWins; result <= WhiteWins; result++ {
			g.Reason, g.Result = reason, result
			want := result == Draw && reason == AdjudicatedDraw
			if err := g.Check(); (err == nil) != want {
				t.Errorf("%v for %v: %v", result, reason, err)
			}
		}
	}
}

// TestRefusedGames: Add and Check refuse what a Reader would refuse, and the block stays as it was.
func TestRefusedGames(t *testing.T) {
	var file bytes.Buffer
	w, err := NewWriter(&file, "a.games", Header{})
	if err != nil {
		t.Fatal(err)
	}
	good := quietGames(1)[0]
	good.Reason = Unknown
	for _, tc := range []struct {
		name    string
		spoil   func(*Game)
		says    string
		replays bool // Replay accepts it, because it doesn't look at the start
	}{
		{"nothing", func(g *Game) { *g = Game{} }, "start", true},
		{"no start", func(g *Game) { g.Start, g.Moves, g.Scores = board.Position{}, nil, nil },
			"start", true},
		{"result", func(g *Game) { g.Result = 3 }, "result 3", false},
		{"reason", func(g *Game) { g.Reason = numReasons }, "reason 8", false},
		{"scores", func(g *Game) { g.Scores = g.Scores[1:] }, "moves and", false},
		{"length", func(g *Game) {
			g.Moves, g.Scores = make([]board.Move, MaxPlies+1), make([]int16, MaxPlies+1)
		}, "4097 moves", false},
	} {
		if err := errors.Join(w.Add(good), good.Check()); err != nil {
			t.Fatal(err)
		}
		bad := *good
		tc.spoil(&bad)
		nobody := func(int, *board.Position, board.Move, int) {}
		refusals := []error{w.Add(&bad), bad.Check(), bad.Replay(nobody)}
		if tc.replays {
			refusals = refusals[:2]
		}
		for _, err := range refusals {
			if err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("%s: %v, want %q in it", tc.name, err, tc.says)
			}
		}
		for _, err := range refusals[1:] {
			if _, ok := errors.AsType[*GameError](err); !ok {
				t.Errorf("%s: %v is no GameError", tc.name, err)
			}
		}
		if err := WriteText(io.Discard, &bad, nil); (err == nil) != tc.replays {
			t.Errorf("%s: WriteText: %v", tc.name, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(&file, "a.games")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if games, damage := readAll(r); len(games) != 6 || len(damage) > 0 {
		t.Errorf("%d games of 6 are read; damage %v", len(games), damage)
	}
}

func TestGameFilter(t *testing.T) {
	games := quietGames(3)
	illegal := *games[0]
	illegal.Moves = append([]board.Move{board.NullMove}, illegal.Moves[1:]...)
	behind := *games[2]
	behind.Scores = slices.Clone(behind.Scores)
	behind.Scores[0] *= -1
	for _, g := range games {
		g.Reason = Unknown
	}
	open := GameFilter{MaxPlies: MaxPlies, MaxStart: 32000}
	for _, tc := range []struct {
		name   string
		filter func(*GameFilter)
		game   *Game
		want   bool
	}{
		{"all", func(*GameFilter) {}, games[0], true},
		{"too short", func(f *GameFilter) { f.MinPlies = 51 }, games[0], false},
		{"too long", func(f *GameFilter) { f.MaxPlies = len(games[1].Moves) - 1 }, games[1], false},
		{"lopsided", func(f *GameFilter) { f.MaxStart = 1 }, games[2], false},
		{"lopsided for Black", func(f *GameFilter) { f.MaxStart = 1 }, &behind, false},
		{"even", func(f *GameFilter) { f.MaxStart = 1 }, games[1], true},
		{"legal", func(f *GameFilter) { f.Legal = true }, games[1], true},
		{"illegal", func(f *GameFilter) { f.Legal = true }, &illegal, false},
	} {
		f := open
		tc.filter(&f)
		if got := f.Keep(tc.game); got != tc.want {
			t.Errorf("%s: kept %v", tc.name, got)
		}
	}
	f := open
	f.Unique = true
	for i, want := range []bool{true, false, true, false} {
		if got := f.Keep(games[i/2]); got != want {
			t.Errorf("unique, game %d: kept %v", i, got)
		}
	}
	shorter := *games[0]
	shorter.Moves, shorter.Scores = shorter.Moves[:40], shorter.Scores[:40]
	if !f.Keep(&shorter) {
		t.Error("another game from the same start was dropped")
	}
}
