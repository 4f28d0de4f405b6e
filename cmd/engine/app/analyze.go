package app

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"

	"sente/analyze"
	"sente/board"
	"sente/internal/cli"
	"sente/internal/outfile"
	"sente/pgn"
)

// standardStream stands for standard input or output where a file's name is expected.
const standardStream = "-"

// analysis is a call of analyze.
type analysis struct {
	*call
	ctx           context.Context // done when the user interrupts
	analyzer      analyze.Analyzer
	lines         analyze.Lines
	bar           *progressbar.ProgressBar
	report        *analyze.Report // nil without -html
	output, page  *outputFile
	games, broken int
}

func (c *call) analyzeFlags(f *flag.FlagSet) {
	f.StringVar(&c.output, "o", standardStream,
		"write the games to this `FILE`; - is standard output")
	f.StringVar(&c.html, "html", "",
		"write a page for a browser, with boards and curves, to this `FILE`")
	f.StringVar(&c.lines, "lines", "marked",
		"`WHICH` moves get the better line as a variation: marked, all or none")
	c.searchFlags(f)
}

var errNothingAnalysed = fmt.Errorf("analyze: %w; nothing was analysed", cli.ErrInterrupted)

// analyzeGames judges the moves of games and writes them with scores, marks and better lines.
func analyzeGames(c *call) error {
	ctx, stop := cli.Interruptible()
	defer stop()
	a, err := newAnalysis(ctx, c)
	if errors.Is(err, context.Canceled) {
		return errNothingAnalysed
	}
	if err != nil {
		return err
	}
	if a.output.file != nil || a.page != nil {
		cli.OutlivePipes()
	}
	for _, name := range c.operands {
		if err = a.file(name); err != nil || ctx.Err() != nil {
			break
		}
	}
	err = errors.Join(err, a.finish())
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil && a.games == 0:
		return errNothingAnalysed
	case ctx.Err() != nil:
		return fmt.Errorf("analyze: %w; what was analysed is written", cli.ErrInterrupted)
	case a.games == 0:
		return errors.New("analyze: no game could be analysed")
	}
	return nil
}

// newAnalysis checks the command line, makes the engine and opens the outputs. If ctx is done while
// a named pipe waits for its reader, it returns ctx's error.
func newAnalysis(ctx context.Context, c *call) (*analysis, error) {
	if len(c.operands) == 0 {
		return nil, cli.Misuse("analyze takes at least one file of games, or - for standard input")
	}
	if c.output == "" {
		return nil, cli.Misuse("analyze: -o: want a file for the games, or -")
	}
	lines, err := analyze.ParseLines(c.lines)
	if err != nil {
		return nil, cli.Misuse("%w", err)
	}
	for _, input := range c.operands {
		if input == standardStream {
			continue
		}
		if _, err := os.Stat(input); err != nil { // now, and not hours later at its turn
			return nil, fmt.Errorf("analyze: %w", err)
		}
	}
	for _, output := range []string{c.output, c.html} {
		if output == "" {
			continue // there is no page
		}
		for _, input := range c.operands {
			if oneFile(output, c.stdout, input, c.stdin) {
				name := input
				if name == standardStream {
					name = "standard input"
				}
				return nil, fmt.Errorf("analyze: %s would be written over while it is read", name)
			}
		}
	}
	if c.html != "" && (c.output == c.html || oneFile(c.output, c.stdout, c.html, c.stdout)) {
		return nil, cli.Misuse("analyze: -o and -html name the same file")
	}
	engine, err := c.engine()
	if err != nil {
		return nil, err
	}
	a := &analysis{call: c, ctx: ctx, lines: lines,
		analyzer: analyze.Analyzer{Engine: engine, Limits: c.limits(analyzeTime)}}
	a.analyzer.Progress = func(done, _ int) { a.bar.Set(done) }
	if a.output, err = openOutput(ctx, c.output, c.stdout); err != nil {
		return nil, err
	}
	if c.html == "" {
		return a, nil
	}
	a.report = &analyze.Report{Generator: "Sente " + c.fullVersion(), Lines: lines}
	if a.page, err = openOutput(ctx, c.html, c.stdout); err != nil {
		return nil, errors.Join(err, a.output.Close())
	}
	return a, nil
}

// oneFile tells whether two names lead to one file. The name - means the standard stream that is
// given with it; the shell may have redirected that to a file. A terminal does not count, because
// it may be both streams.
func oneFile(a string, aStandard any, b string, bStandard any) bool {
	if a != standardStream && b != standardStream {
		return outfile.Same(a, b)
	}
	first, second := statOf(a, aStandard), statOf(b, bStandard)
	return first != nil && second != nil && first.Mode().IsRegular() && os.SameFile(first, second)
}

