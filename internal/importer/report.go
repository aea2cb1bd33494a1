package importer

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"servicemap/internal/destination"
)

// maxExamples is how many bad entries a report shows.
const maxExamples = 20

// Report tells what an import did.
type Report struct {
	Started     time.Time
	Duration    time.Duration
	MemoryBytes uint64 // taken from the operating system
	Inputs      []Input
	Seen        int            // things with the tags of a destination
	Dropped     map[string]int // by reason
	Merged      int
	Bad         int
	BadExamples []string
	Overridden  int
	Before      int // destinations in the active dataset
	Kept        int
	Categories  []Count
	Regions     []Count
	Attributes  []Attribute

	SlugsKept, SlugsNew, SlugsRetired int

	Dataset destination.Dataset // as written; empty after a dry run
	points  []reportPoint       // for the map
	sources []destination.Source
}

// Input is one file that was read.
type Input struct {
	Name                   string
	Nodes, Ways, Relations int64
	Entries                int // of a list
	Kept                   int
}

// Count is how many destinations there are of something.
type Count struct {
	ID, Name, Color string
	Count           int
}

// Attribute is how much is known.
type Attribute struct {
	Name             string
	Yes, No, Unknown int
}

func newReport(now time.Time) *Report {
	return &Report{Started: now, Dropped: map[string]int{}}
}

func (r *Report) drop(reason string, n int, category string) {
	if category != "" {
		reason += " (" + category + ")"
	}
	r.Dropped[reason] += n
}

// count takes stock of the records.
func (r *Report) count(records []*destination.Record) {
	r.Kept = len(records)
	var byCategory [destination.NumCategories]int
	regions := map[string]int{}
	r.Attributes = []Attribute{{Name: "free"}, {Name: "kids"}, {Name: "seating"}, {Name: "mobility"}}
	for _, d := range records {
		byCategory[d.Category]++
		regions[where(&d.Destination)]++
		for i, value := range []destination.Ternary{d.Free, d.Kids, d.Seating} {
			r.Attributes[i].add(value)
		}
		mobility := destination.Unknown
		if d.Mobility.Known {
			if mobility = destination.No; d.Mobility.Value >= 2 {
				mobility = destination.Yes
			}
		}
		r.Attributes[3].add(mobility)
		r.points = append(r.points, reportPoint{d.Point, d.Category})
		for _, s := range d.Sources {
			if !slices.Contains(r.sources, s) {
				r.sources = append(r.sources, s)
			}
		}
	}
	for c, n := range byCategory {
		if n > 0 {
			info := destination.Category(c).Info()
			r.Categories = append(r.Categories, Count{info.ID, info.Names[destination.English], info.Color, n})
		}
	}
	for name, n := range regions {
		r.Regions = append(r.Regions, Count{ID: name, Name: name, Count: n})
	}
	for _, counts := range [][]Count{r.Categories, r.Regions} {
		slices.SortFunc(counts, func(a, b Count) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.ID, b.ID))
		})
	}
}

func where(d *destination.Destination) string {
	name := d.RegionName(destination.English)
	switch {
	case d.CountryCode == "":
		return "?"
	case name == "":
		return d.CountryCode
	}
	return d.CountryCode + " " + name
}

func (a *Attribute) add(t destination.Ternary) {
	switch t {
	case destination.Yes:
		a.Yes++
	case destination.No:
		a.No++
	default:
		a.Unknown++
	}
}

// reasons are the reasons for dropping, the commonest first.
func (r *Report) reasons() []Count {
	var out []Count
	for reason, n := range r.Dropped {
		out = append(out, Count{Name: reason, Count: n})
	}
	slices.SortFunc(out, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name))
	})
	return out
}

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	b.WriteString("\nread\n")
	for _, in := range r.Inputs {
		fmt.Fprintf(&b, "  %-32s %s\n", in.Name, in.describe())
	}
	fmt.Fprintf(&b, "\n%d destinations", r.Kept)
	if r.Before > 0 {
		fmt.Fprintf(&b, " (before: %d)", r.Before)
	}
	b.WriteString("\n")
	columns(&b, r.Categories, 3)
	b.WriteString("\nby country and state\n")
	columns(&b, r.Regions, 2)
	fmt.Fprintf(&b, "\ndropped %d of %d, merged %d\n", sum(maps.Values(r.Dropped)), r.Seen, r.Merged)
	for _, reason := range r.reasons() {
		fmt.Fprintf(&b, "  %8d  %s\n", reason.Count, reason.Name)
	}
	b.WriteString("\nattributes           yes        no   unknown\n")
	for _, a := range r.Attributes {
		name := a.Name
		if name == "mobility" {
			name += " (2+/less)"
		}
		fmt.Fprintf(&b, "  %-16s %6d  %8d  %8d\n", name, a.Yes, a.No, a.Unknown)
	}
	fmt.Fprintf(&b, "\nslugs  %d kept, %d new, %d retired\n", r.SlugsKept, r.SlugsNew, r.SlugsRetired)
	if r.Overridden > 0 {
		fmt.Fprintf(&b, "overrides applied  %d\n", r.Overridden)
	}
	if r.Bad > 0 {
		fmt.Fprintf(&b, "skipped as bad  %d\n", r.Bad)
		for _, example := range r.BadExamples {
			fmt.Fprintf(&b, "  %s\n", example)
		}
	}
	fmt.Fprintf(&b, "took %s, %d MiB of memory\n", r.Duration.Round(10*time.Millisecond), r.MemoryBytes>>20)
	b.WriteString(r.outcome() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) outcome() string {
	switch {
	case r.Dataset.Version == "":
		return "dry run: nothing was written"
	case r.Dataset.Active:
		return "dataset " + r.Dataset.Version + " is active"
	}
	return "dataset " + r.Dataset.Version + " is written; activate it with: servicemap dataset activate " + r.Dataset.Version
}

func (in Input) describe() string {
	if in.Entries > 0 {
		return fmt.Sprintf("%d entries, %d kept", in.Entries, in.Kept)
	}
	return fmt.Sprintf("%d nodes, %d ways, %d relations, %d kept", in.Nodes, in.Ways, in.Relations, in.Kept)
}

func sum(values func(func(int) bool)) (total int) {
	for v := range values {
		total += v
	}
	return total
}

// columns writes counts beside each other, downwards.
func columns(b *strings.Builder, counts []Count, n int) {
	rows := (len(counts) + n - 1) / n
	for i := range rows {
		for j := i; j < len(counts); j += rows {
			fmt.Fprintf(b, "  %7d  %-30s", counts[j].Count, counts[j].Name)
		}
		b.WriteByte('\n')
	}
}
