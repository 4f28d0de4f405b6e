package protocol

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sente/eval/nnue"
	"sente/search"
)

// option is one entry of the option table.
type option struct {
	name        string
	declaration string // the line that answers uci
	// set checks a value and applies it. On an error nothing changes.
	set func(u *UCI, value string) error
}

// optionTable lists every option in the order of the answer to uci. No option's name has the word
// name, type, default, min, max or var in it, because programs split declarations at these words.
func optionTable() []option {
	evaluation := evaluations[1]
	if nnue.Default() != nil {
		evaluation = evaluations[0]
	}
	return slices.Concat([]option{
		spinOption("Hash", search.DefaultHash, 1, search.MaxHash,
			func(u *UCI, mib int) error { return u.engine.SetHash(mib) }),
		spinOption("Threads", 1, 1, search.MaxThreads, (*UCI).setThreads),
		buttonOption("Clear Hash", func(u *UCI) error { u.engine.ClearHash(); return nil }),
		checkOption("Ponder", false, func(*UCI, bool) error { return nil }), // no effect of its own
		spinOption("MultiPV", 1, 1, search.MaxMultiPV, func(u *UCI, n int) error {
			u.multiPV = n
			u.engine.SetMultiPV(n)
			return nil
		}),
		spinOption("Move Overhead", int(search.DefaultOverhead/time.Millisecond), 0, 5000,
			func(u *UCI, ms int) error {
				u.engine.SetMoveOverhead(time.Duration(ms) * time.Millisecond)
				return nil
			}),
		spinOption("nodestime", 0, 0, 10000, func(u *UCI, nodes int) error {
			u.engine.SetNodesTime(nodes)
			return nil
		}),
		checkOption("UCI_Chess960", false, func(u *UCI, on bool) error {
			u.chess960 = on
			return nil
		}),
		checkOption("UCI_AnalyseMode", false, func(u *UCI, on bool) error {
			u.analyse = on
			return nil
		}),
		checkOption("Minimal", false, func(u *UCI, on bool) error { u.minimal = on; return nil }),
		comboOption("Evaluation", evaluation, evaluations, (*UCI).setEvaluation),
		stringOption("EvalFile", (*UCI).setEvalFile),
	}, tablebaseOptions(), []option{
		checkOption("UCI_ShowWDL", false, func(u *UCI, on bool) error {
			u.showWDL = on
			return nil
		}),
		stringOption("UCI_Opponent", (*UCI).setOpponent),
		stringOption("Log File", (*UCI).setLogFile),
		comboOption("Log Level", defaultLogLevel, logLevels, func(u *UCI, level string) error {
			u.log.setLevel(level)
			return nil
		}),
	}, strengthOptions(), bookOptions(), tunables())
}

// evaluations are the values of the option Evaluation: the network, or material and squares.
var evaluations = []string{"NNUE", "Material"}

func checkOption(name string, standard bool, set func(*UCI, bool) error) option {
	return option{
		name:        name,
		declaration: fmt.Sprintf("option name %s type check default %t", name, standard),
		set: func(u *UCI, value string) error {
			switch strings.ToLower(value) {
			case "true":
				return set(u, true)
			case "false":
				return set(u, false)
			}
			return misread("%s: want true or false, not %s", name, shorten(value))
		},
	}
}

func spinOption(name string, standard, low, high int, set func(*UCI, int) error) option {
	return option{
		name: name,
		declaration: fmt.Sprintf("option name %s type spin default %d min %d max %d",
			name, standard, low, high),
		set: func(u *UCI, value string) error {
			n, err := strconv.Atoi(value)
			if err != nil || n < low || n > high {
				return misread("%s: want a whole number from %d to %d, not %s",
					name, low, high, shorten(value))
			}
			return set(u, n)
		},
	}
}

func comboOption(name, standard string, values []string, set func(*UCI, string) error) option {
	declaration := fmt.Sprintf("option name %s type combo default %s", name, standard)
	for _, v := range values {
		declaration += " var " + v
	}
	return option{name: name, declaration: declaration, set: func(u *UCI, value string) error {
		for _, v := range values {
			if strings.EqualFold(v, value) {
				return set(u, v)
			}
		}
		return misread("%s: want one of %s, not %s",
			name, strings.Join(values, ", "), shorten(value))
	}}
}

// stringOption returns an option whose default is the empty string.
func stringOption(name string, set func(*UCI, string) error) option {
	return option{name: name,
		declaration: "option name " + name + " type string default <empty>", set: set}
}

func buttonOption(name string, press func(*UCI) error) option {
	return option{
		name:        name,
		declaration: "option name " + name + " type button",
		set:         func(u *UCI, _ string) error { return press(u) },
	}
}

// SetOption changes an option as setoption does, before the conversation starts.
func (u *UCI) SetOption(name, value string) error {
	if o := u.findOption(name); o != nil {
		return o.set(u, value)
	}
	return fmt.Errorf("no option %s", shorten(name))
}

