// Command build writes the overview archive that internal/tiles embeds.
package main

import (
	"bytes"
	"flag"
	"log"
	"os"
	"time"

	"servicemap/internal/basemap"
)

func main() {
	log.SetFlags(0)
	modules := flag.String("modules", "node_modules", "directory of the npm packages")
	out := flag.String("o", "internal/tiles/dist/overview.pmtiles", "file to write")
	flag.Parse()
	start := time.Now()
	var buf bytes.Buffer
	stats, err := basemap.Build(*modules, &buf)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*out, buf.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("overview: %d tiles %v, %.1f MiB, %.1f s", stats.Tiles, stats.ByZoom, float64(buf.Len())/(1<<20), time.Since(start).Seconds())
}
