package uci

import (
	"io"
	"strings"
	"sync"
)

// input holds the text that was sent until the engine reads it.
type input struct {
	mu     sync.Mutex
	wake   sync.Cond
	unsent strings.Builder
	closed bool
}

func startInput(to io.WriteCloser) *input {
	in := new(input)
	in.wake.L = &in.mu
	go in.run(to)
	return in
}

// run writes what is sent. After the last of it, it closes the stream.
func (in *input) run(to io.WriteCloser) {
	defer to.Close()
	for {
		in.mu.Lock()
		for in.unsent.Len() == 0 && !in.closed {
			in.wake.Wait()
		}
		text := in.unsent.String()
		in.unsent.Reset()
		in.mu.Unlock()
		if text == "" {
			return
		}
		if _, err := io.WriteString(to, text); err != nil {
			in.close() // the engine has gone, so nobody will read the rest
		}
	}
}

func (in *input) write(text string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.closed {
		in.unsent.WriteString(text)
		in.wake.Signal()
	}
}

func (in *input) close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed = true
	in.wake.Signal()
}

// head keeps the beginning of what is written to it.
type head struct {
	mu   sync.Mutex
	text []byte
}

func (h *head) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text = append(h.text, b[:min(len(b), keptStderr-len(h.text))]...)
	return len(b), nil
}

func (h *head) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return string(h.text)
}
