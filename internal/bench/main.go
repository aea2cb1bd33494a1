// Command bench measures the search index: against PostGIS, SQLite and Bleve,
// at several sizes, over HTTP, and from a restart. It prints Markdown.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/search"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type options struct {
	n      int
	sizes  string
	rounds int
	only   string
}

// does reports whether a part is wanted.
func (o *options) does(part string) bool {
	return o.only == "" || strings.Contains(","+o.only+",", ","+part+",")
}

func run(ctx context.Context) error {
	var o options
	flag.IntVar(&o.n, "n", 1_000_000, "destinations for the comparison of engines")
	flag.StringVar(&o.sizes, "sizes", "10000,100000,1000000,5000000", "destinations for the table of sizes")
	flag.IntVar(&o.rounds, "rounds", 3, "rounds over the questions; the quickest counts")
	flag.StringVar(&o.only, "only", "", "parts to run: sizes,postgis,sqlite,bleve,http,restart (default: all)")
	dir := flag.String("serve", "", "get ready to serve the data in a folder, and say how long it took")
	flag.Parse()
	if *dir != "" {
		return serve(ctx, *dir)
	}
	places, err := towns()
	if err != nil {
		return err
	}
	fmt.Printf("Machine: %s, %d cores, %s. %d questions, seed %d, best of %d rounds, one client.\n", cpu(), runtime.NumCPU(), runtime.Version(), numQuestions, seed, o.rounds)
	if o.does("restart") {
		if err := tableRestart(ctx, o.n, places); err != nil {
			return err
		}
	}
	if err := compare(ctx, &o, places); err != nil {
		return err
	}
	if !o.does("sizes") {
		return nil
	}
	return tableSizes(&o, places)
}

func cpu() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(info)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
		}
	}
	return runtime.GOARCH
}

func tableRestart(ctx context.Context, n int, places []town) error {
	r, err := measureRestart(ctx, n, places)
	if err != nil {
		return err
	}
	fmt.Printf("\n## From a restart, %d destinations\n\n| step | |\n|---|---|\n| load from SQLite | %.1f s |\n| build the index | %.1f s |\n| ready to serve | %.1f s |\n| index with payloads | %d MiB |\n| resident when ready | %d MiB |\n| resident after requests at full speed | %d MiB |\n",
		n, r.load.Seconds(), r.build.Seconds(), r.ready.Seconds(), r.indexMiB, r.readyMiB, r.busyMiB)
	return nil
}

// build makes an index and says how long it took.
func build(dests []destination.Destination) (*search.Index, time.Duration, error) {
	start := time.Now()
	index, err := search.Build(dests, search.Options{Encode: httpapi.Encode})
	return index, time.Since(start), err
}

func tableSizes(o *options, places []town) error {
	debug.SetGCPercent(100) // as when a dataset is loaded
	fmt.Printf("\n## Growth\n\n| destinations | built in | index |")
	for k := range numKinds + 1 {
		fmt.Printf(" %s: median / p99 |", kindName(k))
	}
	fmt.Printf("\n|---:|---:|---:|%s\n", strings.Repeat("---:|", int(numKinds)+1))
	for size := range strings.SplitSeq(o.sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			return fmt.Errorf("size %q: %w", size, err)
		}
		dests := generate(n, places)
		list := questions(dests, places)
		index, took, err := build(dests)
		if err != nil {
			return err
		}
		clear(dests)
		debug.FreeOSMemory()
		t := measureOurs(list, o.rounds, index)
		fmt.Printf("| %d | %.1f s | %d MiB |", n, took.Seconds(), index.SizeBytes()>>20)
		for k := range t {
			fmt.Printf(" %.0f / %.0f µs |", micros(t[k].median), micros(t[k].p99))
		}
		fmt.Println()
	}
	return nil
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

func kindName(k kind) string {
	if k == numKinds {
		return "the mix"
	}
	return k.String()
}
