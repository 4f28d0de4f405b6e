package compare

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var allDocs = flag.Bool("docs", false,
	"check every number of docs/searches.md, not only the quick ones; minutes")

const (
	document = "../../../docs/searches.md"
	prompt   = "$ sente compare "
	// quickSeconds is how long a command may take, by the times in the document, to run by default.
	quickSeconds = 0.7
)

// The document's numbers must be those that its commands give. There are two kinds of commands. One
// is followed by its output, whose last column, the time, is not compared. The other has variables
// (single capital letters) and is followed by a table: the first heading names algorithm and
// column, and the other headings and the first cells of the rows say what the variables are.
// Without -docs only quick outputs and the first cell of each table are compared.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	outputs, tables, compared := 0, 0, 0
	lines := strings.Split(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		command, ok := strings.CutPrefix(lines[i], prompt)
		if !ok {
			continue
		}
		for strings.HasSuffix(command, " \\") {
			i++
			command = strings.TrimSuffix(command, "\\") + strings.TrimSpace(lines[i])
		}
		end := i + 1 + slices.Index(lines[i+1:], "```")
		if output := lines[i+1 : end]; len(output) > 0 {
			outputs++
			if seconds(output) <= quickSeconds || *allDocs {
				checkOutput(t, command, output)
				compared++
			}
			continue
		}
		for i = end + 1; i < len(lines) && !strings.HasPrefix(lines[i], "`") &&
			!strings.HasPrefix(lines[i], "#"); i++ {
			if strings.HasPrefix(lines[i], "|") {
				more, cells := checkTable(t, command, lines[i:])
				if cells == 0 {
					t.Errorf("%s: nothing of its table was compared", command)
				}
				i += more
				tables++
			}
		}
		i--
	}
	if outputs < 2 || tables < 13 {
		t.Errorf("%d outputs and %d tables were found", outputs, tables)
	}
	if compared == 0 || *allDocs && compared < outputs {
		t.Errorf("%d of %d outputs were compared", compared, outputs)
	}
}

// seconds returns how long a command took by its output.
func seconds(output []string) (sum float64) {
	for _, line := range output {
		fields := strings.Fields(line)
		if len(fields) > 0 {
			s, _ := strconv.ParseFloat(fields[len(fields)-1], 64) // not the headings
			sum += s
		}
	}
	return sum
}

func checkOutput(t *testing.T, command string, want []string) {
	t.Helper()
	got := strings.Split(strings.TrimRight(run(t, split(command)...), "\n"), "\n")
	if len(got) != len(want) {
		t.Errorf("%s: %d lines, want %d", command, len(got), len(want))
		return
	}
	for i := range got {
		if g, w := withoutTime(got[i]), withoutTime(want[i]); g != w {
			t.Errorf("%s:\n got %s\nwant %s", command, g, w)
		}
	}
}

// withoutTime is a line without its last column and with single spaces.
func withoutTime(line string) string {
	fields := strings.Fields(line)
	if len(fields) > 0 && strings.Contains(fields[len(fields)-1], ".") {
		fields = fields[:len(fields)-1]
	}
	return strings.Join(fields, " ")
}

var quotes = regexp.MustCompile(`"[^"]*"|\S+`)

// split takes a command line apart as a shell would.
func split(command string) []string {
	args := quotes.FindAllString(command, -1)
	for i := range args {
		args[i] = strings.Trim(args[i], `"`)
	}
	return args
}

// checkTable checks the table that lines begin with. It returns how many more lines it has, and how
// many of its cells were compared.
func checkTable(t *testing.T, command string, lines []string) (more, compared int) {
	t.Helper()
	heading := cells(lines[0])
	algorithm, name, ok := strings.Cut(heading[0], ": ") // "algorithm: column"
	if !ok {
		t.Errorf("%s: no algorithm and column in %q", command, heading[0])
	}
	n := 2
	for ; n < len(lines) && strings.HasPrefix(lines[n], "|"); n++ {
		row := cells(lines[n])
		for k := 1; k < len(row); k++ {
			if row[k] == "" || !*allDocs && (n > 2 || k > 1) {
				continue
			}
			compared++
			args := substitute(substitute(split(command), row[0]), heading[k])
			if got := lookUp(t, args, algorithm, name); got != row[k] {
				t.Errorf("%s, %s, %s: %s %s is %s, want %s",
					command, row[0], heading[k], algorithm, name, got, row[k])
			}
		}
	}
	return n - 1, compared
}

func cells(line string) []string {
	list := strings.Split(strings.Trim(line, "|"), "|")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// substitute replaces the variable of "X = value" in args.
func substitute(args []string, assignment string) []string {
	name, value, _ := strings.Cut(assignment, " = ")
	args = slices.Clone(args)
	for i := range args {
		if args[i] == name {
			args[i] = value
		}
	}
	return args
}

func lookUp(t *testing.T, args []string, algorithm, name string) string {
	t.Helper()
	lines, err := csv.NewReader(bytes.NewBufferString(run(t, append(args, "-csv")...))).ReadAll()
	if err != nil || len(lines) == 0 || !slices.Contains(lines[0], name) {
		t.Fatalf("%q: no column %q: %v", args, name, err)
	}
	for _, line := range lines {
		if line[0] == algorithm {
			return line[slices.Index(lines[0], name)]
		}
	}
	t.Fatalf("%q: no algorithm %q", args, algorithm)
	return ""
}
