package cli

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/schollz/progressbar/v3"
)

func TestStatus(t *testing.T) {
	tests := []struct {
		err  error
		want int
		text string
	}{
		{nil, Done, ""},
		{flag.ErrHelp, Done, ""},
		{errors.New("sente: disk full"), Failed, "sente: disk full\n"},
		{errors.New("disk full"), Failed, "sente: disk full\n"},
		{Misuse("no flag %q", "x"), Misunderstood, "sente: no flag \"x\"; see sente help\n"},
		{fmt.Errorf("epd: %w", Misuse("no file")), Misunderstood,
			"sente: epd: no file; see sente help\n"},
		{fmt.Errorf("%w; 3 games are kept", ErrInterrupted), Interrupted,
			"sente: interrupted; 3 games are kept\n"},
		{errors.Join(ErrInterrupted, errors.New("disk full")), Interrupted,
			"sente: interrupted\ndisk full\n"},
	}
	for _, tc := range tests {
		var b bytes.Buffer
		if got := Report(&b, "sente", tc.err); got != tc.want || b.String() != tc.text {
			t.Errorf("%v: status %d, %q, want %d, %q", tc.err, got, &b, tc.want, tc.text)
		}
	}
}

func TestHelp(t *testing.T) {
	f := flag.NewFlagSet("", flag.ContinueOnError)
	f.Int("hash", 16, "size in `MIB`")
	h := Help{Usage: "sente epd FILE", Text: "solve puzzles", Flags: f,
		Example: "sente epd a.epd\nsente epd b.epd"}
	const want = "usage: sente epd FILE\n\nsolve puzzles\n\nflags:\n  -hash MIB\n" +
		"    \tsize in MIB (default 16)\n\nexample:\n  sente epd a.epd\n  sente epd b.epd\n"
	var b bytes.Buffer
	err := h.Parse([]string{"-hash", "5", "-h"}, &b)
	if !errors.Is(err, flag.ErrHelp) || b.String() != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, &b, want)
	}
	b.Reset()
	if err := h.Parse([]string{"-hash", "x"}, &b); Status(err) != Misunderstood || b.Len() > 0 {
		t.Errorf("a bad value: %v, %q", err, &b)
	}
	if err := h.Parse([]string{"-hash", "5", "x"}, &b); err != nil || f.Arg(0) != "x" {
		t.Errorf("%v, operands %q", err, f.Args())
	}
	full := failingWriter{}
	if err := h.Parse([]string{"-h"}, full); Status(err) != Failed {
		t.Errorf("help that can't be written: %v", err)
	}
}

// TestFlagsBehindOperands: flags may stand behind operands, but not behind "--".
func TestFlagsBehindOperands(t *testing.T) {
	for _, tc := range []struct{ args, out, operands string }{
		{"-out x a b", "x", "a b"},
		{"a -out x b", "x", "a b"},
		{"a b -out=x", "x", "a b"},
		{"a - -out x", "x", "a -"},
		{"a -- -out x", "", "a -out x"},
		{"-- a -out x", "", "a -out x"},
		{"-out -- a -all b", "--", "a b"},
		{"-all -- a -out x", "", "a -out x"},
		{"-out -out -- a -out x", "-out", "a -out x"},
		{"", "", ""},
	} {
		f := flag.NewFlagSet("merge", flag.ContinueOnError)
		out := f.String("out", "", "")
		f.Bool("all", false, "")
		err := Help{Flags: f}.Parse(strings.Fields(tc.args), io.Discard)
		if got := strings.Join(f.Args(), " "); err != nil || *out != tc.out || got != tc.operands {
			t.Errorf("%q: -out %q, operands %q, %v", tc.args, *out, got, err)
		}
		bad := append(strings.Fields(tc.args), "-bad")
		err = Help{Flags: f}.Parse(bad, io.Discard)
		ended := strings.Contains(tc.args, "--") && tc.out != "--"
		if (err == nil) != ended {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestHelpOfProgram: a program without commands answers help like -h. It has no help on a word.
func TestHelpOfProgram(t *testing.T) {
	f := flag.NewFlagSet("", flag.ContinueOnError)
	f.Int("nodes", 5, "so many")
	h := Help{Usage: "tune [flags]", Flags: f}
	tests := []struct {
		args   string
		status int
		prints bool
		err    string
	}{
		{"help", Done, true, "flag: help requested"},
		{"-h", Done, true, "flag: help requested"},
		{"help nonsense", Misunderstood, false, `no command "nonsense"`},
		{"help help me", Misunderstood, false, `no command "help"`},
		{"-nodes 7 help", Done, false, ""}, // help is an ordinary operand here
	}
	for _, tc := range tests {
		var b bytes.Buffer
		err := h.ParseProgram(strings.Fields(tc.args), &b)
		if Status(err) != tc.status || (b.Len() > 0) != tc.prints ||
			err != nil && err.Error() != tc.err {
			t.Errorf("%s: %v, printed %q", tc.args, err, &b)
		}
	}
	if f.Arg(0) != "help" {
		t.Errorf("operands %q", f.Args())
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestDidYouMean(t *testing.T) {
	words := strings.Fields("bench perft epd analyze compare book version help position go d")
	for word, want := range map[string]string{
		"benhc": "bench", "bnch": "bench", "benchh": "bench", "pertf": "perft",
		"analyse": "analyze", "positoin": "position", "hlep": "help", "xyzzy": "", "": "",
		"tournament": "", "Bench": "bench",
	} {
		got := DidYouMean(word, words)
		if want != "" {
			want = " (did you mean " + want + "?)"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// TestProgressOfAnySize: a visible bar accepts any number of steps. A pipe's size, for example, is
// 0.
func TestProgressOfAnySize(t *testing.T) {
	for _, n := range []int64{-1, 0, 10} {
		bar := Progress(io.Discard, n, progressbar.OptionSetVisibility(true))
		if err := errors.Join(bar.Add(5), bar.Add(3), bar.Finish()); err != nil {
			t.Errorf("%d steps: %v", n, err)
		}
	}
}

func TestNoProgressWithoutTerminal(t *testing.T) {
	var b bytes.Buffer
	bar := Progress(&b, 10)
	bar.Add(5)
	bar.Finish()
	if b.Len() > 0 || IsTerminal(&b) {
		t.Errorf("wrote %q to what is no terminal", &b)
	}
}
