package analyze

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"sente/board"
	"sente/eval"
	"sente/pgn"
)

// MostGames is how many games a report holds at most. With more a browser would take long to open
// it.
const MostGames = 100

// The page is one file. It needs no other file and no network.
var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/page.css
	pageCSS string
	//go:embed page/board.js
	boardJS string
	//go:embed page/page.js
	gamesJS string

	pageJS = boardJS + gamesJS
)

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// Report is a page for a browser: for each game the board at every move, the curve of winning
// chances, accuracy and critical moments.
type Report struct {
	Generator string // what made the page, for its foot
	Lines     Lines  // which moves get the better line in the PGN that the page copies
	games     []pageGame
	left      int
}

// Add adds a game. It returns false, and only counts the game, if the report is full.
func (r *Report) Add(g *Game) bool {
	if len(r.games) == MostGames {
		r.left++
		return false
	}
	game := newPageGame(g)
	var text strings.Builder
	pgn.NewWriter(&text).Write(Annotate(g, r.Lines, r.Generator)) // a Builder never fails
	game.PGN = strings.TrimSpace(text.String()) + "\n"
	r.games = append(r.games, game)
	return true
}

// Left returns how many games did not fit.
func (r *Report) Left() int { return r.left }

// Write writes the page.
func (r *Report) Write(w io.Writer) error {
	games := append([]pageGame{}, r.games...) // not nil, which would become null in the page
	return pageTemplate.Execute(w, map[string]any{
		"Generator": r.Generator, "Left": r.left, "Data": map[string]any{"games": games},
		"Style": template.CSS(pageCSS), "Script": template.JS(pageJS), // our own text
		"StyleHash": sourceHash(pageCSS), "ScriptHash": sourceHash(pageJS),
	})
}

// sourceHash names a style or script for the page's content security policy. The browser then runs
// no other script, whatever a game's text holds.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// pageGame is a game in the form that the page's script reads. Pairs are by color: White first.
type pageGame struct {
	Players  [2]string    `json:"players"`
	Elos     [2]string    `json:"elos"`
	Where    string       `json:"where"` // event, round, site, date
	Result   string       `json:"result"`
	ECO      string       `json:"eco"`
	Opening  string       `json:"opening"`
	Accuracy [2]*float64  `json:"accuracy"` // null for a side that made no move
	Marks    [2][3]int    `json:"marks"`    // inaccuracies, mistakes, blunders
	Plies    []pagePly    `json:"plies"`    // the first entry is the first position, without a move
	Moments  []pageMoment `json:"moments"`
	Missing  int          `json:"missing"` // moves that were not analysed
	Chess960 bool         `json:"chess960,omitempty"`
	PGN      string       `json:"pgn"` // annotated
}

// pagePly is a move and the position after it.
type pagePly struct {
	FEN     string  `json:"fen"`
	Number  string  `json:"number,omitempty"`  // of the move, with dots
	SAN     string  `json:"san,omitempty"`     // the move in standard notation
	Move    string  `json:"move,omitempty"`    // from and to; for castling those of the king
	White   bool    `json:"white,omitempty"`   // White made the move
	Score   string  `json:"score"`             // from White's side
	Win     float64 `json:"win"`               // White's chance in percent
	Lost    float64 `json:"lost,omitempty"`    // percent
	Mark    Mark    `json:"mark,omitempty"`    // how bad the move was
	Glyph   string  `json:"glyph,omitempty"`   // glyph from the file
	Note    string  `json:"note,omitempty"`    // why no loss was counted against the move
	Comment string  `json:"comment,omitempty"` // comment from the file
	Clock   string  `json:"clock,omitempty"`
	Line    []step  `json:"line,omitempty"` // the best line from here
}

// step is a move of a line. It has three texts: the move, with its number where one is needed; the
// move in UCI notation for Chess960; and the position after it, as FEN without the placement.
type step [3]string

// pageMoment is a critical moment.
type pageMoment struct {
	Ply  int    `json:"ply"`
	What string `json:"what"`
}

func newPageGame(g *Game) pageGame {
	out := pageGame{
		Players: [2]string{known(g.PGN, "White"), known(g.PGN, "Black")},
		Elos:    [2]string{known(g.PGN, "WhiteElo"), known(g.PGN, "BlackElo")},
		Where:   where(g.PGN), Result: g.PGN.Result, ECO: g.Opening.ECO, Opening: g.Opening.Name,
		Missing: len(g.Positions) - len(g.Found), Moments: []pageMoment{}, Chess960: chess960(g),
	}
	if out.Opening == "" {
		out.ECO, out.Opening = known(g.PGN, "ECO"), known(g.PGN, "Opening")
	}
	for c, n := range g.Judged {
		if n > 0 {
			tenths := round1(g.Accuracy[c])
			out.Accuracy[c] = &tenths
		}
		copy(out.Marks[c][:], g.Marks[c][Inaccuracy:])
	}
	for i := range g.Found {
		out.Plies = append(out.Plies, newPagePly(g, i))
	}
	for _, m := range g.Moments() {
		out.Moments = append(out.Moments, pageMoment{m.Index + 1, m.What})
	}
	return out
}

