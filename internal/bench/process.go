package main

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/search"
	"servicemap/internal/store"
)

// restarted is what a fresh process needs to be ready to serve.
type restarted struct {
	load, build, ready time.Duration
	residentMiB        int
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
		if _, err := fmt.Sscan(string(out), &load, &build, &now.residentMiB, &now.indexMiB); err != nil {
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
	active, err := s.Active(ctx)
	if err != nil {
		return err
	}
	dests, old, err := s.Destinations(ctx, active.Version)
	if err != nil {
		return err
	}
	loaded := time.Since(start)
	index, err := search.Build(dests, search.Options{Encode: httpapi.Encode, OldSlugs: old})
	if err != nil {
		return err
	}
	built := time.Since(start) - loaded
	dests = nil
	debug.FreeOSMemory()
	resident, err := residentMiB()
	if err != nil {
		return err
	}
	fmt.Println(loaded.Nanoseconds(), built.Nanoseconds(), resident, index.SizeBytes()>>20)
	runtime.KeepAlive(dests)
	return nil
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
