package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// module is a module that is linked into at least one engine of the release.
type module struct {
	path, version string
	sum           string   // checksum of its files, as in go.sum; empty for the standard library
	text          []byte   // its licence
	licenses      []string // licences in the text, as SPDX identifiers
}

// linked returns, by path, the modules that are parts of the chosen platforms' engines, and the
// standard library. It is an error if one of them has no licence, or an unknown one.
func linked(r *release, chosen []platform) ([]module, error) {
	found := map[string]module{}
	for _, p := range chosen {
		info, err := buildinfo.ReadFile(r.binary(p))
		if err != nil {
			return nil, err
		}
		found["std"] = module{path: "std", version: strings.TrimPrefix(info.GoVersion, "go")}
		for _, dep := range info.Deps {
			if dep.Replace != nil {
				return nil, fmt.Errorf("%s: %s is replaced", p.name, dep.Path)
			}
			found[dep.Path] = module{path: dep.Path, version: dep.Version, sum: dep.Sum}
		}
	}
	var modules []module
	for _, m := range found {
		folder, err := m.folder(chosen[0])
		if err != nil {
			return nil, err
		}
		if err := m.readLicense(folder); err != nil {
			return nil, err
		}
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(a, b module) int { return cmp.Compare(a.path, b.path) })
	return modules, nil
}

// readLicense reads the licences in folder, from which the module was built.
func (m *module) readLicense(folder string) error {
	for _, pattern := range []string{"LICEN[SC]E*", "COPYING*", notices} {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return err
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if pattern != notices && len(identify(string(text))) == 0 {
				return fmt.Errorf("%s: no licence that is known here in %s", m.path, name)
			}
			m.text = append(m.text, append(bytes.TrimSpace(text), '\n')...)
		}
	}
	if m.licenses = identify(string(m.text)); len(m.licenses) == 0 {
		return fmt.Errorf("%s: no licence that is known here in %s", m.path, folder)
	}
	return nil
}

// notices matches files that name authors and need not hold a licence.
const notices = "NOTICE*"

// folder returns the folder of the module's source, as a build for a platform finds it.
func (m *module) folder(p platform) (string, error) {
	if m.path == "std" {
		return output(p.command("env", "GOROOT"))
	}
	return output(p.command("list", "-m", "-f", "{{.Dir}}", m.path))
}

// output returns what a command prints, without white space around it. If the command fails, the
// error has what it printed on standard error.
func output(cmd *exec.Cmd) (string, error) {
	cmd.Stdout, cmd.Stderr = nil, nil // cmd.Output needs both to be nil
	out, err := cmd.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		said := bytes.TrimSpace(failed.Stderr)
		err = fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args, " "), err, said)
	}
	return strings.TrimSpace(string(out)), err
}

// identify returns the SPDX identifiers of the licences in a text.
func identify(text string) []string {
	text = strings.Join(strings.Fields(text), " ")
	var found []string
	for _, l := range []struct{ id, phrase string }{
		{"Apache-2.0", "Apache License Version 2.0, January 2004"},
		{"BSD-3-Clause", "may be used to endorse or promote products derived from this software"},
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
	} {
		if strings.Contains(text, l.phrase) {
			found = append(found, l.id)
		}
	}
	return found
}

// licenses returns the licence texts of all modules, one below the other, and then the network's
// credits.
func licenses(modules []module) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("Sente's own licence is in LICENSE. " +
		"Linked into the program are the following modules of others,\n" +
		"under these licences.\n")
	for _, m := range modules {
		name := m.path
		if name == "std" {
			name = "the Go standard library and runtime"
		}
		section(&b, fmt.Sprintf("%s %s (%s)", name, m.version, strings.Join(m.licenses, ", ")),
			m.text)
	}
	credit, err := os.ReadFile(network)
	section(&b, "the embedded network", credit)
	return b.Bytes(), err
}

func section(b *bytes.Buffer, title string, text []byte) {
	rule := strings.Repeat("=", 80)
	fmt.Fprintf(b, "\n%s\n%s\n%s\n\n%s", rule, title, rule, text)
}

// network is the page that says what the embedded network was made from and whom to thank.
var network = filepath.Join("eval", "nnue", "net", "README.md")

// billOfMaterials lists the modules in the format CycloneDX 1.5.
func billOfMaterials(r *release, modules []module) ([]byte, error) {
	type object = map[string]any
	own := object{"type": "application", "bom-ref": "sente", "name": "sente", "version": r.version,
		"licenses": []object{{"license": object{"id": "MIT"}}}}
	var components []object
	refs := []string{}
	for _, m := range modules {
		ref := fmt.Sprintf("pkg:golang/%s@%s", m.path, m.version)
		c := object{"type": "library", "bom-ref": ref, "purl": ref,
			"name": m.path, "version": m.version,
			"licenses": []object{{"expression": strings.Join(m.licenses, " AND ")}}}
		if m.sum != "" {
			c["properties"] = []object{{"name": "go.sum", "value": m.sum}}
		}
		components, refs = append(components, c), append(refs, ref)
	}
	text, err := json.MarshalIndent(object{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata": object{"timestamp": r.time.UTC().Format("2006-01-02T15:04:05Z"),
			"component": own},
		"components":   components,
		"dependencies": []object{{"ref": "sente", "dependsOn": refs}},
	}, "", "  ")
	return append(text, '\n'), err
}
