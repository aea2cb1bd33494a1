package classify_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/classify"
)

var update = flag.Bool("update", false, "write the table of rules into the document")

const (
	document = "../../docs/RULES.md"
	begin    = "<!-- rules: written by \"go test ./internal/classify -update\" -->\n"
	end      = "<!-- end of rules -->\n"
)

func TestDocumentHasTheTable(t *testing.T) {
	raw, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), begin)
	table, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", document)
	}
	var b strings.Builder
	b.WriteString("\n| category | tags | needs |\n|---|---|---|\n")
	for _, rule := range classify.DefaultRules() {
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", rule.Category.ID(), strings.ReplaceAll(rule.Tags, "|", "\\|"), rule.Needs)
	}
	b.WriteString("\n")
	if *update {
		if err := os.WriteFile(document, []byte(before+begin+b.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(b.String(), table); diff != "" {
		t.Errorf("the document is not up to date, use -update (-code +document):\n%s", diff)
	}
}

// TestDocumentNamesEveryWeight keeps the operator's page complete.
func TestDocumentNamesEveryWeight(t *testing.T) {
	page, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(classify.DefaultWeights())
	if err != nil {
		t.Fatal(err)
	}
	var names func(v any)
	names = func(v any) {
		fields, ok := v.(map[string]any)
		if !ok {
			return
		}
		for name, inner := range fields {
			if !strings.Contains(string(page), "`"+name+"`") {
				t.Errorf("%s does not explain %s", document, name)
			}
			names(inner)
		}
	}
	var all any
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	names(all)
}

// TestDocumentExampleLoads keeps the example one that works.
func TestDocumentExampleLoads(t *testing.T) {
	page, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```json\n")
	example, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("there is no example")
	}
	if _, err := classify.Load(strings.NewReader(example)); err != nil {
		t.Error(err)
	}
}
