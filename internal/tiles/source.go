package tiles

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"
)

// Source is the archive that is served at the moment: the operator's file, or
// the built-in overview while there is none. It is safe for concurrent use.
type Source struct {
	path string
	log  *slog.Logger

	mu      sync.RWMutex
	archive *Archive

	checking sync.Mutex // one look at the file at a time
	seen     os.FileInfo
}

// NewSource opens the archive at path. A path that need not exist stands back
// for the overview until a file appears there.
func NewSource(path string, required bool, log *slog.Logger) (*Source, error) {
	s := &Source{path: path, log: log}
	info, err := os.Stat(path)
	switch {
	case path == "", errors.Is(err, fs.ErrNotExist) && !required:
		if s.archive, err = Overview(); err != nil {
			return nil, err
		}
		return s, nil
	case err != nil:
		return nil, fmt.Errorf("open tile archive: %w", err)
	}
	if s.archive, err = Open(path); err != nil {
		return nil, err
	}
	s.seen = info
	return s, nil
}

// Acquire returns the archive of the moment; the caller closes it when done.
func (s *Source) Acquire() *Archive {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.archive.acquire()
	return s.archive
}

// Info describes the archive of the moment.
func (s *Source) Info() Info {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.archive.Info()
}

// Watch looks after the file until ctx ends, so that a new one is served
// without a restart. A file that cannot be served is reported once and the
// previous archive stays.
func (s *Source) Watch(ctx context.Context, every time.Duration) {
	if s.path == "" {
		return
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		changed, err := s.Refresh()
		switch {
		case err != nil:
			s.log.Error("tile archive not replaced, the previous one stays", "error", err)
		case changed:
			info := s.Info()
			s.log.Info("tile archive replaced", "path", s.path, "version", info.Version, "maxZoom", info.MaxZoom)
		}
	}
}

// Refresh opens the file if it is another one than at the last look. A file
// that is gone changes nothing: the one that is open stays readable.
func (s *Source) Refresh() (changed bool, err error) {
	s.checking.Lock()
	defer s.checking.Unlock()
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look at tile archive: %w", err)
	}
	if s.seen != nil && os.SameFile(s.seen, info) && s.seen.Size() == info.Size() && s.seen.ModTime().Equal(info.ModTime()) {
		return false, nil
	}
	s.seen = info
	next, err := Open(s.path)
	if err != nil {
		return false, err
	}
	s.swap(next)
	return true, nil
}

// Close gives up the archive; requests under way keep it until they end.
func (s *Source) Close() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.archive.Close()
}

func (s *Source) swap(next *Archive) {
	s.mu.Lock()
	old := s.archive
	s.archive = next
	s.mu.Unlock()
	if err := old.Close(); err != nil {
		s.log.Warn("close previous tile archive", "error", err)
	}
}
