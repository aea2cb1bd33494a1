package main

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"servicemap/internal/catalog"
	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/search"
	"servicemap/internal/store"
)

// restarted is what a fresh process needs to be ready to serve.
type restarted struct {
	load, build, ready time.Duration
	readyMiB, busyMiB  int // resident, before and after requests
	indexMiB           int
}

// measureRestart writes a dataset and reads it back in a process of its own.
func measureRestart(ctx context.Context, n int, places []town) (restarted, error) {
	var r restarted
	dir, err := os.MkdirTemp("", "bench-store-")
	if err != nil {
		return r, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := writeStore(ctx, dir, n, places); err != nil {
		return r, err
	}
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	for range 2 { // the quicker of two
		out, err := exec.CommandContext(ctx, self, "-serve", dir).Output()
		if err != nil {
			return r, fmt.Errorf("restart: %w", err)
		}
		var load, build int64
		var now restarted
		if _, err := fmt.Sscan(string(out), &load, &build, &now.readyMiB, &now.busyMiB, &now.indexMiB); err != nil {
			return r, fmt.Errorf("restart: %q: %w", out, err)
		}
		now.load, now.build = time.Duration(load), time.Duration(build)
		now.ready = now.load + now.build
		if r.ready == 0 || now.ready < r.ready {
			r = now
		}
	}
	return r, nil
}

func writeStore(ctx context.Context, dir string, n int, places []town) error {
	s, err := store.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	var records iter.Seq2[*destination.Record, error] = func(yield func(*destination.Record, error) bool) {
		for i := range n {
			if !yield(&destination.Record{Destination: generateOne(i, places)}, nil) {
				return
			}
		}
	}
	meta, err := s.WriteDataset(ctx, destination.Dataset{Origin: "bench"}, records)
	if err != nil {
		return err
	}
	return s.Activate(ctx, meta.Version)
}

// serve is the other process: it gets ready, says how long it took and ends.
func serve(ctx context.Context, dir string) error {
	start := time.Now()
	s, err := store.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	var loaded, built time.Duration
	prepare := func(d destination.Dataset, all []destination.Destination, old map[string]string) (*httpapi.Snapshot, error) {
		loaded = time.Since(start)
		index, err := search.Build(all, search.Options{Encode: httpapi.Encode, OldSlugs: old})
		built = time.Since(start) - loaded
		return &httpapi.Snapshot{Index: index, Dataset: d}, err
	}
	served := catalog.New(s, prepare, slog.New(slog.DiscardHandler))
	if err := served.Refresh(ctx); err != nil {
		return err
	}
	ready, err := residentMiB()
	if err != nil {
		return err
	}
	snapshot := served.Current()
	if err := askAll(snapshot); err != nil {
		return err
	}
	busy, err := residentMiB()
	if err != nil {
		return err
	}
	fmt.Println(loaded.Nanoseconds(), built.Nanoseconds(), ready, busy, snapshot.Index.(*search.Index).SizeBytes()>>20)
	return nil
}

// askAll asks all questions over HTTP for a while.
func askAll(snapshot *httpapi.Snapshot) error {
	places, err := towns()
	if err != nil {
		return err
	}
	var paths []string
	for _, q := range questions(generate(10_000, places), places) {
		paths = append(paths, pathOf(&q))
	}
	api := httpapi.New(httpapi.Options{Catalog: oneDataset{snapshot}, Gate: gate{}, Map: noMap{}})
	_, err = load(api, paths, 5*time.Second)
	return err
}

// residentMiB is how much memory the process holds now.
func residentMiB() (int, error) {
	status, err := os.Open("/proc/self/status")
	if err != nil {
		return 0, err
	}
	defer func() { _ = status.Close() }()
	for sc := bufio.NewScanner(status); sc.Scan(); {
		if f := strings.Fields(sc.Text()); len(f) > 1 && f[0] == "VmRSS:" {
			kib, err := strconv.Atoi(f[1])
			return kib >> 10, err
		}
	}
	return 0, fmt.Errorf("no VmRSS in /proc/self/status")
}
