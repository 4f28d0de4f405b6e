package docs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false,
	"write docs/experiments/README.md and docs/strength.svg anew")

const experiments = "docs/experiments"

// indexHead is the text above the index of the experiments.
const indexHead = `# Experiments

Every measurement that Sente's pages speak of, a file for each question: what was asked, one table,
the command, what follows. The first word of a file's name is its subject. A command names the
programs as [usage.md](../usage.md) builds them, in bin/. evalfit, convert and nps stand for
` + "`go run ./internal/tools/evalfit`" + ` and so on. ` +
	`Elo is logistic, of the first engine against the
second, with a 95% interval. Words are explained in the [glossary](../glossary.md).

A new question: write its file, then ` + "`go test ./tests/docs -update`" + `.

| date | question | answer | file |
|---|---|---|---|
`

// An experiment is what the index says about a file.
type experiment struct{ date, question, answer, file string }

var (
	questionForm = regexp.MustCompile(`^# (.+\?)$`)
	answerForm   = regexp.MustCompile(`^(20\d\d-\d\d-\d\d)\. \*\*([^*]+)\*\*`)
	tableForm    = regexp.MustCompile(`(?m)^\|[-:| ]+\|$`)
)

// parseExperiment returns what the index needs, or an error that says what is wrong with the text.
func parseExperiment(file, text string) (experiment, error) {
	e := experiment{file: file}
	paragraphs := strings.SplitN(text, "\n\n", 3)
	if len(paragraphs) < 3 {
		return e, fmt.Errorf("no more than %d paragraphs", len(paragraphs))
	}
	question := questionForm.FindStringSubmatch(paragraphs[0])
	if question == nil {
		return e, fmt.Errorf("the heading %q asks nothing", paragraphs[0])
	}
	answer := answerForm.FindStringSubmatch(strings.ReplaceAll(paragraphs[1], "\n", " "))
	if answer == nil {
		return e,
			fmt.Errorf("the second paragraph is %q, want a date, a full stop and an answer in bold",
				paragraphs[1])
	}
	if n := len(tableForm.FindAllString(paragraphs[2], -1)); n != 1 {
		return e, fmt.Errorf("%d tables, want 1", n)
	}
	if !strings.Contains(paragraphs[2], "```console") {
		return e, fmt.Errorf("no console block with the command")
	}
	e.question, e.date, e.answer = question[1], answer[1], answer[2]
	return e, nil
}

func TestParseExperiment(t *testing.T) {
	const good = "# Why?\n\n2026-11-24. **Because\nof it.** More.\n\n| a |\n|---|\n| 1 |\n\n" +
		"```console\n$ true\n```\n"
	if e, err := parseExperiment("f.md", good); err != nil ||
		e != (experiment{"2026-11-24", "Why?", "Because of it.", "f.md"}) {
		t.Errorf("%+v, %v", e, err)
	}
	for what, change := range map[string][2]string{
		"no question": {"Why?", "Why"},
		"no date":     {"2026-11-24. ", ""},
		"no answer":   {"**", ""},
		"no table":    {"|---|", ""},
		"two tables":  {"```console", "|---|\n```console"},
		"no command":  {"```console", "```"},
	} {
		_, err := parseExperiment("f.md", strings.Replace(good, change[0], change[1], 1))
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// TestExperiments checks the form of every file in docs/experiments, and the index against the
// files.
func TestExperiments(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, experiments, "*.md"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	index := indexHead
	for _, path := range files {
		name := filepath.Base(path)
		if name == "README.md" {
			continue
		}
		e, err := parseExperiment(name, read(t, experiments+"/"+name))
		if err != nil {
			t.Errorf("%s/%s: %v", experiments, name, err)
			continue
		}
		index += fmt.Sprintf("| %s | %s | **%s** | [%s](%s) |\n",
			e.date, e.question, e.answer, e.file, e.file)
	}
	path := filepath.Join(root, experiments, "README.md")
	if *update {
		if err := os.WriteFile(path, []byte(index), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, experiments+"/README.md"); got != index {
		t.Errorf(
			"%s/README.md is not what the files say; go test ./tests/docs -update writes it anew",
			experiments)
	}
}
