// Package arch checks the packages' imports against a list of allowed edges. docs/architecture.md
// draws most of them.
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

// arrows lists, for each package, the packages that it builds on. It may import these, and what
// these may import. It may not import any other package of the module. A package below a listed
// one, such as search/reference/games, has the same entry and may import its siblings.
var arrows = map[string][]string{
	"internal/invariant":      {},
	"internal/bom":            {},
	"internal/compressed":     {},
	"internal/cli":            {},
	"internal/filelock":       {},
	"internal/memory":         {},
	"internal/outfile":        {},
	"internal/processors":     {},
	"internal/quantity":       {},
	"internal/release":        {},
	"internal/splitmix":       {},
	"internal/uci":            {},
	"internal/tools/pgnmoves": {"pgn"},
	"board":                   {"internal/invariant", "internal/splitmix"},
	"internal/boardtest":      {"board"},
	"eval/nnue/kernel":        {},
	"eval/nnue":               {"board", "eval/nnue/kernel", "internal/memory"},
	"eval":                    {"eval/nnue"},
	"tt":                      {"board", "internal/memory"},
	"ordering":                {"board"},
	"syzygy":                  {"board"},
	"book":                    {"board"},
	"search": {"eval", "tt", "ordering", "syzygy", "internal/invariant",
		"internal/processors"},
	"search/reference": {"board", "eval"},
	"protocol":         {"search", "book", "internal/bom", "internal/outfile"},
	"datagen":          {"search", "pgn", "internal/filelock", "internal/outfile"},
	"train":            {"eval/nnue", "datagen", "internal/memory"},
	"tune":             {"datagen"},
	"pgn":              {"board", "internal/bom", "internal/compressed"},
	"analyze":          {"search", "pgn"},
	"cmd/engine": {"protocol", "analyze", "search/reference", "datagen",
		"internal/cli", "internal/quantity"},
	"cmd/datagen":            {"datagen", "internal/cli", "internal/quantity"},
	"cmd/train":              {"train", "internal/cli", "internal/quantity"},
	"cmd/tune":               {"tune", "internal/cli", "internal/quantity"},
	"tests/self":             {"cmd/engine"},
	"internal/tools/evalfit": {"search", "pgn", "datagen"},
	"internal/tools/convert": {"datagen"},
	"internal/tools/nps":     {"internal/uci"},
}

// foreign lists the modules that only some packages may use, and these packages.
var foreign = map[string][]string{
	"github.com/notnil/chess": {"search/reference/notnil", "analyze", "cmd"},
	"github.com/rs/zerolog":   {"protocol", "cmd"},
}

// lean are packages that use no outside modules except leanModules.
var (
	lean = []string{"internal/invariant", "internal/memory", "internal/processors",
		"internal/splitmix", "board", "eval", "tt", "ordering", "syzygy", "book", "search",
		"protocol"}
	leanModules = []string{"golang.org/x/sys", "github.com/rs/zerolog", "github.com/notnil/chess"}
)

func TestImports(t *testing.T) {
	imports := readImports(t, filepath.Join("..", ".."))
	if len(imports["board"]) == 0 || len(imports["search"]) == 0 {
		t.Fatal("no package was found")
	}
	for pkg, list := range imports {
		for _, imported := range list {
			if why := forbidden(pkg, imported); why != "" {
				t.Errorf("%s imports %s: %s", pkg, imported, why)
			}
		}
	}
}

// TestNoIdleArrows: every arrow must be needed by an import. Otherwise a later import could use it
// unnoticed.
func TestNoIdleArrows(t *testing.T) {
	used := map[[2]string]bool{}
	for pkg, list := range readImports(t, filepath.Join("..", "..")) {
		for _, imported := range list {
			if inner, own := strings.CutPrefix(imported, module+"/"); own {
				used[[2]string{listed(pkg), listed(inner)}] = true
			}
		}
	}
	for from, list := range arrows {
		for _, to := range list {
			if !used[[2]string{from, to}] {
				t.Errorf("%s may import %s, which it does not", from, to)
			}
		}
	}
}

// TestForbidden checks the rules above on good and bad imports.
func TestForbidden(t *testing.T) {
	tests := []struct {
		pkg, imported string
		ok            bool
	}{
		{"search", "sente/eval", true},
		{"search", "sente/eval/nnue", true},
		{"protocol", "sente/board", true},
		{"cmd/engine", "sente/search", true},
		{"search/reference/games", "sente/search/reference", true},
		{"search/reference/notnil", "github.com/notnil/chess", true},
		{"eval", "golang.org/x/sys/cpu", true},
		{"board", "fmt", true},
		{"board", "sente/internal/invariant", true},
		{"board", "sente/eval", false},
		{"tt", "sente/eval", false},
		{"ordering", "sente/tt", false},
		{"search", "sente/protocol", false},
		{"search", "sente/search/reference", false},
		{"search/reference", "sente/search", false},
		{"protocol", "github.com/notnil/chess", false},
		{"search", "github.com/rs/zerolog/log", false},
		{"protocol", "github.com/schollz/progressbar/v3", false},
		{"helpers", "sente/board", false},
	}
	for _, tc := range tests {
		if why := forbidden(tc.pkg, tc.imported); (why == "") != tc.ok {
			t.Errorf("%s importing %s: %q, want ok %t", tc.pkg, tc.imported, why, tc.ok)
		}
	}
}

// forbidden says why pkg may not import a path. It returns "" if pkg may.
func forbidden(pkg, imported string) string {
	if inner, own := strings.CutPrefix(imported, module+"/"); own {
		return forbiddenEdge(pkg, inner)
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return "" // the standard library
	}
	for m, users := range foreign {
		if within(imported, m) &&
			!slices.ContainsFunc(users, func(u string) bool { return within(pkg, u) }) {
			return "only for " + strings.Join(users, ", ")
		}
	}
	if slices.ContainsFunc(lean, func(l string) bool { return within(pkg, l) }) &&
		!slices.ContainsFunc(leanModules, func(m string) bool { return within(imported, m) }) {
		return "the engine needs nothing else from outside"
	}
	return ""
}

func forbiddenEdge(pkg, imported string) string {
	from, to := listed(pkg), listed(imported)
	switch {
	case from == "":
		return pkg + " has no place in the picture"
	case to == "":
		return imported + " has no place in the picture"
	case from == to || reaches(from, to):
		return ""
	}
	return "no arrow leads there"
}

// listed returns the entry of arrows for pkg: the longest one that is pkg or above it.
func listed(pkg string) string {
	for p := pkg; p != "."; p = path.Dir(p) {
		if _, ok := arrows[p]; ok {
			return p
		}
	}
	return ""
}

func reaches(from, to string) bool {
	for _, next := range arrows[from] {
		if next == to || reaches(next, to) {
			return true
		}
	}
	return false
}

func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

// readImports returns the imports of each package below root, for all platforms and build tags,
// without those of tests.
func readImports(t *testing.T, root string) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if file != root && (name[0] == '.' || name[0] == '_' || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(folder)
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[pkg] = append(imports[pkg], imported)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}
