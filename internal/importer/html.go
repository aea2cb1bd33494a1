package importer

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"time"

	"servicemap/internal/destination"
)

//go:embed report.html
var reportHTML string

type reportPoint struct {
	at       destination.Point
	category destination.Category
}

// WriteHTML writes the report as a page that needs nothing from anywhere.
func (r *Report) WriteHTML(w io.Writer) error {
	t, err := template.New("report").Funcs(template.FuncMap{
		"percent":  func(n, of int) string { return fmt.Sprintf("%.2f", 100*float64(n)/float64(max(of, 1))) },
		"thousand": thousands,
	}).Parse(reportHTML)
	if err != nil {
		return err
	}
	most := 1
	for _, c := range r.Categories {
		most = max(most, c.Count)
	}
	mostRegion := 1
	for _, c := range r.Regions {
		mostRegion = max(mostRegion, c.Count)
	}
	return t.Execute(w, map[string]any{
		"R": r, "Most": most, "MostRegion": mostRegion, "Reasons": r.reasons(), "DroppedTotal": r.droppedTotal(),
		"Map": r.svg(), "Sources": r.sources, "Outcome": r.outcome(),
		"Took": r.Duration.Round(10 * time.Millisecond).String(), "Memory": r.MemoryBytes >> 20,
		"Date": r.Started.UTC().Format("2006-01-02 15:04 UTC"),
	})
}

func (r *Report) droppedTotal() (n int) {
	for _, reason := range r.reasons() {
		n += reason.Count
	}
	return n
}

func thousands(n any) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:] // a narrow no-break space
	}
	return s
}
