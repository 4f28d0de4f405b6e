package conformance

import (
	"regexp"
	"strings"
	"testing"

	"sente/internal/cli/clitest"
)

// onTerminal runs the engine with its standard error on a terminal. If all is true, standard input
// and output are on it too. It returns what the terminal showed.
func onTerminal(t *testing.T, all bool, args ...string) string {
	t.Helper()
	typed := ""
	if all {
		typed = "quit\n"
	}
	c := clitest.Command("", args...)
	text := clitest.OnTerminal(t, c, typed)
	if !c.ProcessState.Success() {
		t.Errorf("%q: %v", args, c.ProcessState)
	}
	return text
}

// TestBanner: the engine greets a person at a terminal, and prints no greeting into a pipe.
func TestBanner(t *testing.T) {
	banner := regexp.MustCompile(`(?m)^Sente \d+\.\d+\.\d+\S*, network .+ instructions; help lists`)
	if text := onTerminal(t, true); !banner.MatchString(text) {
		t.Errorf("at a terminal: %q", text)
	}
	if text := onTerminal(t, false); text != "" {
		t.Errorf("with a terminal for standard error only: %q", text)
	}
}

// TestProgress: on a terminal a long command shows how far it is and how long the rest will take.
func TestProgress(t *testing.T) {
	for _, args := range [][]string{
		{"bench", "9"}, {"perft", "6"}, {"go perft 6"}, {"speedtest 1 16 2"},
		{"epd", "../tactics/suite.epd", "-movetime", "30"}, {"compare", "-depth", "3"},
	} {
		t.Run(args[0], func(t *testing.T) {
			text := onTerminal(t, false, args...)
			bar := regexp.MustCompile(`\d+% \|.*\| \(\d+/\d+\) \[\d+s:\d+s\]`)
			if !bar.MatchString(text) {
				t.Errorf("%q shows %q", args, text)
			}
			if last := text[strings.LastIndex(text, "\r")+1:]; strings.TrimSpace(last) != "" {
				t.Errorf("%q leaves %q", args, last)
			}
		})
	}
}
