package main

import (
	"slices"
	"time"

	"servicemap/internal/destination"
)

// timing is how long the questions of a kind took.
type timing struct {
	n           int
	mean        time.Duration
	median, p99 time.Duration
	total       int // of hits, so that engines can be compared
}

func (t timing) perSecond() float64 {
	if t.mean == 0 {
		return 0
	}
	return float64(time.Second) / float64(t.mean)
}

// timings has one timing for each kind, and one for the whole mix.
type timings [numKinds + 1]timing

// measure asks all questions, one after the other, the given number of
// rounds; of each question the quickest round counts.
func measure(list []question, rounds int, ask func(q *question) int) timings {
	best := make([]time.Duration, len(list))
	hits := make([]int, len(list))
	for round := range rounds {
		for i := range list {
			start := time.Now()
			hits[i] = ask(&list[i])
			if took := time.Since(start); round == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	var t timings
	for k := range numKinds + 1 {
		var took []time.Duration
		for i := range list {
			if k == numKinds || list[i].kind == k {
				took = append(took, best[i])
				t[k].total += hits[i]
			}
		}
		t[k] = summarise(took, t[k].total)
	}
	return t
}

func summarise(took []time.Duration, total int) timing {
	if len(took) == 0 {
		return timing{}
	}
	slices.Sort(took)
	sum := time.Duration(0)
	for _, d := range took {
		sum += d
	}
	return timing{
		n: len(took), mean: sum / time.Duration(len(took)), total: total,
		median: took[len(took)/2], p99: took[len(took)*99/100],
	}
}

// searcher is what is measured of ours.
type searcher interface {
	Search(q *destination.Query, room []destination.Hit) destination.Result
}

func measureOurs(list []question, rounds int, s searcher) timings {
	return measure(list, rounds, func(q *question) int { return len(s.Search(&q.query, nil).Hits) })
}
