package protocol

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sente/board"
	"sente/eval/nnue"
	"sente/search"
	"sente/syzygy"
)

// Config names the program, and carries out the one command that this package can't.
type Config struct {
	Name   string // with the version, printable ASCII
	Author string // printable ASCII
	// GenFens, if not nil, carries out OpenBench's command genfens: it writes the openings that
	// arguments ask for, one a line. It finds them with network, or by material and squares if
	// network is nil.
	GenFens func(w io.Writer, network *nnue.Network, arguments string) error
	// Progress, if not nil, is told how many steps of a perft, bench or speedtest are done, and of
	// how many. Only one goroutine calls it at a time.
	Progress func(done, of int)
}

// UCI is one conversation. Make it with New, then start it once, with Run or RunCommands.
type UCI struct {
	config   Config
	engine   *search.Engine
	out      *lines
	log      *logger
	commands map[string]*entry
	options  []option
	grace    time.Duration // quitGrace, except in tests
	room     int           // queueRoom, except in tests

	// Only the command goroutine uses these. The exception: a job uses tables and badTable before
	// it answers. No command that changes them is carried out until then.
	root     search.Root    // the position of the last valid position command
	network  *nnue.Network  // from EvalFile; nil: the built-in one
	evalFile os.FileInfo    // of network, as it was read
	tables   *syzygy.Tables // from SyzygyPath
	badTable bool           // one of tables can't be read, and the user was told
	material bool           // Evaluation is Material
	threads  int
	chess960 bool
	minimal  bool
	showWDL  bool
	analyse  bool // UCI_AnalyseMode: no book, and no limit on the strength
	multiPV  int
	opening  opening
	limit    limit
	debug    bool // debug on: notes are printed too
	strict   bool // RunCommands: the first refused command ends the conversation

	greeted atomic.Bool // uci was seen; before that no complaint may be printed

	mu       sync.Mutex
	changed  sync.Cond // signals that one of the following has changed
	queue    []command
	queued   int  // bytes of memory that the queue takes
	job      *job // running now; nil: none
	busy     bool // the command loop is carrying a command out
	ended    bool // no more input
	quitting bool
	over     bool      // the grace time of quit has passed; queued commands are not carried out
	refused  error     // with strict: why a command was refused
	goes     int       // number of go, perft, bench and speedtest commands read
	stopped  int       // value of goes at the last stop, which covers those commands
	hit      int       // the same for ponderhit
	ran      time.Time // when the last job that was not stopped gave its answer

	// logging is held while a line is logged and queued, and while the log changes its file. So
	// each line is logged once, in order. Take it before mu. Setting the level does not need it,
	// and neither does closing the log at the end.
	logging sync.Mutex
}

// command is one line of input.
type command struct {
	entry  *entry
	rest   string    // behind the command word, as it was written
	at     time.Time // when the line was read
	number int       // of a go, perft, bench or speedtest: counts these from 1; else 0
	size   int       // bytes of memory that it takes
	logged bool      // the line is in the log
}

// job is a search, perft, bench or speedtest that runs in its own goroutine.
type job struct {
	number           int
	infinite, ponder bool   // ends only by stop, or by ponderhit too
	stop             func() // may be called from any goroutine, and more than once
	unstoppable      bool   // stop does nothing; the job ends by itself
	answered         bool   // its answer may be out, and isready waits again; guarded by UCI.mu
}

// quitGrace is how long quit lets the commands before it run on.
const quitGrace = 500 * time.Millisecond

// New returns a conversation that writes to w and searches with engine. From then on only the
// conversation may use engine. Change settings with SetOption: the conversation does not know what
// was set in engine before, and replaces some of it.
func New(w io.Writer, engine *search.Engine, config Config) *UCI {
	log := newLogger()
	u := &UCI{
		config:   config,
		engine:   engine,
		log:      log,
		out:      &lines{w: w, log: log},
		commands: map[string]*entry{},
		root:     search.Root{Pos: board.Start()},
		threads:  1,
		multiPV:  1,
		grace:    quitGrace,
		room:     queueRoom,
		opening:  newOpening(),
		limit:    limit{elo: defaultElo, skill: search.SkillLevels},
	}
	engine.SetSeed(rand.Uint64())
	u.changed.L = &u.mu
	for _, e := range commandTable() {
		u.commands[e.word] = &e
	}
	if config.GenFens == nil {
		delete(u.commands, "genfens")
	}
	u.options = optionTable()
	return u
}

// Run carries out the lines of r until quit or the end of the input. A search with a limit is
// finished and answered before Run returns, unless quit was read or the output is broken. The error
// is that of reading r, or else that of writing to w. After Run has returned, nothing is written
// any more, and a second Run does nothing.
func (u *UCI) Run(r io.Reader) error {
	u.out.failed = func(error) {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.leave()
	}
	failed := make(chan error, 1)
	u.converse(func() { failed <- u.read(r) })
	var err error
	select {
	case err = <-failed:
	default: // quit while the reader was not done
	}
	return cmp.Or(err, u.out.broken())
}

