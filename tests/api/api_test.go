// Package api records the names that the packages export. So a change of these names is noticed and
// must be deliberate.
package api

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write names.txt anew")

var root = filepath.Join("..", "..")

// TestNames compares the names that the packages export, on all platforms together, with names.txt.
// If a line goes away, somebody's program breaks. "make api" writes names.txt anew. Run it after a
// merge too, because the lines of both sides may then be in any order.
func TestNames(t *testing.T) {
	var got strings.Builder
	for _, folder := range packages(t) {
		for _, name := range exported(t, folder) {
			if folder == "search" && strings.HasPrefix(name, "field Params.") {
				continue // the search's tunable numbers, which come and go
			}
			fmt.Fprintf(&got, "%s: %s\n", folder, name)
		}
	}
	if *update {
		if err := os.WriteFile("names.txt", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	recorded, err := os.ReadFile("names.txt")
	if err != nil {
		t.Fatal(err)
	}
	before, now := strings.Split(string(recorded), "\n"), strings.Split(got.String(), "\n")
	for _, line := range before {
		if !slices.Contains(now, line) {
			t.Errorf("gone, which breaks programs that use it: %s", line)
		}
	}
	for _, line := range now {
		if !slices.Contains(before, line) {
			t.Errorf("new: %s", line)
		}
	}
	if t.Failed() {
		t.Log("if it is meant: make api")
	}
}

// TestExamples: every package that other modules can import has an example that go test runs.
func TestExamples(t *testing.T) {
	for _, folder := range packages(t) {
		files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		run := 0
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range strings.Split(string(text), "\nfunc Example")[1:] {
				body, _, _ := strings.Cut(part, "\n}\n")
				if strings.Contains(body, "\t// Output:") ||
					strings.Contains(body, "\t// Unordered output:") {
					run++
				}
			}
		}
		if run == 0 {
			t.Errorf("package %s has no example that is run", folder)
		}
	}
}

// packages returns the folders of the packages that other modules can import, with slashes.
func packages(t *testing.T) []string {
	t.Helper()
	var folders []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch name = filepath.ToSlash(name); {
		case name == ".":
			return nil
		case strings.HasPrefix(d.Name(), "."), d.Name() == "testdata", name == "internal",
			name == "cmd", name == "tests":
			return filepath.SkipDir
		}
		if sources, err := filepath.Glob(filepath.Join(path, "*.go")); err != nil ||
			slices.ContainsFunc(sources, isSource) {
			folders = append(folders, name)
		}
		return err
	})
	if err != nil || len(folders) < 10 {
		t.Fatalf("packages %q, %v", folders, err)
	}
	return folders
}

func isSource(name string) bool { return !strings.HasSuffix(name, "_test.go") }

// exported returns the names that a package exports, in order: "func F", "type T", "method T.M",
// "field T.F", "const C", "var V".
func exported(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	add := func(kind, owner string, id *ast.Ident) {
		if id.IsExported() {
			names = append(names, kind+" "+owner+id.Name)
		}
	}
	for _, file := range files {
		if !isSource(file) {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				addFunc(d, add)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					addSpec(d.Tok, spec, add)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func addFunc(d *ast.FuncDecl, add func(kind, owner string, id *ast.Ident)) {
	if d.Recv == nil {
		add("func", "", d.Name)
		return
	}
	if owner := receiver(d.Recv.List[0].Type); ast.IsExported(owner) {
		add("method", owner+".", d.Name)
	}
}

// receiver returns the name of the type that a method belongs to.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	}
	return ""
}

func addSpec(tok token.Token, spec ast.Spec, add func(kind, owner string, id *ast.Ident)) {
	switch s := spec.(type) {
	case *ast.ValueSpec:
		for _, id := range s.Names {
			add(tok.String(), "", id)
		}
	case *ast.TypeSpec:
		add("type", "", s.Name)
		if !s.Name.IsExported() {
			return
		}
		var members *ast.FieldList
		kind := "field"
		switch typ := s.Type.(type) {
		case *ast.StructType:
			members = typ.Fields
		case *ast.InterfaceType:
			members, kind = typ.Methods, "method"
		default:
			return
		}
		for _, member := range members.List {
			for _, id := range member.Names {
				add(kind, s.Name.Name+".", id)
			}
			if len(member.Names) == 0 { // an embedded field
				if name := receiver(member.Type); name != "" {
					add(kind, s.Name.Name+".", ast.NewIdent(name))
				}
			}
		}
	}
}