// chess960 tells whether a game is one of Chess960. Its file may say so. Or a king or rook that may
// castle does not stand where it does in chess.
func chess960(g *Game) bool {
	variant := strings.ToLower(g.PGN.Tag("Variant"))
	if strings.Contains(variant, "960") || strings.Contains(variant, "fischer") {
		return true
	}
	p := &g.Positions[0]
	for color, rooks := range [...]string{board.White: "AH", board.Black: "ah"} {
		files := strings.Fields(p.ShredderFEN())[2] // files of the rooks that may castle
		for _, file := range files {
			own := file != '-' && (file < 'a') == (color == int(board.White))
			if own && (!strings.ContainsRune(rooks, file) ||
				p.King(board.Color(color)).File() != board.E1.File()) {
				return true
			}
		}
	}
	return false
}

// newPagePly returns what the page needs about position i and the move that led to it.
func newPagePly(g *Game, i int) pagePly {
	p := &g.Positions[i]
	score := g.Found[i].Score
	out := pagePly{FEN: p.FEN(), Score: scoreText(score),
		Win: round1(WinPercent(score)), Line: pageLine(p, g.Found[i].Line)}
	if len(g.Found[i].Line) == 0 {
		out.Score = endText(p, score)
	}
	if i == 0 {
		out.Comment = shownComment(g.PGN.Comment)
		return out
	}
	before, m, judged := &g.Positions[i-1], &g.PGN.Moves[i-1], &g.Moves[i-1]
	out.Number, out.SAN = numbered(before), before.SAN(m.Move)
	out.White = before.SideToMove() == board.White
	if m.Move != board.NullMove {
		out.Move = m.Move.From().String() + kingsGoal(m.Move).String()
	}
	out.Lost, out.Mark = round1(judged.Lost), judged.Mark
	switch {
	case judged.Forced:
		out.Note = "the only legal move"
	case judged.Book && judged.Mark == Unmarked:
		out.Note = "a known opening move"
	case judged.Best:
		out.Note = "the engine's choice"
	}
	for _, n := range m.NAGs {
		if int(n) < len(glyphs) && out.Glyph == "" {
			out.Glyph = glyphs[n]
		}
	}
	out.Comment = shownComment(m.Comment)
	out.Clock, _ = pgn.Command(m.Comment, "clk")
	return out
}

// glyphs are the numeric annotation glyphs that judge a move, as text.
var glyphs = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// kingsGoal returns the square on which a move's man ends. Internally castling is written as king
// takes rook; then it returns the king's square.
func kingsGoal(m board.Move) board.Square {
	switch m.Flag() {
	case board.CastleKing:
		return board.NewSquare(board.G1.File(), m.From().Rank())
	case board.CastleQueen:
		return board.NewSquare(board.C1.File(), m.From().Rank())
	}
	return m.To()
}

// endText says how a game ended in position p.
func endText(p *board.Position, score int) string {
	switch _, ok := eval.MovesToMate(score); {
	case ok:
		return "mate"
	case !p.HasLegalMove():
		return "stalemate"
	}
	return "draw"
}

// pageLine returns the first moves of a line from p on.
func pageLine(p *board.Position, line []board.Move) []step {
	var out []step
	at := *p
	for i, m := range playable(p, line, shownLine) {
		text := at.SAN(m)
		if i == 0 || at.SideToMove() == board.White {
			text = numbered(&at) + " " + text
		}
		at = at.After(m)
		_, rest, _ := strings.Cut(at.FEN(), " ")
		out = append(out, step{text, m.UCI(true), rest})
	}
	return out
}

// shownComment returns a comment without commands for programs, such as [%clk ...], which are shown
// elsewhere or mean nothing to people.
func shownComment(text string) string {
	for _, name := range []string{"eval", "clk", "emt", "cal", "csl", "timestamp", "depth"} {
		if _, ok := pgn.Command(text, name); ok {
			text = pgn.SetCommand(text, name, "")
		}
	}
	return text
}

// known returns the value of a tag, or "" if the file marks it as unknown.
func known(g *pgn.Game, name string) string {
	value := g.Tag(name)
	if strings.Trim(value, "?.-") == "" {
		return ""
	}
	return value
}

// where returns the place and the time from the tags.
func where(g *pgn.Game) string {
	var parts []string
	for _, name := range []string{"Event", "Round", "Site", "Date"} {
		value := known(g, name)
		if value != "" && name == "Round" {
			value = "round " + value
		}
		parts = append(parts, value)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

func round1(x float64) float64 { return math.Round(x*10) / 10 }
