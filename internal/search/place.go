package search

import (
	"math"
	"math/bits"
	"slices"

	"servicemap/internal/destination"
)

// categoriesAlone reports whether nothing but categories is filtered by.
func (s *state) categoriesAlone() bool { return s.ask.Categories != nil && len(s.filter) == 1 }

func (s *state) answerWithoutText() int {
	if s.counts != nil && (len(s.filter) == 0 || s.categoriesAlone()) {
		return s.countByCategory()
	}
	if len(s.filter) == 0 {
		return s.answerFrom([]*tree{s.ix.all})
	}
	if s.categoriesAlone() && (s.ask.ordered || !s.area.everywhere()) {
		return s.answerFrom(s.trees())
	}
	return s.match(nil, 0, set{})
}

func (s *state) trees() []*tree {
	var trees []*tree
	for c, t := range s.ix.kinds {
		if s.ask.Categories == nil || s.ask.Categories.Has(destination.Category(c)) {
			trees = append(trees, t)
		}
	}
	return trees
}

func (s *state) countByCategory() int {
	total := 0
	for c, t := range s.ix.kinds {
		if s.ask.Categories == nil || s.ask.Categories.Has(destination.Category(c)) {
			s.counts[c] = t.count(&s.area)
			total += s.counts[c]
		}
	}
	return total
}

// answerFrom answers a question about place alone, from trees.
func (s *state) answerFrom(trees []*tree) int {
	if s.ask.ordered && s.area.radius2 < anywhere && s.area.box == nil {
		if total, ok := s.nearestOfAll(trees); ok {
			return total
		}
	}
	total := 0
	if len(s.filter) == 0 && s.area.radius2 >= anywhere && s.area.box != nil {
		total = s.ix.boxes.count(s.area.box)
	} else {
		for _, t := range trees {
			total += t.count(&s.area)
		}
	}
	steps := s.ix.Len() / max(1, total) * s.found.k // until enough are found in the order of ranks
	switch {
	case total == 0 || s.found.k == 0:
	case s.ask.ordered || len(s.filter) > 0 || min(total, steps) > manySteps:
		s.walk.run(trees, &s.area, s.ask.ordered, &s.found)
	case total < steps:
		s.firstOfAll()
	default:
		s.firstByRank()
	}
	return total
}

// fewItems is up to how many items looking at all of them is quicker than
// finding the nearest first.
const fewItems = 4096

// nearestOfAll looks at everything in a circle, when it is little enough, and
// so counts and orders at once.
func (s *state) nearestOfAll(trees []*tree) (total int, ok bool) {
	little := 0
	s.ends = s.ends[:0]
	for _, t := range trees {
		at := len(s.spans)
		s.spans = t.spans(&s.area, s.spans)
		for _, sp := range s.spans[at:] {
			little += int(sp.to - sp.from)
		}
		if s.ends = append(s.ends, len(s.spans)); little > fewItems {
			s.spans = s.spans[:0]
			return 0, false
		}
	}
	s.near(trees, little)
	s.nearestFirst(trees)
	return len(s.chords), true
}

// near lists the items of the spans that lie within the radius, at most as many
// as given, with their chords; the ends become those of the items of each tree.
func (s *state) near(trees []*tree, most int) {
	s.chords = slices.Grow(s.chords[:0], most)[:most]
	s.docs = slices.Grow(s.docs[:0], most)[:most]
	center, radius2 := s.area.center, s.area.radius2
	from, n := 0, 0
	for k, t := range trees {
		for _, sp := range s.spans[from:s.ends[k]] {
			for i, v := range t.vecs[sp.from:sp.to] {
				c2 := chord2(center, v)
				s.chords[n], s.docs[n] = c2, sp.from+uint32(i) // the next one takes the place of one outside
				if c2 <= radius2 {
					n++
				}
			}
		}
		from, s.ends[k] = s.ends[k], n
	}
	s.chords, s.docs = s.chords[:n], s.docs[:n]
}

