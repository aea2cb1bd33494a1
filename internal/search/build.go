package search

import (
	"errors"
	"slices"
	"sync"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/search/analysis"
	"servicemap/internal/search/parallel"
)

// Index is the immutable index over all destinations.
type Index struct {
	cols      *columns
	corpus    *analysis.Corpus
	corrector *analysis.Corrector
	all       *tree
	boxes     *boxCounter
	kinds     [destination.NumCategories]*tree

	named    postings // by word, in names
	joined   postings // by word, made of neighbours in names
	other    postings // by word, in other fields
	stems    postings // by stem, in names
	otherStm postings // by stem, in other fields
	concepts postings
	full     names
	prefixes map[string]*completions

	mobility []mobilityValue // ascending
	old      map[string]string
	bySlug   []uint32 // documents in the order of slugs
	size     int64
	united   cache
	tuning   tuning
	states   sync.Pool
}

// tuning are the sizes at which the index changes its ways. They decide how
// fast answers are, never what they are.
type tuning struct {
	small  int // sets of more documents are bitmaps
	list   int // up to so many documents are looked at one by one
	prefix int // prefixes of more words have their documents united at build time
}

// unitedBytes is how much memory the documents of common words may take, for
// each destination: about a hundred words' worth.
const unitedBytes = 64

var tuned = tuning{small: 1024, list: 2048, prefix: 96}

type mobilityValue struct {
	value float64
	docs  set
}

// Build makes the index; it keeps no reference to the destinations.
func Build(dests []destination.Destination, opts Options) (*Index, error) {
	return build(dests, opts, tuned)
}

func build(dests []destination.Destination, opts Options, tuning tuning) (*Index, error) {
	start := time.Now()
	ix := &Index{old: opts.OldSlugs, tuning: tuning}
	ix.united.limit, ix.united.min = unitedBytes*int64(len(dests)), tuning.list
	ix.states.New = func() any { return &state{ix: ix} }
	var order []uint32
	var colsErr, corpusErr error
	parallel.Together( // each has parts that only one core can do
		func() { order, colsErr = ix.buildColumns(dests, &opts) },
		func() { ix.corpus, corpusErr = analysis.NewCorpus(dests) },
	)
	if err := errors.Join(colsErr, corpusErr); err != nil {
		return nil, err
	}
	ix.corrector = analysis.NewCorrector(ix.corpus)
	parallel.Together(func() { ix.buildPostings(order) }, ix.buildTrees)
	ix.corpus.Forget()
	ix.size = ix.measure()
	if opts.Logger != nil {
		opts.Logger.Info("search index built", "destinations", ix.Len(), "bytes", ix.size,
			"payload_bytes", ix.cols.payloads.size(), "duration", time.Since(start))
	}
	return ix, nil
}

// buildColumns puts the destinations in order.
func (ix *Index) buildColumns(dests []destination.Destination, opts *Options) (order []uint32, err error) {
	order = curveOrder(dests)
	if ix.cols, err = newColumns(dests, order); err != nil {
		return nil, err
	}
	ix.cols.slugs = fillBlob(len(order), func(dst []byte, doc int) []byte { return append(dst, dests[order[doc]].Slug...) })
	ix.cols.payloads = fillBlob(len(order), func(dst []byte, doc int) []byte { return opts.encode(dst, &dests[order[doc]]) })
	ix.bySlug = make([]uint32, len(order))
	for doc, r := range ix.cols.slugRank {
		ix.bySlug[r] = uint32(doc)
	}
	return order, nil
}

// buildPostings inverts the documents, several families at a time.
func (ix *Index) buildPostings(order []uint32) {
	words, stems, small := len(ix.corpus.Words()), ix.corpus.NumStems(), ix.tuning.small
	classes := func(in ...analysis.Class) func(doc uint32, buf []uint32) []uint32 {
		return func(doc uint32, buf []uint32) []uint32 {
			for _, e := range ix.corpus.Entries(int(order[doc])) {
				if slices.Contains(in, e.Class()) {
					buf = append(buf, e.Word())
				}
			}
			return buf
		}
	}
	stemsOf := func(in ...analysis.Class) func(doc uint32, buf []uint32) []uint32 {
		return func(doc uint32, buf []uint32) []uint32 {
			for _, e := range ix.corpus.Entries(int(order[doc])) {
				if slices.Contains(in, e.Class()) {
					buf = append(buf, ix.corpus.WordStems(e.Word())...)
				}
			}
			return buf
		}
	}
	jobs := []func(){
		func() { ix.stems = newPostings(ix.cols, stems, small, stemsOf(analysis.Name, analysis.Joined)) },
		func() { ix.otherStm = newPostings(ix.cols, stems, small, stemsOf(analysis.Other)) },
		func() { ix.other = newPostings(ix.cols, words, small, classes(analysis.Other)) },
		func() { ix.named = newPostings(ix.cols, words, small, classes(analysis.Name)) },
		func() { ix.joined = newPostings(ix.cols, words, small, classes(analysis.Joined)) },
		func() {
			ix.concepts = newPostings(ix.cols, ix.corpus.NumConcepts(), small, func(doc uint32, buf []uint32) []uint32 {
				for _, c := range ix.corpus.Concepts(int(order[doc])) {
					buf = append(buf, uint32(c))
				}
				return buf
			})
		},
		func() {
			ix.full = newNames(ix.cols, small, func(doc uint32) []uint64 { return ix.corpus.Full(int(order[doc])) })
		},
		ix.buildMobility,
	}
	parallel.Do(len(jobs), func(i int) { jobs[i]() })
	ix.prefixes = buildPrefixes(ix.corpus.Words(), ix.tuning.prefix, ix.cols, []*postings{&ix.named, &ix.joined}, &ix.other)
}

func (ix *Index) buildMobility() {
	values := slices.Clone(ix.cols.mobility)
	slices.Sort(values)
	values = slices.Compact(values)
	p := newPostings(ix.cols, len(values), ix.tuning.small, func(doc uint32, buf []uint32) []uint32 {
		i, _ := slices.BinarySearch(values, ix.cols.mobility[doc])
		return append(buf, uint32(i))
	})
	for i, v := range values {
		if v >= 0 {
			ix.mobility = append(ix.mobility, mobilityValue{v, p.at(uint32(i))})
		}
	}
	ix.cols.mobility = nil
}

func (ix *Index) buildTrees() {
	var ids [destination.NumCategories][]uint32
	for doc, c := range ix.cols.category {
		ids[c] = append(ids[c], uint32(doc))
	}
	parallel.Do(2+len(ids), func(i int) {
		switch i {
		case 0:
			ix.boxes = newBoxCounter(ix.cols.lat, ix.cols.lng)
		case 1:
			ix.all = newTree(ix.cols, nil, len(ix.cols.category))
		default:
			list := append([]uint32{}, ids[i-2]...)
			ix.kinds[i-2] = newTree(ix.cols, list, len(list))
		}
	})
}

func (ix *Index) measure() int64 {
	size := ix.cols.size() + ix.all.size() + ix.boxes.size() + int64(8*len(ix.full.hashes)+4*len(ix.bySlug))
	for _, t := range ix.kinds {
		size += t.size()
	}
	for _, p := range []*postings{&ix.named, &ix.joined, &ix.other, &ix.stems, &ix.otherStm, &ix.concepts, &ix.full.postings} {
		size += p.size()
	}
	seen := map[*completions]bool{}
	for _, c := range ix.prefixes {
		if !seen[c] {
			seen[c] = true
			size += c.name.bytes() + c.other.bytes()
		}
	}
	return size
}