// statOf describes the file of that name. For - it describes the file that the standard stream
// leads to. It returns nil if there is no file.
func statOf(name string, standard any) os.FileInfo {
	info, err := os.Stat(name)
	if name == standardStream {
		file, ok := standard.(*os.File)
		if !ok {
			return nil
		}
		info, err = file.Stat()
	}
	if err != nil {
		return nil
	}
	return info
}

// open returns a reader of a file or of standard input. Its Read returns when ctx is done, even
// while it waits for a pipe or a terminal.
func (a *analysis) open(name string) *io.PipeReader {
	r, w := io.Pipe()
	context.AfterFunc(a.ctx, func() { w.CloseWithError(a.ctx.Err()) })
	go func() {
		in := a.stdin
		if name != standardStream {
			file, err := os.Open(name) // this waits for the other end of a named pipe
			if err != nil {
				w.CloseWithError(errors.Unwrap(err)) // without the name, which the caller adds
				return
			}
			defer file.Close()
			in = file
		}
		_, err := io.Copy(w, in)
		w.CloseWithError(err)
	}()
	return r
}

// file analyses the games of a file.
func (a *analysis) file(name string) error {
	in := a.open(name)
	defer in.Close()
	games := pgn.NewReader(in)
	for a.ctx.Err() == nil {
		g, err := games.Next()
		if err == nil {
			if err = a.game(g); err != nil {
				err = fmt.Errorf("line %d: %w", g.Line, err)
			}
		}
		if a.output.failed != nil {
			return a.output.failed // no fault of the input
		}
		_, broken := errors.AsType[*pgn.Error](err)
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, context.Canceled):
			return nil
		case broken, errors.Is(err, analyze.ErrTooLong):
			a.broken++
			fmt.Fprintf(a.stderr, "%s: %v; skipped\n", name, err)
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// game analyses a game and writes it.
func (a *analysis) game(g *pgn.Game) error {
	a.bar = cli.Progress(a.stderr, int64(len(g.Moves)+1),
		progressbar.OptionSetDescription(fmt.Sprintf("game %d", a.games+a.broken+1)))
	judged, err := a.analyzer.Game(a.ctx, g)
	a.bar.Clear()
	if err != nil {
		return err
	}
	if err := pgn.NewWriter(a.output).Write(
		analyze.Annotate(judged, a.lines, "Sente "+a.release)); err != nil {
		return err
	}
	a.games++
	if a.report != nil {
		a.report.Add(judged)
	}
	fmt.Fprintln(a.stderr, summary(a.games, judged))
	return nil
}

// finish writes the page and says what was done.
func (a *analysis) finish() error {
	err := a.output.Close()
	if a.report != nil {
		if a.games > 0 {
			err = errors.Join(err, a.report.Write(a.page))
		}
		err = errors.Join(err, a.page.Close())
		if n := a.report.Left(); n > 0 {
			fmt.Fprintf(a.stderr, "%s holds the first %d games; %d more found no place\n", a.html,
				analyze.MostGames, n)
		}
	}
	fmt.Fprintf(a.stderr, "%d games analysed; %d broken games skipped\n", a.games, a.broken)
	return err
}

// summary says in a line how a game was played.
func summary(number int, g *analyze.Game) string {
	text := fmt.Sprintf("game %d: %s - %s %s", number, cmp.Or(g.PGN.Tag("White"), "?"),
		cmp.Or(g.PGN.Tag("Black"), "?"), g.PGN.Result)
	link := "; accuracy of"
	for c, name := range [...]string{board.White: "White", board.Black: "Black"} {
		if g.Judged[c] == 0 {
			continue
		}
		m := g.Marks[c]
		text += fmt.Sprintf("%s %s %.1f%% (%d?! %d? %d??)", link, name, g.Accuracy[c],
			m[analyze.Inaccuracy], m[analyze.Mistake], m[analyze.Blunder])
		link = ", of"
	}
	if !g.Complete() {
		text += fmt.Sprintf("; stopped after %d of %d half-moves", len(g.Moves), len(g.PGN.Moves))
	}
	return text
}

// outputFile is a file to be written, or standard output. It is opened at the start, so that a bad
// name is reported before hours of analysis. The old content stays until there is new content.
type outputFile struct {
	w      io.Writer
	file   *outfile.File // nil for standard output
	length int64
	failed error // the first error of writing
}

func openOutput(ctx context.Context, name string, stdout io.Writer) (*outputFile, error) {
	if name == standardStream {
		return &outputFile{w: stdout}, nil
	}
	file, err := outfile.Create(ctx, name)
	return &outputFile{w: file, file: file}, err
}

func (o *outputFile) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	o.length += int64(n)
	o.failed = cmp.Or(o.failed, err)
	return n, err
}

// Close puts the new file in place if something was written, and without an error.
func (o *outputFile) Close() error {
	switch {
	case o.file == nil:
		return nil
	case o.failed != nil || o.length == 0:
		o.file.Discard()
		return nil
	}
	return o.file.Commit()
}
