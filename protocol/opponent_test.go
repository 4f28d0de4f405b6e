package protocol

import "testing"

func TestDescribeOpponent(t *testing.T) {
	tests := []struct{ value, want string }{
		{"GM 2800 human Gary Kasparov", "GM Gary Kasparov, rated 2800, human"},
		{"none none computer Shredder", "Shredder, computer"},
		{"none 3500 computer Stock  Fish 15", "Stock Fish 15, rated 3500, computer"},
		{"WIM none human Nobody", "WIM Nobody, human"},
		{"somebody", "somebody"},
		{"GM many human Gary", "GM many human Gary"},
		{"none none robot R2 D2", "none none robot R2 D2"},
		{"none none human", "none none human"},
	}
	for _, tc := range tests {
		if got := describeOpponent(tc.value); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.value, got, tc.want)
		}
	}
}

func TestOpponentIsNoted(t *testing.T) {
	c := newTalk(t)
	c.send("uci", "setoption name UCI_Opponent value none 2900 computer Shredder", "isready")
	if lines := c.until("readyok"); count(lines, "info string") != 0 {
		t.Errorf("it speaks without being asked: %q", lines)
	}
	c.send("debug on", "setoption name UCI_Opponent value none 2900 computer Shredder",
		"setoption name UCI_Opponent value", "isready")
	const want = "info string opponent: Shredder, rated 2900, computer"
	lines := c.until("readyok")
	if count(lines, want) != 1 || count(lines, "info string") != 1 {
		t.Errorf("want the opponent once: %q", lines)
	}
	c.finish()
}
