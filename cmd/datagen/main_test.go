package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sente/datagen"
	"sente/internal/cli"
	"sente/internal/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m, main) }

const mate = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tL\tf2f3 -80 e7e5 90 " +
	"g2g4 -M1 d8h4 M1\n"

// fenLine is a position as text. No move leads from it to itself, so each line begins a new game.
const fenLine = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 12 | 0.5\n"

func TestFromSelfPlayToPacked(t *testing.T) {
	dir := t.TempDir()
	play := []string{"selfplay", "-out", "a.games", "-games", "6", "-nodes", "80", "-hash", "1",
		"-seed", "5", "-threads", "1"}
	if out := clitest.Must(t, dir, play...); !strings.Contains(out, "a.games: 6 games") {
		t.Errorf("selfplay says %s", out)
	}
	play[4] = "9"
	if out := clitest.Must(t, dir, play...); !strings.Contains(out, "a.games: 9 games") {
		t.Errorf("going on says %s", out)
	}
	clitest.Must(t, dir, "selfplay", "-out", "b.games", "-games", "4", "-nodes", "80", "-hash", "1",
		"-seed", "6", "-threads", "2")
	clitest.Must(t, dir, "merge", "-out", "m.games", "a.games", "b.games", "a.games")
	clitest.Must(t, dir, "shuffle", "-out", "s.games", "-seed", "3", "m.games")
	out := clitest.Must(t, dir, "filter", "-unique", "-legal", "-max-plies", "1k",
		"-out", "u.games", "s.games")
	if !strings.Contains(out, "13 of 22 games") {
		t.Errorf("filter says %s", out)
	}
	if out := clitest.Must(t, dir, "verify", "u.games"); !strings.HasPrefix(out, "13 games") {
		t.Errorf("verify says %s", out)
	}
	out = clitest.Must(t, dir, "stats", "-count", "a.games", "b.games")
	if !strings.Contains(out, "together: 13 games") {
		t.Errorf("count says %s", out)
	}
	if out := clitest.Must(t, dir, "stats", "u.games"); !strings.HasPrefix(out, "13 games") {
		t.Errorf("stats says %s", out)
	}
	out = clitest.Must(t, dir, "inspect", "u.games")
	if !strings.Contains(out, `"self-play", seed 5, 80 nodes`) {
		t.Errorf("inspect says %s", out)
	}
	clitest.Must(t, dir, "pack", "-train", "t.packed", "-valid", "v.packed",
		"-hold-out", "3", "u.games")
	train, err := datagen.ReadPackedFile(filepath.Join(dir, "t.packed"))
	if err != nil {
		t.Fatal(err)
	}
	valid, err := datagen.ReadPackedFile(filepath.Join(dir, "v.packed"))
	if err != nil {
		t.Fatal(err)
	}
	// As text and back: the same positions are kept, from the game file and from its text.
	os.WriteFile(filepath.Join(dir, "u.txt"),
		[]byte(clitest.Must(t, dir, "to-text", "-quiet", "u.games")), 0o644)
	quiet := clitest.Must(t, dir, "to-text", "-quiet", "u.games")
	if n := strings.Count(quiet, "\n"); n != len(train)+len(valid) || n == 0 {
		t.Errorf("%d quiet positions as text, %d and %d packed", n, len(train), len(valid))
	}
	clitest.Must(t, dir, "from-text", "-out", "f.games", "u.txt")
	if back := clitest.Must(t, dir, "to-text", "f.games"); back != quiet {
		t.Error("text has changed on its way through a game file")
	}
	out = clitest.Must(t, dir, "genfens", "-n", "3", "dfrc=100")
	if strings.Count(out, "info string genfens ") != 3 {
		t.Errorf("genfens says %s", out)
	}
}

