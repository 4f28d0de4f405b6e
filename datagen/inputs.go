package datagen

import (
	"errors"
	"io/fs"
	"os"
)

// CheckGameFiles opens game files and reads their headers, so that a command finds a wrong name
// before it writes anything. It returns the header of the first file. It skips pipes and the like,
// because they can be read only once.
func CheckGameFiles(paths []string) (Header, error) {
	var first *Header
	err := eachRegular(paths, func(path string) error {
		r, err := OpenReader(path)
		if err != nil {
			return err
		}
		if first == nil {
			first = &r.Header
		}
		return r.Close()
	})
	if first == nil {
		first = new(Header)
	}
	return *first, err
}

// CheckTextFiles is CheckGameFiles for text files: it only opens them.
func CheckTextFiles(paths []string) error {
	return eachRegular(paths, func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		return f.Close()
	})
}

// eachRegular calls check for every name of a regular file. The error joins the errors of check,
// and has one for each name that belongs to no file or to a folder.
func eachRegular(paths []string, check func(path string) error) error {
	var bad []error
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			bad = append(bad, err)
		case info.IsDir():
			bad = append(bad, &fs.PathError{Op: "read", Path: path, Err: errors.New("is a folder")})
		case info.Mode().IsRegular():
			bad = append(bad, check(path))
		}
	}
	return errors.Join(bad...)
}