// buckets are for choosing a few of many without sorting them all.
const buckets = 1024

// nearestFirst adds the nearest of what is near. It sorts them by rings of the
// same size around the centre, and then within each ring, which has few.
func (s *state) nearestFirst(trees []*tree) {
	s.buckets = [buckets + 2]uint32{}
	scale := buckets / s.area.radius2
	for _, c2 := range s.chords {
		s.buckets[int(c2*scale)+1]++
	}
	wanted := uint32(min(s.found.k, len(s.chords)))
	last := 0
	for s.buckets[last] < wanted { // where each ring begins
		last++
		s.buckets[last] += s.buckets[last-1]
	}
	list := slices.Grow(s.found.heap[:0], int(s.buckets[last]))[:s.buckets[last]]
	from := 0
	for k, t := range trees {
		for i, c2 := range s.chords[from:s.ends[k]] {
			if ring := int(c2 * scale); ring < last {
				list[s.buckets[ring]] = entry{math.Float64bits(c2), 0, t.doc(int(s.docs[from+i]))}
				s.buckets[ring]++
			}
		}
		from = s.ends[k]
	}
	slugRank := s.ix.cols.slugRank
	start := uint32(0)
	for _, end := range s.buckets[:last] {
		if end-start > 1 {
			slices.SortFunc(list[start:end], func(a, b entry) int {
				if a.key == b.key {
					return int(slugRank[a.doc]) - int(slugRank[b.doc])
				}
				return compareEntries(a, b)
			})
		}
		start = end
	}
	s.found.heap = list[:wanted]
}

// manySteps is from how many documents on a walk over the tree is quicker than
// looking at one after the other.
const manySteps = 100_000

// firstOfAll finds the most prominent of all documents of the area.
func (s *state) firstOfAll() {
	cols := s.ix.cols
	ranks := s.docs[:0]
	s.ix.all.visit(&s.area,
		func(from, to int) { ranks = append(ranks, cols.rank[from:to]...) },
		func(doc int) { ranks = append(ranks, cols.rank[doc]) })
	s.docs = ranks
	end := s.enough(ranks)
	for _, rank := range ranks {
		if rank < end {
			s.marks.mark(rank)
		}
	}
	s.marks.first(func(rank uint32) bool {
		s.found.add(entry{uint64(rank), 0, cols.byRank[rank]})
		return !s.found.full()
	})
}

// enough is a rank before which there are as many of the ranks as are wanted,
// and not many more.
func (s *state) enough(ranks []uint32) uint32 {
	shift := max(0, bits.Len(uint(s.ix.Len()))-bits.Len(buckets-1))
	s.buckets = [buckets + 2]uint32{}
	for _, rank := range ranks {
		s.buckets[rank>>shift]++
	}
	have := 0
	for i, n := range s.buckets {
		if have += int(n); have >= s.found.k {
			return uint32(i+1) << shift
		}
	}
	return math.MaxUint32
}

// firstByRank looks at the most prominent documents one after the other,
// which is quick when many of them lie in the area.
func (s *state) firstByRank() {
	cols, box := s.ix.cols, s.area.box
	if box == nil {
		box = &destination.Box{West: -180, South: -90, East: 180, North: 90}
	}
	around := uint64(0) // a box over the antimeridian is left of its East or right of its West
	if box.West > box.East {
		around = math.MaxUint64
	}
	lngs := cols.rankLng[:len(cols.rankLat)]
	for r, lat := range cols.rankLat {
		// Differences have their sign set where the point is outside. Asking for each of them would be slower, since the
		// answers cannot be foreseen.
		east, west := math.Float64bits(lngs[r]-box.West), math.Float64bits(box.East-lngs[r])
		out := math.Float64bits(lat-box.South) | math.Float64bits(box.North-lat) | (east|west)&^around | east&west&around
		if out>>63 != 0 {
			continue
		}
		if s.found.add(entry{uint64(r), 0, cols.byRank[r]}); s.found.full() {
			return
		}
	}
}
