//go:build !unix

package outfile

import (
	"errors"
	"os"
)

// descriptor finds nothing: this system has no file names for descriptors.
func descriptor(string) (fd int, ok bool) { return 0, false }

// openDescriptor is never called here.
func openDescriptor(int, string) (*os.File, error) { return nil, errors.ErrUnsupported }