func TestImport(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "g.txt"), []byte(mate+mate), 0o644)
	clitest.Must(t, dir, "import", "-out", "g.games", "-train", "g.packed",
		"-min-ply", "0", "g.txt")
	counted := clitest.Must(t, dir, "stats", "-count", "g.games")
	if !strings.Contains(counted, "2 games, 8 positions") {
		t.Errorf("count says %s", counted)
	}
	info, err := os.Stat(filepath.Join(dir, "g.games"))
	if err != nil {
		t.Fatal(err)
	}
	// The two numbers, result, reason and length take one byte each, and each of the four moves
	// takes four. That makes 21 bytes a game, or 5.25 a position.
	want := fmt.Sprintf("1 blocks, 2 games, 8 positions: %.2f bytes a position, "+
		"5.25 before compression\n", float64(info.Size()-128)/8)
	const moves = "f2f3 -80 e7e5 -90 g2g4 -31998 d8h4 -31999"
	inspected := clitest.Must(t, dir, "inspect", "g.games")
	if strings.Count(inspected, moves) != 1 || !strings.HasSuffix(inspected, want) {
		t.Errorf("inspect says %s\nwant one game and %s", inspected, want)
	}
	if k, err := datagen.ReadPackedFile(filepath.Join(dir, "g.packed")); err != nil || len(k) != 4 {
		t.Errorf("%d positions, %v", len(k), err)
	}
	os.WriteFile(filepath.Join(dir, "bad.txt"), []byte(mate+"rubbish\n"+mate), 0o644)
	status, out, errs := clitest.Run(t, dir, "import", "-out", "bad.games", "bad.txt")
	if status != 1 || !strings.Contains(errs, "bad.txt:2: ") ||
		!strings.Contains(out, "bad.games: 2 games") {
		t.Errorf("a bad line: status %d\n%s%s", status, out, errs)
	}
	// The error that ends the reading is printed, however many bad lines came before it.
	text := mate + strings.Repeat("rubbish\n", 2*maxReports)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte(text))
	w.Flush() // without Close the end of the file is missing
	os.WriteFile(filepath.Join(dir, "cut.gz"), packed.Bytes(), 0o644)
	os.WriteFile(filepath.Join(dir, "long"),
		[]byte(text+strings.Repeat("x", 300<<10)+"\n"+mate), 0o644)
	for name, end := range map[string]string{
		"cut.gz": "unexpected EOF",
		"long":   "a line of more than",
	} {
		status, out, errs := clitest.Run(t, dir, "import", "-force", "-out", "end.games", name)
		if status != 1 || !strings.Contains(out, "end.games: 1 games") ||
			!strings.Contains(errs, name+":42: "+end) ||
			!strings.Contains(errs, "1 files not read to their end") {
			t.Errorf("%s: status %d\n%s%s", name, status, out, errs)
		}
	}
	os.WriteFile(filepath.Join(dir, "p.tsv"),
		[]byte("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\t50\tW\t0\t20\n"), 0o644)
	os.WriteFile(filepath.Join(dir, "s.txt"), []byte("70\n"), 0o644)
	clitest.Must(t, dir, "import-positions", "-second", "s.txt", "-train", "p.packed", "p.tsv")
	if k, err := datagen.ReadPackedFile(filepath.Join(dir, "p.packed")); err != nil ||
		len(k) != 1 || k[0].Score() != 70 {
		t.Errorf("%v, %v", k, err)
	}
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "g.txt"), []byte(strings.Repeat(mate, 3)), 0o644)
	clitest.Must(t, dir, "import", "-out", "g.games", "g.txt")
	whole, err := os.ReadFile(filepath.Join(dir, "g.games"))
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(dir, "cut.games"), whole[:len(whole)-1], 0o644)
	os.WriteFile(filepath.Join(dir, "short.games"), whole[:50], 0o644)
	os.WriteFile(filepath.Join(dir, "other.games"), bytes.Repeat([]byte("x"), 500), 0o644)
	// In the second position Black is in check with White to move.
	os.WriteFile(filepath.Join(dir, "t.txt"),
		[]byte(fenLine+"4k3/8/8/8/8/8/8/4RK2 w - - 0 1 | 500 | 1.0\n"+fenLine), 0o644)
	tests := []struct {
		args   string
		status int
		says   string
	}{
		{"", 2, "a command is missing"},
		{"from-text -out t.games t.txt", 1, "t.txt:2: "},
		{"merge -out m.games short.games none.games", 1, "none.games: no such file"},
		{"merge -out m.games short.games g.games", 1, "short.games: offset 0: "},
		{"merge -out m.games g.games cut.games", 1, "cut.games: offset 128: "},
		{"nothing", 2, `no command "nothing"`},
		{"selfpaly", 2, "did you mean selfplay?"},
		{"stats -count none.games", 1, "none.games"},
		{"verify cut.games", 1, "cut.games: offset 128: the file ends inside a block"},
		{"verify short.games", 1, "short.games: offset 0: the file ends inside its header"},
		{"inspect other.games", 1, "other.games: offset 0: not a game file"},
		{"pack g.games", 2, "-train"},
		{"pack -train a -valid a g.games", 2, "same file"},
		{"pack -train a -valid b -hold-out 1 g.games", 2, "-hold-out 1"},
		{"import -out i.games -valid v.packed g.txt", 2, "-train"},
		{"merge g.games", 2, "-out"},
		{"merge -out g.games g.games", 1, "exists"},
		{"selfplay", 2, "-out"},
		{"selfplay -out x.games -nodes 0", 2, "-nodes 0: want 1"},
		{"selfplay -out x.games -dfrc 200", 2, "-dfrc 200: want 0 to 100 percent"},
		{"speed -hash 0", 2, "-hash 0: want 1 MiB"},
		{"label -max-score -5 -out l g.games", 2, "-max-score -5"},
		{"pack -max-score -5 -train a g.games", 2, "-max-score"},
		{"stats -max-score -5 g.games", 2, "-max-score"},
		{"stats -win-score -100 -draw-score -7 g.games", 2, "limits must be 0 or more"},
		{"filter -max-start -5 -out x.games g.games", 2, "-max-start"},
		{"filter -min-plies 10 -max-plies 5 -out x.games g.games", 2,
			"-min-plies 10 is above -max-plies 5"},
		{"selfplay -out x.games -hash 30M", 1, "not enough memory"},
		{"selfplay -out x.games -positions 2X", 2, "want a count like"},
		{"selfplay -out x.games -net g.txt", 1, "g.txt: "},
		{"selfplay -out g.games -nodes 7 -games 9", 1, "0 nodes a move, not 7"},
		{"import-positions -label third -train a p.tsv", 2, "third"},
		{"selfplay -out x.games -book-plies 4", 2, "-book-plies does nothing without -book"},
		{"speed -book-plies 4", 2, "not defined: -book-plies"},
		{"import-positions -train a -label second p.tsv", 2, "needs -second FILE"},
		{"selfplay -out x.games -tree-every 4", 2, "-tree-every does nothing without -tree"},
		{"pack -train a -hold-out 5 g.games", 2, "-hold-out does nothing without -valid"},
		{"import -out i.games -min-ply 3 g.txt", 2, "-min-ply does nothing without -train"},
		{"import -train a.packed -about x g.txt", 2, "-about does nothing without -out"},
		{"import -train a.packed -force g.txt", 2, "-force does nothing without -out"},
		{"to-text -max-score 500 g.games", 2, "-max-score does nothing without -quiet"},
		{"stats -count -win-plies 3 g.games", 2, "-win-plies does nothing without"},
		{"import-positions -min-ply 8 -train a p.tsv", 2, "min-ply"},
		{"stats -count -what", 2, "-what"},
	}
	for _, tc := range tests {
		status, _, errs := clitest.Run(t, dir, strings.Fields(tc.args)...)
		if status != tc.status || !strings.Contains(errs, tc.says) {
			t.Errorf("datagen %s: status %d, want %d; %q, want %q in it",
				tc.args, status, tc.status, errs, tc.says)
		}
	}
	// The word behind a flag is its value, even if that word is "--".
	clitest.Must(t, dir, "merge", "-about", "--", "g.games", "-out", "x.games")
	os.Remove(filepath.Join(dir, "x.games"))
	// The good lines and games were written all the same.
	out := clitest.Must(t, dir, "stats", "-count", "t.games", "m.games")
	if !strings.Contains(out, "t.games: 2 games, 2 positions\n") ||
		!strings.Contains(out, "m.games: 3 games, 12 positions\n") {
		t.Errorf("count says %s", out)
	}
	if now, _ := os.ReadFile(filepath.Join(dir, "g.games")); !bytes.Equal(now, whole) {
		t.Error("a file that was only read, or refused, has changed")
	}
	if _, err := os.Stat(filepath.Join(dir, "x.games")); err == nil {
		t.Error("runs that failed before any game left a file")
	}
	for _, args := range []string{"stats -h", "help stats"} {
		status, out, errs := clitest.Run(t, dir, strings.Fields(args)...)
		if status != 0 || !strings.Contains(out, "usage: datagen stats") ||
			!strings.Contains(out, "-max-score") || errs != "" {
			t.Errorf("%s: status %d, %q, %q", args, status, out, errs)
		}
	}
}

