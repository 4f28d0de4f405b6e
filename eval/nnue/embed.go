package nnue

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"sync"
)

//go:embed net
var files embed.FS

// embeddedName is the embedded network; the file may be absent.
const embeddedName = "net/default.nnue"

// Default returns the embedded network, nil if the program was built without one. The first call
// parses it.
func Default() *Network { return embedded() }

var embedded = sync.OnceValue(func() *Network {
	data, err := fs.ReadFile(files, embeddedName)
	if err != nil {
		return nil
	}
	n, err := Read(bytes.NewReader(data))
	if err != nil {
		// A bug: make and TestDefault refuse such a file.
		panic(fmt.Sprintf("nnue: %s: %v", embeddedName, err))
	}
	return n
})
