// Package arch holds the packages to the import edges of docs/architecture.md.
package arch

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "sente"

// arrows lists for each package those it builds on. What these build on it may import too;
// anything else it may not. A package below a listed one, such as search/reference/games, shares
// its entry and may import its siblings.
var arrows = map[string][]string{
	"internal/invariant": {},
	"internal/outfile":   {},
