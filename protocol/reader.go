package protocol

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"time"
)

// read passes on the lines of r until quit or the end. A line of any length is taken; it ends
// with LF, CR or both, and the last one may lack its end.
func (u *UCI) read(r io.Reader) error {
	in := bufio.NewReader(r)
	var line []byte
	for {
		b, err := in.ReadByte()
		if err == nil && b != '\n' && b != '\r' {
			line = append(line, b)
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
	u.ended = true
	u.changed.Broadcast()
	u.mu.Unlock()
}

// receive takes one line. It carries out a command that can't wait and queues any other. It never
// blocks on a search and returns false after quit.
func (u *UCI) receive(line string) bool {
	at := time.Now()
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return true
	}
	u.log.trace(">>", line)
	e, rest := u.recognise(line)

	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case e.word == "quit":
		u.quitting = true // queued commands get the grace period
		fallthrough
	case e.word == "stop":
		u.stopped = u.goes
		if u.job != nil {
			u.job.stop()
		}
	case e.word == "ponderhit":
		u.hit = u.goes
		if u.job != nil && u.job.ponder {
			u.engine.PonderHit()
		}
	case e.word == "isready" && u.job != nil && !u.job.answered:
		u.out.line("readyok")
	default:
		c := command{entry: e, rest: rest, at: at}
		if e.numbered {
			u.goes++
			c.number = u.goes
		}
		u.queue = append(u.queue, c)
	}
	u.changed.Broadcast()
	return !u.quitting
}

// recognise finds the command of a line and the words behind it. It skips unknown words before the
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

// settle waits until everything received is carried out and nothing runs that will end by itself.
// It returns false when the conversation ends.
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