// TestHelpHasExamples: help on each command ends with a command line to try.
func TestHelpHasExamples(t *testing.T) {
	for _, c := range commands() {
		status, out, errs := clitest.Run(t, t.TempDir(), c.name, "-h")
		_, example, _ := strings.Cut(out, "\nexample:\n")
		if status != 0 || errs != "" || !strings.HasPrefix(example, "  datagen "+c.name+" ") {
			t.Errorf("%s -h: status %d, %q, %q; want an example", c.name, status, out, errs)
		}
	}
}

// TestHelpOfHelp: help on help is help on the program. Help on two words is a misuse.
func TestHelpOfHelp(t *testing.T) {
	dir := t.TempDir()
	got, want := clitest.Must(t, dir, "help", "help"), clitest.Must(t, dir, "help")
	if got != want {
		t.Errorf("datagen help help prints\n%s\nwant\n%s", got, want)
	}
	status, out, errs := clitest.Run(t, dir, "help", "stats", "nonsense")
	want = "datagen: no command \"nonsense\"; see datagen help\n"
	if status != cli.Misunderstood || out != "" || errs != want {
		t.Errorf("status %d, %q, %q; want %d and %q", status, out, errs, cli.Misunderstood, want)
	}
}

// TestHelpIsFixed: the help text is the same each time. It shows no random default.
func TestHelpIsFixed(t *testing.T) {
	dir := t.TempDir()
	once, again := clitest.Must(t, dir, "selfplay", "-h"), clitest.Must(t, dir, "selfplay", "-h")
	if once != again {
		t.Errorf("datagen selfplay -h prints\n%s\nand then\n%s", once, again)
	}
}

