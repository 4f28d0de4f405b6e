package protocol

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"sente/internal/memory"
)

// TestMemoryIsTakenBeforeAClockRuns: isready, ucinewgame and Hash take the table's memory.
func TestMemoryIsTakenBeforeAClockRuns(t *testing.T) {
	for command, mib := range map[string]uint64{
		"isready": 16, "ucinewgame": 16, "setoption name Hash value 40": 40,
	} {
		c := newTalk(t)
		c.send("d")
		c.until("Key")
		before := allocated()
		c.send(command, "d")
		c.until("Key")
		if got := (allocated() - before) >> 20; got < mib {
			t.Errorf("%s takes %d MiB, want %d", command, got, mib)
		}
		c.finish()
	}
}

// allocated returns how many bytes the program has allocated since it began.
func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// TestLittleMemory: if the table does not fit into memory, isready is still answered, one message
// says that the table is smaller, and go infinite still waits for stop.
func TestLittleMemory(t *testing.T) {
	for _, first := range []string{"isready", "ucinewgame", "go depth 1"} {
		c := newTalk(t)
		c.engine.SetMemory(func() memory.Free {
			return memory.Free{Memory: 3 << 20, Addresses: memory.Unknown}
		})
		c.send("uci", first, "isready")
		seen := c.until("readyok")
		c.send("isready", "position startpos moves e2e4", "go infinite")
		time.Sleep(20 * time.Millisecond)
		c.send("isready", "stop")
		seen = append(seen, c.finish()...)
		said := 0
		for _, line := range seen {
			if strings.Contains(line, "not enough memory; searching with 2 MiB") {
				said++
			}
		}
		ready, answers := 3, 1
		switch first {
		case "isready":
			ready++
		case "go depth 1":
			answers++
		}
		if !strings.HasPrefix(seen[len(seen)-1], "bestmove") {
			t.Errorf("%s first: go infinite did not wait for stop: %q", first, seen)
		}
		if said != 1 || count(seen, "readyok") != ready || count(seen, "bestmove") != answers {
			t.Errorf("%s first: said %d times, want once; %d times ready, want %d; "+
				"%d answers, want %d: %q",
				first, said, count(seen, "readyok"), ready, count(seen, "bestmove"), answers, seen)
		}
	}
}

// TestBenchInLittleMemory: if bench's table does not fit into memory, bench prints no signature.
func TestBenchInLittleMemory(t *testing.T) {
	c := newTalk(t)
	little := memory.Free{Memory: 3 << 20, Addresses: memory.Unknown}
	c.engine.SetMemory(func() memory.Free { return little })
	c.send("uci", "bench 1")
	c.until("info string tt: 16 MiB wanted, 2 MiB usable: not enough memory")
	if seen := c.finish(); len(seen) > 0 {
		t.Errorf("then %q", seen)
	}
}