// converse runs the reader and the command loop side by side. It returns when the loop is done, or
// at the latest shortly after quit.
func (u *UCI) converse(reader func()) {
	spareProcessor(u.threads)
	finished := make(chan struct{})
	go func() {
		reader()
		u.end()
	}()
	done := false // guarded by u.mu
	go func() {
		defer close(finished)
		defer func() {
			u.mu.Lock()
			done = true
			u.changed.Broadcast()
			u.mu.Unlock()
		}()
		for c, more := u.next(); more; c, more = u.next() {
			u.execute(c)
		}
	}()
	u.mu.Lock()
	for !u.quitting && !done {
		u.changed.Wait()
	}
	u.mu.Unlock()
	select {
	case <-finished:
	case <-time.After(u.grace):
	}
	u.out.closed.Store(true)
	u.mu.Lock()
	u.over = true
	u.mu.Unlock()
	u.log.close()
}

// spareProcessor lets the runtime use one processor more than there are searchers, so that the
// reader runs at once when a line arrives instead of waiting for a searcher's time slice to end.
func spareProcessor(searchers int) {
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), searchers+1))
}

// next waits for the command that is to be carried out now. It returns false when there will be
// no more.
func (u *UCI) next() (command, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.busy = false
	u.changed.Broadcast()
	for {
		switch {
		case u.over:
			return command{}, false
		case len(u.queue) > 0 && (u.job == nil || u.queue[0].entry.anytime):
			c := u.dequeue()
			u.busy = true
			return c, true
		case u.endless() && (len(u.queue) > 0 || u.ended && !u.strict):
			u.job.stop() // but the last search of RunCommands runs until its context is done
		case (u.ended || u.quitting) && u.job == nil:
			return command{}, false
		}
		u.changed.Wait()
	}
}

// endless tells whether the running job would never end by itself. The caller holds the lock.
func (u *UCI) endless() bool {
	return u.job != nil && (u.job.infinite || u.job.ponder && u.job.number > u.hit)
}

// waits tells whether c waits for the end of the running job. Such a command stops an endless job.
func (c command) waits() bool { return !c.entry.anytime }

// wasStopped tells whether a stop that was read covers job j. The caller holds the lock.
func (u *UCI) wasStopped(j *job) bool { return j.number <= u.stopped && !j.unstoppable }

// execute carries out one command.
func (u *UCI) execute(c command) {
	defer u.survive()
	if err := c.entry.run(u, c); err != nil {
		u.complain(err)
	}
}

// survive is deferred. It reports a panic. A panic is a bug, but no reason to end the program.
func (u *UCI) survive() {
	if fault := recover(); fault != nil {
		u.fault(fmt.Sprintf("%v\n%s", fault, debug.Stack()))
	}
}

// start makes j the running job and runs it in a goroutine of its own. It obeys a stop or ponderhit
// that was read since the command was.
func (u *UCI) start(j *job, run func()) {
	u.mu.Lock()
	u.job = j
	ready := 0
	if u.wasStopped(j) {
		j.stop()
	} else {
		ready = u.takeReady()
	}
	if j.ponder && j.number <= u.hit {
		u.engine.PonderHit()
	}
	u.mu.Unlock()
	for range ready {
		u.out.line("readyok")
	}
	go func() {
		defer func() {
			u.mu.Lock()
			u.job = nil
			u.changed.Broadcast()
			u.mu.Unlock()
		}()
		defer u.survive()
		run()
	}()
}

// answer prints the answer of job j. A program that has read the answer takes the engine for idle.
// So from now on an isready waits for the commands before it again. Unless j was stopped, the clock
// of a go that was read earlier starts now (see began).
func (u *UCI) answer(j *job, print func()) {
	u.mu.Lock()
	j.answered = true
	if !u.wasStopped(j) && !u.endless() {
		u.ran = time.Now()
	}
	u.mu.Unlock()
	print()
}

// takeReady removes isready commands from the queue and returns how many. They are answered at once
// because a job runs. An isready behind a command that ends the running job stays. The caller holds
// the lock.
func (u *UCI) takeReady() int {
	rest := make([]command, 0, len(u.queue))
	goesOn := true
	for _, c := range u.queue {
		if c.entry.word == "isready" && goesOn {
			u.queued -= c.size
			continue
		}
		rest = append(rest, c)
		goesOn = goesOn && !(u.endless() && c.waits())
	}
	n := len(u.queue) - len(rest)
	u.queue = rest
	return n
}

// complain reports what is wrong with a command. It prints nothing before uci, because some
// programs take the first line they see for the answer to uci.
func (u *UCI) complain(err error) {
	u.log.warn(err.Error())
	if u.strict {
		u.refuse(err)
	} else if u.greeted.Load() {
		u.out.infoString(err.Error())
	}
}

// tell reports a fact that is no fault, whether debug is on or off. Like complain it prints nothing
// before uci.
func (u *UCI) tell(format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	u.log.info("%s", message)
	if u.greeted.Load() {
		u.out.infoString(message)
	}
}

// note logs a message, and prints it only if debug is on. Like complain it prints nothing before
// uci.
func (u *UCI) note(format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	u.log.info("%s", message)
	if u.debug && u.greeted.Load() {
		u.out.infoString(message)
	}
}

// fault reports a bug of ours with its stack.
func (u *UCI) fault(stack string) {
	u.log.error(stack)
	if u.strict {
		u.refuse(errors.New("internal error, please report it"))
	}
	u.out.infoString("internal error, please report it: " + stack)
}

// shorten returns s in quotes, cut when it is too long for a message.
func shorten(s string) string {
	const limit = 60
	if s = strings.TrimSpace(s); len(s) > limit {
		return fmt.Sprintf("%q...", s[:limit])
	}
	return fmt.Sprintf("%q", s)
}
