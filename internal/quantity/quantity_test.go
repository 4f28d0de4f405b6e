package quantity

import (
	"flag"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

func TestParseCount(t *testing.T) {
	for s, want := range map[string]int64{
		"0": 0, "16384": 16384, "500k": 500_000, "2M": 2_000_000,
		"1.5M": 1_500_000, "3G": 3_000_000_000, ".5k": 500, "0.0004k": 0,
		"9223372036854775807": math.MaxInt64, "9007199254k": 9007199254000,
	} {
		if got, err := ParseCount(s); err != nil || got != want {
			t.Errorf("ParseCount(%q) = %d, %v, want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"", "-1", "+1", "1.5", "2m", "M", "k", "1e3", "1e3k", "2Mk",
		"-2M", "2 M", "0x10", "NaNk", "Infk",
		"9223372036854775808", "9007199254740993k", "..k"} {
		if got, err := ParseCount(s); err == nil {
			t.Errorf("ParseCount(%q) = %d, want an error", s, got)
		}
	}
}

func TestParseTime(t *testing.T) {
	for s, want := range map[string]time.Duration{
		"0": 0, "1500": 1500 * time.Millisecond, "1.5s": 1500 * time.Millisecond,
		"2m": 2 * time.Minute, "1h30m": 90 * time.Minute,
	} {
		if got, err := parseTime(s); err != nil || got != want {
			t.Errorf("parseTime(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	for _, s := range []string{
		"", "-5", "-1s", "soon", "1.5", "5 s", "9223372036854775807", "-18446744073709",
	} {
		if got, err := parseTime(s); err == nil {
			t.Errorf("parseTime(%q) = %v, want an error", s, got)
		}
	}
}

func TestFlags(t *testing.T) {
	fs := flag.NewFlagSet("test", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var games int64
	var wait time.Duration
	nodes := Count(fs, "nodes", 150, "nodes a move")
	CountVar(fs, &games, "games", 7, "games to play")
	TimeVar(fs, &wait, "wait", time.Second, "time to wait")
	plies := 0
	PositiveVar(fs, &plies, "plies", 9, "plies to play")
	if err := fs.Parse(nil); err != nil || *nodes != 150 || games != 7 || wait != time.Second {
		t.Errorf("defaults: %d, %d, %v, %v", *nodes, games, wait, err)
	}
	err := fs.Parse([]string{"-nodes", "2k", "-games", "1.5M", "-wait", "250"})
	if err != nil || *nodes != 2000 || games != 1_500_000 || wait != 250*time.Millisecond {
		t.Errorf("%d, %d, %v, %v", *nodes, games, wait, err)
	}
	if err := fs.Parse([]string{"-nodes", "0", "-plies", "3"}); err != nil ||
		*nodes != 0 || plies != 3 {
		t.Errorf("%d nodes, %d plies, %v, want 0 and 3", *nodes, plies, err)
	}
	for _, flag := range []string{"-plies", "-wait"} {
		err := fs.Parse([]string{flag, "0"})
		if err == nil || !strings.Contains(err.Error(), errZero.Error()) {
			t.Errorf("%s 0: %v, want %s", flag, err, errZero)
		}
	}
	for flag, want := range map[string]string{
		"-nodes": errCount.Error(), "-games": errCount.Error(), "-wait": errTime.Error(),
	} {
		err := fs.Parse([]string{flag, "many"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s many: %v, want %s", flag, err, want)
		}
	}
	if *nodes != 0 || games != 1_500_000 || plies != 3 || wait != 250*time.Millisecond {
		t.Errorf("a bad value has changed %d, %d, %d or %v", *nodes, games, plies, wait)
	}
	var help strings.Builder
	fs.SetOutput(&help)
	fs.PrintDefaults()
	for _, want := range []string{"(default 150)", "(default 7)", "(default 9)", "(default 1s)"} {
		if !strings.Contains(help.String(), want) {
			t.Errorf("no %q in\n%s", want, help.String())
		}
	}
}

func TestFormatCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1k", 1499: "1k", 20_000: "20k",
		999_499: "999k", 999_500: "1.0M", 600_000_000: "600.0M",
	} {
		if got := FormatCount(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
