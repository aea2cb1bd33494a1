package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/simple"
	"github.com/blevesearch/bleve/v2/search/query"

	"servicemap/internal/destination"
	"servicemap/internal/search/analysis"
)

// bleveSize is how many destinations Bleve gets: indexing more takes it too long.
const bleveSize = 50_000

// bleveEngine is Bleve with its own index format in a temporary folder.
type bleveEngine struct {
	index bleve.Index
	dir   string
}

func startBleve(dests []destination.Destination) (*bleveEngine, error) {
	dir, err := os.MkdirTemp("", "bench-bleve-")
	if err != nil {
		return nil, err
	}
	b := &bleveEngine{dir: dir}
	doc := bleve.NewDocumentStaticMapping()
	name := bleve.NewTextFieldMapping()
	name.Analyzer, name.Store, name.IncludeTermVectors = simple.Name, false, false
	cat := bleve.NewTextFieldMapping()
	cat.Analyzer, cat.Store = keyword.Name, false
	point := bleve.NewGeoPointFieldMapping()
	point.Store = false
	score := bleve.NewNumericFieldMapping()
	score.Store = false
	doc.AddFieldMappingsAt("name", name)
	doc.AddFieldMappingsAt("cat", cat)
	doc.AddFieldMappingsAt("at", point)
	doc.AddFieldMappingsAt("score", score)
	m := bleve.NewIndexMapping()
	m.DefaultMapping = doc
	if b.index, err = bleve.New(filepath.Join(dir, "index"), m); err != nil {
		return b, err
	}
	for from := 0; from < len(dests); from += 5000 {
		batch := b.index.NewBatch()
		for i := from; i < min(len(dests), from+5000); i++ {
			d := &dests[i]
			err := batch.Index(strconv.Itoa(i), map[string]any{
				"name": strings.Join(analysis.Words(d.Name), " "), "cat": d.Category.ID(),
				"at": map[string]any{"lat": d.Point.Lat, "lon": d.Point.Lng}, "score": d.Prominence,
			})
			if err != nil {
				return b, err
			}
		}
		if err := b.index.Batch(batch); err != nil {
			return b, err
		}
	}
	return b, nil
}

func (b *bleveEngine) stop() {
	if b.index != nil {
		_ = b.index.Close()
	}
	_ = os.RemoveAll(b.dir)
}

func (b *bleveEngine) ask(q *question) (int, error) {
	var all []query.Query
	for i, w := range analysis.Words(q.query.Text) {
		if q.prefix && i == len(q.words)-1 {
			p := bleve.NewPrefixQuery(w)
			p.SetField("name")
			all = append(all, p)
			continue
		}
		f := bleve.NewFuzzyQuery(w)
		f.SetField("name")
		f.Fuzziness = min(analysis.MaxEdits(w), 1)
		all = append(all, f)
	}
	if c := q.query.Center; c != nil {
		near := bleve.NewGeoDistanceQuery(c.Lng, c.Lat, fmt.Sprintf("%gkm", q.query.RadiusKm))
		near.SetField("at")
		all = append(all, near)
	}
	if q.kind == radiusCategory {
		cat := bleve.NewTermQuery(q.category.ID())
		cat.SetField("cat")
		all = append(all, cat)
	}
	if box := q.query.Box; box != nil {
		in := bleve.NewGeoBoundingBoxQuery(box.West, box.North, box.East, box.South)
		in.SetField("at")
		all = append(all, in)
	}
	req := bleve.NewSearchRequestOptions(bleve.NewConjunctionQuery(all...), q.query.Limit, 0, false)
	req.SortBy([]string{"-score", "_id"})
	res, err := b.index.Search(req)
	if err != nil {
		return 0, err
	}
	return len(res.Hits), nil
}
