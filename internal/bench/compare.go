package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"servicemap/internal/catalog"
	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/search"
)

// compare measures the engines on the same destinations, in one run.
func compare(ctx context.Context, o *options, places []town) error {
	if !o.does("postgis") && !o.does("sqlite") && !o.does("bleve") && !o.does("http") && !o.does("ours") {
		return nil
	}
	dests := generate(o.n, places)
	list := questions(dests, places)
	if o.does("bleve") {
		if err := compareBleve(o, dests[:min(len(dests), bleveSize)], places); err != nil {
			return err
		}
	}
	index, took, err := build(dests)
	if err != nil {
		return err
	}
	ours := measureOurs(list, o.rounds, index)
	fmt.Printf("\n## %d destinations\n\nBuilt in %.1f s, %d MiB.\n", o.n, took.Seconds(), index.SizeBytes()>>20)
	tableEngine("servicemap", ours, nil)
	if o.does("postgis") {
		if err := comparePostGIS(ctx, dests, list, index, o.rounds); err != nil {
			return err
		}
	}
	if o.does("sqlite") {
		if err := compareSQLite(dests, list, ours); err != nil {
			return err
		}
	}
	clear(dests)
	catalog.Trim() // as when it is served
	if !o.does("http") {
		return nil
	}
	rates, err := measureHTTP(list, index, 4*time.Second, 3)
	if err != nil {
		return err
	}
	fmt.Printf("\n## Over HTTP, 8 connections, bodies of %d bytes on average\n\n| handler | requests/s | of ready-made |\n|---|---:|---:|\n", rates.meanBody)
	fmt.Printf("| ready-made body | %.0f | 100 %% |\n| /api/v1/pois, nothing cached | %.0f | %.0f %% |\n| /api/v1/pois, as it is delivered | %.0f | %.0f %% |\n",
		rates.ready, rates.uncached, 100*rates.uncached/rates.ready, rates.cached, 100*rates.cached/rates.ready)
	return nil
}

// tableEngine prints the times of an engine, and how often ours is faster.
func tableEngine(name string, t timings, ours *timings) {
	fmt.Printf("\n| %s | mean | median | p99 | queries/s |", name)
	rule := "|---|---:|---:|---:|---:|"
	if ours != nil {
		fmt.Print(" servicemap is faster |")
		rule += "---:|"
	}
	fmt.Println("\n" + rule)
	for k := range t {
		fmt.Printf("| %s | %.0f µs | %.0f µs | %.0f µs | %.0f |", kindName(kind(k)), micros(t[k].mean), micros(t[k].median), micros(t[k].p99), t[k].perSecond())
		if ours != nil {
			fmt.Printf(" %.0f × |", ours[k].perSecond()/t[k].perSecond())
		}
		fmt.Println()
	}
}

func comparePostGIS(ctx context.Context, dests []destination.Destination, list []question, index *search.Index, rounds int) error {
	p, err := startPostGIS(ctx, dests)
	if p != nil {
		defer p.stop()
	}
	if err != nil {
		return err
	}
	var failed error
	ask := func(q *question) int {
		ids, err := p.ask(ctx, q)
		if err != nil && failed == nil {
			failed = fmt.Errorf("ask PostGIS %+v: %w", q.query, err)
		}
		return len(ids)
	}
	measure(list[:200], 1, ask) // warm
	// As many rounds for both, right after each other: both see the same machine.
	theirs := measure(list, rounds, ask)
	ours := measureOurs(list, rounds, index)
	if failed != nil {
		return failed
	}
	tableEngine("PostGIS", theirs, &ours)
	tableEngine("servicemap, right after it", ours, nil)
	backend := int(p.conn.PgConn().PID())
	tableCPU(
		measureCPU(list, 1, func() time.Duration { return cpuOf(backend) }, ask),
		measureCPU(list, rounds, ownCPU, func(q *question) int { return len(index.Search(&q.query, nil).Hits) }),
	)
	return tableAgreement(ctx, p, list, index)
}

// tableAgreement tells whether both answer the same question.
func tableAgreement(ctx context.Context, p *postgis, list []question, index *search.Index) error {
	fmt.Print("\n| question | PostGIS has hits | servicemap has hits | hits of PostGIS that servicemap returns too |\n|---|---:|---:|---:|\n")
	for k := range numKinds {
		n, theirs, ours, shared, all := 0, 0, 0, 0, 0
		for i := range list {
			if list[i].kind != k {
				continue
			}
			n++
			ids, err := p.ask(ctx, &list[i])
			if err != nil {
				return err
			}
			mine := idsOf(index.Search(&list[i].query, nil))
			theirs += min(1, len(ids))
			ours += min(1, len(mine))
			all += len(ids)
			for _, id := range ids {
				if slices.Contains(mine, id) {
					shared++
				}
			}
		}
		fmt.Printf("| %s | %d of %d | %d | %.1f %% |\n", k, theirs, n, ours, 100*float64(shared)/float64(max(1, all)))
	}
	return nil
}

// idsOf reads the numbers of generated destinations from their slugs.
func idsOf(r destination.Result) []int32 {
	ids := make([]int32, 0, len(r.Hits))
	for _, h := range r.Hits {
		poi := string(httpapi.AppendPOI(nil, h.Payload, destination.German))
		_, slug, _ := strings.Cut(poi, `"slug":"`)
		slug, _, _ = strings.Cut(slug, `"`)
		id, err := strconv.Atoi(slug[strings.LastIndexByte(slug, '-')+1:])
		if err == nil {
			ids = append(ids, int32(id))
		}
	}
	return ids
}

func compareSQLite(dests []destination.Destination, list []question, ours timings) error {
	s, err := startSQLite(dests)
	if s != nil {
		defer s.stop()
	}
	if err != nil {
		return fmt.Errorf("load SQLite: %w", err)
	}
	var failed error
	t := measure(list, 1, func(q *question) int {
		n, err := s.ask(q)
		if err != nil && failed == nil {
			failed = fmt.Errorf("ask SQLite %+v: %w", q.query, err)
		}
		return n
	})
	if failed == nil {
		tableEngine("SQLite, FTS5 and R*Tree (no typing mistakes)", t, &ours)
	}
	return failed
}

func compareBleve(o *options, dests []destination.Destination, places []town) error {
	b, err := startBleve(dests)
	if b != nil {
		defer b.stop()
	}
	if err != nil {
		return fmt.Errorf("load Bleve: %w", err)
	}
	list := questions(dests, places)
	var failed error
	t := measure(list, 1, func(q *question) int {
		n, err := b.ask(q)
		if err != nil && failed == nil {
			failed = fmt.Errorf("ask Bleve %+v: %w", q.query, err)
		}
		return n
	})
	if failed != nil {
		return failed
	}
	index, _, err := build(dests)
	if err != nil {
		return err
	}
	ours := measureOurs(list, o.rounds, index)
	fmt.Printf("\n## %d destinations, for Bleve\n", len(dests))
	tableEngine("Bleve", t, &ours)
	return nil
}
