package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// file is a file of an archive.
type file struct {
	name    string
	content []byte
	mode    fs.FileMode
}

// tarball returns a .tar.gz with files in a folder. All files have the same time of change and no
// owner. So the same files give the same bytes.
func tarball(folder string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		header := &tar.Header{Name: folder + "/" + f.name, Size: int64(len(f.content)),
			Mode: int64(f.mode), ModTime: at, Format: tar.FormatPAX}
		if err := t.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// zipped is tarball as a zip file, for Windows.
func zipped(folder string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		header := &zip.FileHeader{Name: folder + "/" + f.name,
			Method: zip.Deflate, Modified: at.UTC()}
		header.SetMode(f.mode)
		w, err := z.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// checksums writes SHA256SUMS, as sha256sum -c reads it.
func (r *release) checksums(names []string) error {
	var b strings.Builder
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(r.out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(content), name)
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(b.String()), 0o644)
}
