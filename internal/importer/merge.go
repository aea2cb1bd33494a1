package importer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"servicemap/internal/destination"
)

// merge joins the candidates that are one thing: the same id read twice, the
// same entry in Wikidata, the same name at the same place.
func (im *run) merge() [][]*candidate {
	for _, r := range im.found.kept {
		c := &candidate{record: r, name: r.Name}
		c.Point, c.rule.Category = r.Point, r.Category
		im.found.candidates = append(im.found.candidates, c)
	}
	all := im.found.candidates
	m := &merger{all: all, parent: make([]int32, len(all)), mergeKm: im.opts.Classifier.Weights().MergeM / 1000}
	for i := range m.parent {
		m.parent[i] = int32(i)
	}
	m.bySource()
	m.byKey(func(c *candidate) string {
		if id := c.Tags.Get("wikidata"); !strings.Contains(id, ";") {
			return id
		}
		return ""
	}, sameWikidata)
	m.byKey(func(c *candidate) string { return nameKey(c.name) }, m.sameName)
	groups := m.groups()
	im.report.Merged = len(all) - len(groups)
	return groups
}

type merger struct {
	all     []*candidate
	parent  []int32
	mergeKm float64
}

func (m *merger) find(i int32) int32 {
	for m.parent[i] != i {
		m.parent[i] = m.parent[m.parent[i]]
		i = m.parent[i]
	}
	return i
}

// union joins two groups under the one that was read first.
func (m *merger) union(i, j int32) {
	a, b := m.find(i), m.find(j)
	m.parent[max(a, b)] = min(a, b)
}

func (m *merger) bySource() {
	first := make(map[string]int32, len(m.all))
	for i, c := range m.all {
		for _, id := range c.sourceIDs() {
			if j, ok := first[id]; ok {
				m.union(int32(i), j)
			} else {
				first[id] = int32(i)
			}
		}
	}
}

// byKey compares all candidates with one key, near ones only: those of a key
// are sorted from south to north.
func (m *merger) byKey(key func(*candidate) string, same func(a, b *candidate, km float64) bool) {
	buckets := map[string][]int32{}
	for i, c := range m.all {
		if k := key(c); k != "" {
			buckets[k] = append(buckets[k], int32(i))
		}
	}
	for _, bucket := range buckets {
		slices.SortFunc(bucket, func(i, j int32) int {
			return cmp.Or(cmp.Compare(m.all[i].Point.Lat, m.all[j].Point.Lat), cmp.Compare(i, j))
		})
		for n, i := range bucket {
			a := m.all[i]
			for _, j := range bucket[n+1:] {
				b := m.all[j]
				if (b.Point.Lat-a.Point.Lat)*metersPerDegree/1000 > maxMergeKm {
					break
				}
				if m.find(i) != m.find(j) && same(a, b, destination.DistanceKm(a.Point, b.Point)) {
					m.union(i, j)
				}
			}
		}
	}
}

// maxMergeKm is the farthest that two parts of one thing may be apart.
const maxMergeKm = 30

// extent is how far the parts of a thing of the category may be apart.
func extent(c destination.Category) float64 {
	switch c {
	case destination.HeritageRailway, destination.BoatTrip, destination.NationalPark:
		return maxMergeKm
	case destination.CableCar, destination.Funicular, destination.NatureReserve, destination.Gorge:
		return 5
	}
	return 0
}

func sameWikidata(a, b *candidate, km float64) bool {
	return km <= max(3, extent(a.rule.Category), extent(b.rule.Category))
}

// kin are categories that one thing may well have been given both of.
var kin = [][]destination.Category{
	{destination.Castle, destination.Ruins, destination.Museum, destination.Monument, destination.ArchaeologicalSite},
	{destination.Zoo, destination.WildlifePark, destination.Farm},
	{destination.Swimming, destination.WaterPark, destination.Beach},
	{destination.Park, destination.Garden},
	{destination.Monastery, destination.Church},
	{destination.NatureReserve, destination.NationalPark},
	{destination.LookoutTower, destination.Viewpoint},
	{destination.Rock, destination.Peak, destination.Viewpoint},
	{destination.Museum, destination.Gallery, destination.TechnicalMonument},
}

func related(a, b destination.Category) bool {
	if a == b || a == destination.Attraction || b == destination.Attraction {
		return true
	}
	return slices.ContainsFunc(kin, func(group []destination.Category) bool {
		return slices.Contains(group, a) && slices.Contains(group, b)
	})
}

func (m *merger) sameName(a, b *candidate, km float64) bool {
	if !related(a.rule.Category, b.rule.Category) {
		return false
	}
	if km <= m.mergeKm || a.rule.Category == b.rule.Category && km <= extent(a.rule.Category) {
		return true
	}
	return a.Shape.Contains(b.Point) || b.Shape.Contains(a.Point)
}

// groups lists the groups in the order of the file, the best candidate of each first.
func (m *merger) groups() [][]*candidate {
	index := make(map[int32]int, len(m.all))
	var groups [][]*candidate
	for i, c := range m.all {
		root := m.find(int32(i))
		at, ok := index[root]
		if !ok {
			at = len(groups)
			index[root] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], c)
	}
	for _, group := range groups {
		if len(group) > 1 {
			slices.SortStableFunc(group, better)
		}
	}
	return groups
}

// better orders the parts of one thing: own lists before extracts before what
// is kept, a kind before a mere attraction, areas before points, more before less.
func better(a, b *candidate) int {
	rank := func(c *candidate) float64 {
		r := math.Log1p(float64(len(c.Tags))) // up to 5 or so
		if len(c.Shape.Areas) > 0 {
			r += 10
		}
		if c.rule.Category != destination.Attraction {
			r += 20
		}
		if c.list {
			r += 100
		}
		if c.record != nil {
			r -= 1000
		}
		return r
	}
	return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(a.SourceID, b.SourceID))
}

func (c *candidate) sourceIDs() []string {
	if c.record != nil {
		return c.record.SourceIDs
	}
	return []string{c.SourceID}
}