// findOption returns the option of that name, or nil. Upper and lower case don't matter.
func (u *UCI) findOption(name string) *option {
	for i := range u.options {
		if strings.EqualFold(u.options[i].name, name) {
			return &u.options[i]
		}
	}
	return nil
}

// KeepLog protects the log settings that SetOption has made. Programs send the defaults of options
// that nobody changed. So a setoption that sends a log option's default is ignored, until a
// setoption gives that option another value.
func (u *UCI) KeepLog() {
	u.log.keepFile = u.log.file != nil
	u.log.keepLevel = u.log.level != defaultLogLevel
}

// setOption carries out setoption. It ignores unknown options, except in RunCommands, because
// programs also set options that no engine declared.
func (u *UCI) setOption(c command) error {
	name, value, err := parseSetOption(c.rest)
	if err != nil {
		return SyntaxError{err}
	}
	if o := u.findOption(name); o != nil {
		return o.set(u, value)
	}
	if u.strict {
		return misread("no option %s; uci lists them", shorten(name))
	}
	u.note("no option %s", shorten(name))
	return nil
}

func (u *UCI) setThreads(n int) error {
	if err := u.engine.SetThreads(n); err != nil {
		return err
	}
	u.threads = n
	spareProcessor(n)
	return nil
}

func (u *UCI) setEvaluation(name string) error {
	if name == evaluations[0] && u.network == nil && nnue.Default() == nil {
		return errors.New("no network to evaluate with; set EvalFile")
	}
	u.material = name == evaluations[1]
	u.useNetwork()
	return nil
}

// setEvalFile reads the network that Evaluation NNUE uses from now on. An empty name means the
// built-in network. On an error the old network stays. If the file is in use already and has not
// changed since, it is not read again.
func (u *UCI) setEvalFile(name string) error {
	var network *nnue.Network
	var info os.FileInfo
	if name != "" {
		file, err := openBeside(name)
		if err != nil {
			return fmt.Errorf("EvalFile: %w", err)
		}
		defer file.Close()
		if info, err = file.Stat(); err == nil && os.SameFile(info, u.evalFile) &&
			info.Size() == u.evalFile.Size() && info.ModTime().Equal(u.evalFile.ModTime()) {
			return nil
		}
		if network, err = nnue.Read(file); err != nil {
			return fmt.Errorf("EvalFile: %s: %w", file.Name(), err)
		}
	}
	u.network, u.evalFile = network, info
	u.useNetwork()
	return nil
}

// useNetwork gives the engine the network that the options ask for. If the engine has that one
// already, its table and histories stay.
func (u *UCI) useNetwork() {
	if network := u.networkInUse(); network != u.engine.Network() {
		u.engine.SetNetwork(network)
	}
}

// openBeside opens a file by its name. If a relative name does not exist, it looks beside the
// program, because some programs start engines in another folder.
func openBeside(name string) (*os.File, error) {
	if err := refusePipe(name); err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err == nil || filepath.IsAbs(name) {
		return file, err
	}
	if program, failed := os.Executable(); failed == nil {
		if beside, failed := os.Open(filepath.Join(filepath.Dir(program), name)); failed == nil {
			return beside, nil
		}
	}
	return nil, err
}

// refusePipe returns an error if name is a named pipe. Opening a pipe waits for its other end,
// perhaps for ever. Names in /dev are allowed: these are open already.
func refusePipe(name string) error {
	info, err := os.Stat(name)
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 || strings.HasPrefix(name, "/dev/") {
		return nil
	}
	return fmt.Errorf("%s is a pipe, not a file", name)
}

// networkInUse returns the network that the options ask for, or nil for material and squares.
func (u *UCI) networkInUse() *nnue.Network {
	switch {
	case u.material:
		return nil
	case u.network != nil:
		return u.network
	default:
		return nnue.Default()
	}
}

// setLogFile makes the log go to the named file from now on. An empty name ends the log. Lines that
// were read already but are in no log yet are written first. If the file can't be opened, the old
// log stays.
func (u *UCI) setLogFile(name string) error {
	if name == "" && u.log.keepFile {
		return nil
	}
	file, err := openLog(name)
	if err != nil {
		return err
	}
	u.log.keepFile = false
	u.logging.Lock()
	defer u.logging.Unlock()
	u.log.use(file)
	u.log.describe(u.config.Name)
	u.mu.Lock()
	queue := u.queue // safe: only this goroutine shortens the queue, and adding to it needs logging
	u.mu.Unlock()
	for i := range queue {
		c := &queue[i]
		line := strings.TrimSpace(c.entry.word + " " + c.rest)
		if !c.logged && line != "" { // the line is empty if it was too long
			c.logged = u.log.exchange(">>", line)
		}
	}
	return nil
}
