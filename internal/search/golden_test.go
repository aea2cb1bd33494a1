package search_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/builtin"
	"servicemap/internal/destination"
	"servicemap/internal/search"
)

var update = flag.Bool("update", false, "write the golden rankings anew")

const goldenFile = "testdata/golden.tsv"

func builtinIndex(t *testing.T) *search.Index {
	t.Helper()
	records, err := builtin.Records()
	if err != nil {
		t.Fatal(err)
	}
	dests := make([]destination.Destination, len(records))
	for i := range records {
		dests[i] = records[i].Destination
	}
	index, err := search.Build(dests, search.Options{Encode: slugEncoder})
	if err != nil {
		t.Fatal(err)
	}
	return index
}

// TestGoldenRankings pins at which position each question finds the wanted
// destination, 0 for not among the first eighty. A change of the ranking is a
// change of the file: look at it, then run the test with -update.
func TestGoldenRankings(t *testing.T) {
	index := builtinIndex(t)
	want, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	var n, first, three int
	var reciprocal float64
	for line := range strings.Lines(string(want)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			t.Fatalf("line %q has not three fields", line)
		}
		query, slug := fields[0], fields[1]
		if _, _, ok := index.Lookup(slug); !ok {
			t.Errorf("%q: there is no destination %q", query, slug)
		}
		position := 0
		for i, hit := range index.Search(&destination.Query{Text: query, Limit: destination.DefaultLimit}, nil).Hits {
			if string(hit.Payload) == slug {
				position = i + 1
				reciprocal += 1 / float64(position)
				break
			}
		}
		n++
		if position == 1 {
			first++
		}
		if position >= 1 && position <= 3 {
			three++
		}
		fmt.Fprintf(&got, "%s\t%s\t%d\n", query, slug, position)
	}
	fmt.Fprintf(&got, "# %d queries: %d at 1, %d at 3, mean reciprocal rank %.3f\n", n, first, three, reciprocal/float64(n))
	if *update {
		if err := os.WriteFile(goldenFile, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("rankings changed; if for the better, run with -update (-want +got):\n%s", diff)
	}
}