// TestGenFensMisread: a request that makes no sense counts as misunderstood and is reported once.
func TestGenFensMisread(t *testing.T) {
	status, out, errs := clitest.Run(t, t.TempDir(), "genfens", "foo=3")
	want := "datagen: genfens: \"foo=3\" is neither plies=N nor dfrc=PERCENT; see datagen help\n"
	if status != cli.Misunderstood || out != "" || errs != want {
		t.Errorf("status %d, %q, %q; want %d and %q", status, out, errs, cli.Misunderstood, want)
	}
}

// TestInterruptEndsReaders interrupts commands that write no file, after their first line.
func TestInterruptEndsReaders(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send an interrupt to another process")
	}
	dir := t.TempDir()
	for args, says := range map[string]string{
		"genfens -n 100000000": "interrupted; the rest is missing",
		"speed -rounds 1000000 -depth 2 -games 1 -nodes 5": "interrupted; " +
			"the rounds above are whole",
	} {
		c := clitest.Command(dir, strings.Fields(args)...)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		errs := start(t, c)
		out.Read(make([]byte, 1))
		c.Process.Signal(os.Interrupt)
		io.Copy(io.Discard, out)
		c.Wait()
		status := c.ProcessState.ExitCode()
		if status != cli.Interrupted || !strings.Contains(errs.String(), says) {
			t.Errorf("%s: status %d, said %q; want %d and %q",
				args, status, errs, cli.Interrupted, says)
		}
	}
}

func TestInterruptSavesGames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send an interrupt to another process")
	}
	dir := t.TempDir()
	c := clitest.Command(dir, "selfplay", "-out", "a.games", "-nodes", "5", "-hash", "1",
		"-threads", "2")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	errs := start(t, c)
	// Some hundred games make a first block. Wait until it is on the disk, then interrupt.
	waitFor(t, "a block of games", func() bool {
		return sizeOf(filepath.Join(dir, "a.games")) > 200
	})
	c.Process.Signal(os.Interrupt)
	said, _ := io.ReadAll(out)
	c.Wait()
	if status := c.ProcessState.ExitCode(); status != cli.Interrupted {
		t.Fatalf("after an interrupt: status %d, want %d; %s", status, cli.Interrupted, errs)
	}
	counted := clitest.Must(t, dir, "stats", "-count", "a.games")
	last := strings.TrimSpace(string(said))
	if !strings.HasSuffix(last, strings.TrimSpace(counted)) {
		t.Errorf("it said\n%s\nbut the file has %s", said, counted)
	}
	clitest.Must(t, dir, "verify", "a.games")
}
