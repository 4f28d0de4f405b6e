package conformance

// optionRows test setoption: what is refused with a message, and what is accepted silently.
var optionRows = []row{
	{name: "Hash: zero, words, too much",
		input: "uci\nsetoption name Hash value 0\nsetoption name Hash value abc\n" +
			"setoption name Hash value 99999999999999999999\nsetoption name Hash\ngo depth 3\n",
		best: 1, want: []string{"info string Hash: want", "info string Hash: want",
			"info string Hash: want", "info string Hash: want"}},
	{name: "Hash: more than any machine has",
		input: "uci\nsetoption name Hash value 33554432\nisready\ngo depth 3\n",
		best:  1, want: []string{"info string ", "readyok"}},
	{name: "Hash and Threads in either order",
		input: "uci\nsetoption name Threads value 2\nsetoption name Hash value 32\ngo depth 3\n" +
			"setoption name Hash value 8\nsetoption name Threads value 1\ngo depth 3\n",
		best: 2, never: []string{"info string"}},
	{name: "Threads: zero, negative, words",
		input: "uci\nsetoption name Threads value 0\nsetoption name Threads value -2\n" +
			"setoption name Threads value many\ngo depth 2\n",
		best: 1, want: []string{"info string Threads: want", "info string Threads: want",
			"info string Threads: want"}},
	{name: "Threads above the processors",
		input: "uci\nsetoption name Threads value 8\n" +
			"go depth 5\ngo nodes 20000\ngo movetime 20\n",
		best: 3, never: []string{"info string"}},
	{name: "setoption without anything",
		input: "uci\nsetoption\nsetoption name\nsetoption Hash value 3\nsetoption value 3\n" +
			"setoption name value 3\nisready\n",
		want: []string{"info string setoption:", "info string setoption:",
			"info string setoption:", "info string setoption:", "info string setoption:",
			"readyok"}},
	{name: "unknown options are silent",
		input: "uci\nsetoption name Skill value 3\n" +
			"setoption name UCI_Opponent value GM 2800 human Gary Kasparov\n" +
			"setoption name Style\nisready\n",
		want: []string{"readyok"}, never: []string{"info"}},
	{name: "names in any case and spacing",
		input: "uci\nsetoption name hAsH value 8\n" +
			"setoption   name  MOVE   overhead   value   50\n" +
			"setoption name clear hash\nsetoption name Clear Hash value \nisready\n",
		want: []string{"readyok"}, never: []string{"info"}},
	{name: "what lichess-bot sets",
		input: "uci\nsetoption name Move Overhead value 100\nsetoption name Threads value 2\n" +
			"setoption name Hash value 64\nsetoption name SyzygyPath value <empty>\n" +
			"setoption name UCI_ShowWDL value false\nisready\n",
		want: []string{"readyok"}, never: []string{"info"}},
	{name: "UCI_ShowWDL",
		input: "uci\nsetoption name UCI_ShowWDL value true\n" +
			"position fen " + mated + "\ngo depth 3\n" +
			"position fen " + stalemate + "\ngo depth 3\n" +
			"position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ngo depth 1\n" +
			"position startpos\ngo depth 5\n",
		best: 4, want: []string{"info depth 0 multipv 1 score mate 0 wdl 0 0 1000 nodes",
			"info depth 0 multipv 1 score cp 0 wdl 0 1000 0 nodes",
			"info depth 1 seldepth 1 multipv 1 score cp 0 wdl 0 1000 0 nodes", "info depth 5 "}},
	{name: "nodestime",
		input: "uci\nsetoption name nodestime value 10\ngo movetime 100\n" +
			"ucinewgame\ngo wtime 1000 btime 1000\n",
		best: 2, want: []string{"info depth 3 "}, never: []string{"info string"}},
	{name: "UCI_Opponent",
		input: "uci\nsetoption name UCI_Opponent value GM 2800 human Gary Kasparov\n" +
			"setoption name UCI_Opponent value ?\nsetoption name UCI_Opponent value\ngo depth 3\n",
		best: 1, never: []string{"info string"}},
	{name: "SyzygyPath that is not there",
		input: "uci\nsetoption name SyzygyPath value /no such folder\n" +
			"setoption name SyzygyProbeLimit value 6\ngo depth 3\n",
		best: 1, want: []string{"info string syzygy: open /no such folder",
			"info string found 0 WDL and 0 DTZ tables, up to 0 men"}},
	{name: "Evaluation",
		input: "uci\nsetoption name Evaluation value Material\ngo depth 3\n" +
			"setoption name Evaluation value Tarot\ngo depth 3\n",
		best: 2, want: []string{"info string Evaluation: want"}},
	{name: "EvalFile that is not there",
		input: "uci\nsetoption name EvalFile value /no/such folder/a net\ngo depth 3\n",
		best:  1, want: []string{"info string EvalFile: open /no/such folder/a net"}},
	{name: "Log File that can't be written",
		input: "uci\nsetoption name Log File value /no/such/folder/log\n" +
			"setoption name Log Level value loud\nisready\n",
		want: []string{"info string log file: ", "info string Log Level: want", "readyok"}},
	{name: "ucinewgame and Clear Hash at any time",
		input: "ucinewgame\nuci\nucinewgame\nsetoption name Clear Hash\ngo depth 3\n" +
			"ucinewgame\ngo depth 3\nsetoption name Clear Hash\n",
		best: 2, never: []string{"info string"}},
	{name: "MultiPV out of range",
		input: "uci\nsetoption name MultiPV value 0\nsetoption name MultiPV value 257\n" +
			"go depth 2\n",
		best: 1, want: []string{"info string MultiPV: want", "info string MultiPV: want"}},
}
