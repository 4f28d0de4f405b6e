package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"

	"sente/internal/cli"
	"sente/internal/filelock"
	"sente/internal/outfile"
)

// outputs are the files that a command makes. They get their names only when all of them are whole.
// An interrupt leaves none of them.
type outputs struct {
	inputs []string // files that are read; an output must not overwrite one
	begun  []string // files that are written; likewise

	ctx    context.Context // done after an interrupt
	cancel func()

	mu        sync.Mutex
	files     []*outfile.File
	scratches []*outfile.File // files that never get a name
	committed bool
}

// newOutputs returns an empty set of outputs for a command that reads inputs. From then on an
// interrupt drops the outputs and ends the program.
func newOutputs(inputs []string) *outputs {
	o := &outputs{inputs: inputs}
	o.ctx, o.cancel = context.WithCancel(context.Background())
	onInterrupt("nothing was written", o.interrupt)
	cli.OutlivePipes()
	return o
}

// interrupt drops the files. It returns false if they have their names already: then it is too
// late.
func (o *outputs) interrupt() bool {
	o.cancel() // first, because create holds the lock while it waits
	o.discard()
	o.mu.Lock()
	defer o.mu.Unlock()
	return !o.committed
}

// onInterrupt waits for the first of cli.Interrupts and then calls last. If last returns true, the
// program prints "interrupted" and the message, and exits.
func onInterrupt(message string, last func() bool) {
	stopped := make(chan os.Signal, 1)
	signal.Notify(stopped, cli.Interrupts()...)
	go func() {
		<-stopped
		if !last() {
			return
		}
		if cli.IsTerminal(os.Stderr) {
			fmt.Fprintln(os.Stderr) // the line may hold a bar
		}
		fmt.Fprintln(os.Stderr, "datagen: interrupted; "+message)
		os.Exit(cli.Interrupted)
	}()
}

// readOnly wraps the run of a command that writes no file: an interrupt ends it with a message.
func readOnly(run func(args []string) error) func(args []string) error {
	return func(args []string) error {
		onInterrupt("the rest is missing", func() bool { return true })
		return run(args)
	}
}

// add begins a file. It is an error if the file exists, unless it may be replaced. It is also an
// error if add has begun the same file before, or if another process is writing it.
func (o *outputs) add(path string, replace bool) (*outfile.File, error) {
	create := outfile.CreateNew
	if replace {
		create = outfile.Create
		for _, input := range o.inputs {
			if sameFile(path, input) {
				return nil, fmt.Errorf("%s would be written over, and is read", path)
			}
		}
		if !outfile.Direct(path) && errors.Is(filelock.Check(path), filelock.ErrLocked) {
			return nil, fmt.Errorf("%s: %w", path, filelock.ErrLocked)
		}
	}
	for _, other := range o.begun {
		if outfile.Same(path, other) {
			return nil, cli.Misuse("%s and %s are the same file: one would be lost", other, path)
		}
	}
	o.begun = append(o.begun, path)
	f, err := o.create(path, create, &o.files)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%w; -force replaces it", err)
	}
	return f, err
}

// create creates a file and adds it to list. After an interrupt it never returns, because the
// interrupt ends the program.
func (o *outputs) create(path string, create func(context.Context, string) (*outfile.File, error),
	list *[]*outfile.File) (f *outfile.File, err error) {
	o.mu.Lock()
	if o.ctx.Err() == nil { // after an interrupt nobody would drop the file
		if f, err = create(o.ctx, path); err == nil {
			*list = append(*list, f)
		}
	}
	o.mu.Unlock()
	if o.ctx.Err() != nil {
		select {}
	}
	return f, err
}

// say calls print with a writer for the command's summary. The summary goes to standard output, or
// to standard error if one of the files went there. say returns the error of writing it.
func (o *outputs) say(print func(out io.Writer)) error {
	var text bytes.Buffer
	print(&text)
	to := os.Stdout
	if slices.ContainsFunc(o.begun, outfile.IsStdout) {
		to = os.Stderr
	}
	_, err := text.WriteTo(to)
	return err
}

// scratch begins a file beside path that never gets a name. Where the system allows it, it loses
// the one it has at once. Then nothing stays even if the program is killed.
func (o *outputs) scratch(path string) (*outfile.File, error) {
	f, err := o.create(path, outfile.Create, &o.scratches)
	if err == nil {
		os.Remove(f.Name())
	}
	return f, err
}

// drop gives up a file that nothing was written to. The file gets no name.
func (o *outputs) drop(f *outfile.File) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f.Discard()
	o.files = slices.DeleteFunc(o.files, func(other *outfile.File) bool { return other == f })
}

// sameFile tells whether two names lead to the same regular file.
func sameFile(a, b string) bool {
	first, err1 := os.Stat(a)
	second, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && first.Mode().IsRegular() && os.SameFile(first, second)
}

// commit gives the files their names, once all are on the disk. If one can't get its name, the
// files after it get none.
func (o *outputs) commit() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, step := range []func(*outfile.File) error{(*outfile.File).Seal, (*outfile.File).Commit} {
		for _, f := range o.files {
			if err := step(f); err != nil {
				return err
			}
		}
	}
	o.committed = true
	return nil
}

// discard drops the files that have no name yet.
func (o *outputs) discard() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, f := range append(o.files, o.scratches...) {
		f.Discard()
	}
}
