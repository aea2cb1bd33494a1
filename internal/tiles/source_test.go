package tiles_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"servicemap/internal/tiles"
)

var quiet = slog.New(slog.DiscardHandler)

// replace puts a file in the place of another at once, as operators should.
func replace(t testing.TB, path string, body []byte) {
	t.Helper()
	if err := os.WriteFile(path+".new", body, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

func TestSourceFollowsItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "basemap.pmtiles")
	replace(t, path, small(t))
	s, err := tiles.NewSource(path, true, quiet)
	if err != nil {
		t.Fatal(err)
	}
	old := s.Acquire()
	if changed, err := s.Refresh(); changed || err != nil {
		t.Fatalf("nothing happened, but Refresh says %v, %v", changed, err)
	}

	replace(t, path, []byte("no archive"))
	if changed, err := s.Refresh(); changed || err == nil {
		t.Errorf("a file that is no archive: Refresh says %v, %v", changed, err)
	}
	if changed, err := s.Refresh(); changed || err != nil {
		t.Errorf("the same bad file is reported again: %v, %v", changed, err)
	}

	replace(t, path, build(t, map[zxy]string{{0, 0, 0}: "new world"}))
	if changed, err := s.Refresh(); !changed || err != nil {
		t.Fatalf("a new file: Refresh says %v, %v", changed, err)
	}
	if s.Info().Version == old.Version() {
		t.Error("another archive has the same version")
	}
	// The one that is still held can be read, and is let go of with its holder.
	if b, err := old.Tile(0, 0, 0); err != nil || unpack(t, b) != "world" {
		t.Errorf("the old archive cannot be read any more: %v", err)
	}
	if err := old.Close(); err != nil || old.Users() != 0 {
		t.Errorf("the old archive is still held by %d (%v)", old.Users(), err)
	}
	if _, err := old.Tile(0, 0, 0); err == nil {
		t.Error("the old file is still open")
	}

	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if changed, err := s.Refresh(); changed || err != nil {
		t.Errorf("the file is gone: Refresh says %v, %v", changed, err)
	}
}

func TestSourceWithoutFileServesTheOverview(t *testing.T) {
	path := filepath.Join(t.TempDir(), "basemap.pmtiles")
	if _, err := tiles.NewSource(path, true, quiet); err == nil {
		t.Error("a required file is missing, and nobody says so")
	}
	s, err := tiles.NewSource(path, false, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if s.Info().MaxZoom < 8 {
		t.Errorf("this is not the overview: %+v", s.Info())
	}
	replace(t, path, small(t))
	if changed, err := s.Refresh(); !changed || err != nil || s.Info().MaxZoom != 2 {
		t.Errorf("the file has appeared: Refresh says %v, %v", changed, err)
	}
}

func TestWatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "basemap.pmtiles")
	replace(t, path, small(t))
	synctest.Test(t, func(t *testing.T) {
		s, err := tiles.NewSource(path, true, quiet)
		if err != nil {
			t.Fatal(err)
		}
		before := s.Info().Version
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { s.Watch(ctx, time.Second); close(done) }()
		replace(t, path, build(t, map[zxy]string{{0, 0, 0}: "new world"}))
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		if s.Info().Version == before {
			t.Error("the new archive was not noticed")
		}
		cancel()
		<-done
	})
}

func TestView(t *testing.T) {
	s, err := tiles.NewSource("", false, quiet)
	if err != nil {
		t.Fatal(err)
	}
	v := s.Info().View()
	if v.Bounds.West != 5.87 || v.Bounds.North != 55.06 || v.Zoom < 4 || v.Zoom > 7 || v.MaxZoom <= 9 {
		t.Errorf("the overview begins at %+v", v)
	}
	elsewhere := tiles.Info{MaxZoom: 15}
	elsewhere.Bounds.West, elsewhere.Bounds.East, elsewhere.Bounds.South, elsewhere.Bounds.North = 139, 140, 35, 36
	if v := elsewhere.View(); v.Center.Lng != 139.5 || v.Zoom < 8 || v.MaxZoom != 19 {
		t.Errorf("an archive of another place begins at %+v", v)
	}
}
