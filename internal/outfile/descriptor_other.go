//go:build !unix

package outfile

import (
	"errors"
	"os"
)

// descriptor knows no names of descriptors here.
func descriptor(string) (fd int, ok bool) { return 0, false }

// openDescriptor is never called here.
func openDescriptor(int, string) (*os.File, error) { return nil, errors.ErrUnsupported }
