package protocol

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"sente/internal/bom"
)

// maxLine is the length in bytes of the longest line that is carried out. The longest game that the
// rules allow takes less than 100 kB.
const maxLine = 1 << 20

// Bytes of memory that queued commands may take.
const (
	queueRoom   = 16 << 20 // the reader waits while the queue takes this much
	commandSize = 128      // what a command takes in addition to its line
)

// read passes on the lines of r until quit or the end. A line ends with LF, CR or both; the last
// line may have no end. A line that is too long is ignored as a whole.
func (u *UCI) read(r io.Reader) error {
	in := bufio.NewReader(r)
	var line []byte
	for {
		b, err := in.ReadByte()
		if err == nil && b != '\n' && b != '\r' {
			if len(line) <= maxLine { // one byte too many shows that the line is too long
				line = append(line, b)
			}
			continue
		}
		if !u.receive(string(line)) {
			return nil
		}
		line = line[:0]
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// end notes that there is no more input.
func (u *UCI) end() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.ended = true
	u.changed.Broadcast()
	u.leave()
}

// leave ends the conversation if the other side is gone: the input has ended and the output fails.
// The caller holds the lock.
func (u *UCI) leave() {
	if u.ended && u.out.broken() != nil {
		u.breakOff()
	}
}

// breakOff ends the conversation like quit. The caller holds the lock.
func (u *UCI) breakOff() {
	u.quitting = true
	u.stopped = u.goes
	if u.job != nil {
		u.job.stop()
	}
	u.changed.Broadcast()
}

// receive takes one line. It returns false after quit, or if checkRest refuses the line.
func (u *UCI) receive(line string) bool {
	c := command{at: time.Now(), size: commandSize + len(line)}
	if len(line) > maxLine {
		c.entry = &entry{anytime: true, run: (*UCI).tooLong}
		return u.take(c, "")
	}
	line = strings.TrimSpace(strings.TrimPrefix(line, bom.UTF8))
	if line == "" || line[0] == '#' {
		return true
	}
	c.entry, c.rest = u.recognise(line)
	if err := u.checkRest(c); err != nil {
		u.complain(err)
		return false
	}
	return u.take(c, line)
}

// take admits a command. If line is not empty, it goes into the log. take returns false after quit.
func (u *UCI) take(c command, line string) bool {
	if c.entry.run != nil {
		u.waitForRoom()
	}
	ready, more := u.admit(c, line)
	if ready {
		u.out.line("readyok") // without the lock, because the other side may not be reading
	}
	return more
}

// waitForRoom waits until the queue has room. While the queue itself waits for a search with a
// limit, waitForRoom does not wait, because the next line may be stop. Then the queue may grow
// without bound.
func (u *UCI) waitForRoom() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for u.queued >= u.room && !u.stuck() && !u.quitting {
		u.changed.Wait()
	}
}

// admit carries out a command that can't wait, and queues any other. If ready is true, the caller
// must answer readyok now. more is false after quit.
func (u *UCI) admit(c command, line string) (ready, more bool) {
	u.logging.Lock()
	defer u.logging.Unlock()
	c.logged = line != "" && u.log.exchange(">>", line)
	u.mu.Lock()
	defer u.mu.Unlock()
	switch c.entry.word {
	case "quit":
		u.quitting = true // queued commands get the grace period
		fallthrough
	case "stop":
		u.stopped = u.goes
		if u.job != nil {
			u.job.stop()
		}
	case "ponderhit":
		u.hit = u.goes
		if u.job != nil && u.job.ponder {
			u.engine.PonderHit()
		}
	default:
		ready = u.enqueue(c)
	}
	u.changed.Broadcast()
	return ready, !u.quitting
}

// enqueue puts a command into the queue. An isready that comes while a search runs is not queued:
// enqueue returns true, and the caller answers it after unlocking. But a search that was stopped,
// or that a queued command will end, no longer counts as running. Then isready is queued and waits
// for the commands before it.
func (u *UCI) enqueue(c command) (ready bool) {
	if c.entry.word == "isready" && u.job != nil && !u.job.answered && !u.wasStopped(u.job) &&
		!(u.endless() && slices.ContainsFunc(u.queue, command.waits)) {
		return true
	}
	if c.entry.numbered {
		u.goes++
		c.number = u.goes
	}
	u.queued += c.size
	u.queue = append(u.queue, c)
	return false
}

// stuck tells whether the first command in the queue waits for a job that ends by itself. The queue
// must not be empty. The caller holds the lock.
func (u *UCI) stuck() bool {
	return u.job != nil && !u.endless() && !u.queue[0].entry.anytime
}

// dequeue takes the first command out of the queue. The caller holds the lock.
func (u *UCI) dequeue() command {
	c := u.queue[0]
	u.queue[0] = command{} // so that its line can be freed
	u.queue = u.queue[1:]
	u.queued -= c.size
	return c
}

func (u *UCI) tooLong(command) error { return misread("line ignored: more than %d bytes", maxLine) }

// recognise finds a line's command and the words behind it. It skips unknown words before the
// command, as the protocol asks.
func (u *UCI) recognise(line string) (*entry, string) {
	rest := line
	for rest != "" {
		word, after := cutWord(rest)
		if e := u.commands[word]; e != nil {
			return e, after
		}
		rest = after
	}
	return &entry{anytime: true, run: (*UCI).unknown}, line
}

func (u *UCI) unknown(c command) error {
	return misread("unknown command %s; help lists the known ones", shorten(c.rest))
}

// settle waits until every line received is carried out and no job runs that will end by itself. It
// returns false when the conversation ends.
func (u *UCI) settle() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	for !u.quitting && (len(u.queue) > 0 || u.busy || u.job != nil && !u.endless()) {
		u.changed.Wait()
	}
	return !u.quitting
}

// cutWord splits s after its first word; words are separated by any white space.
func cutWord(s string) (word, rest string) {
	s = strings.TrimLeft(s, space)
	i := strings.IndexAny(s, space)
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimLeft(s[i:], space)
}

// space holds the characters that may stand between the words of a line.
const space = " \t\v\f\r\n"
