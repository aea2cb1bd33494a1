// Package store keeps datasets, slugs, API keys and their usage in one SQLite
// file that a server and commands may open at the same time. It is the record
// of what the operator imported and decided; it refuses to search: whoever
// wants answers loads a dataset and builds an index of it.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// FileName is the database's name in the data folder.
const FileName = "servicemap.db"

// Locks of the data folder: files whose lock ends with the process that holds it.
const (
	migrateLock = "migrate.lock"
	writeLock   = "write.lock"
)

// busyTimeout is how long a write waits for another. The longest transaction
// is the end of an import, which takes some seconds for a million destinations.
const busyTimeout = 30 * time.Second

//go:embed migrations/*.sql
var migrations embed.FS

// Store is an open data folder; it is safe for concurrent use.
type Store struct {
	db  *sql.DB
	dir string
	now func() time.Time
}

// Option changes how a store works.
type Option func(*Store)

// WithClock gives the store another clock, for tests.
func WithClock(now func() time.Time) Option {
	return func(s *Store) { s.now = now }
}

// Open opens the database in dir, creates folder and file if they are missing
// and brings the schema up to date.
func Open(ctx context.Context, dir string, opts ...Option) (*Store, error) {
	s := &Store{dir: dir, now: time.Now}
	for _, o := range opts {
		o(s)
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("create data folder: %w", err)
	}
	if err := s.open(ctx); err != nil {
		return nil, fmt.Errorf("open store %q: %w", filepath.Join(dir, FileName), err)
	}
	return s, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// open takes turns with other processes, as neither the switch to WAL nor a
// migration may happen twice at once.
func (s *Store) open(ctx context.Context) error {
	lock, err := acquire(ctx, filepath.Join(s.dir, migrateLock), busyTimeout)
	if errors.Is(err, errLocked) {
		return errors.New("another process has been setting it up for too long")
	}
	if err != nil {
		return err
	}
	defer lock.release()

	db, err := sql.Open("sqlite", dsn(filepath.Join(s.dir, FileName), busyTimeout,
		"journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)", "cache_size(-8192)"))
	if err != nil {
		return err
	}
	// Readers do not block each other; more connections than this only cost memory.
	db.SetMaxOpenConns(4)
	if err := migrate(ctx, db); err != nil {
		return errors.Join(err, db.Close())
	}
	s.db = db
	return nil
}

func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithVerbose(false))
	if err != nil {
		return fmt.Errorf("prepare migrations: %w", err)
	}
	current, target, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	if current > target {
		return fmt.Errorf("the database has schema %d, this program knows up to %d: it was written by a newer servicemap",
			current, target)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// dsn is the driver's address of a file, whatever characters its path has.
func dsn(path string, busy time.Duration, pragmas ...string) string {
	path = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(path))
	q := url.Values{"_txlock": {"immediate"}}
	q.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", busy.Milliseconds()))
	for _, p := range pragmas {
		q.Add("_pragma", p)
	}
	return "file:" + path + "?" + q.Encode()
}

// inTx runs f in a write transaction, which it commits if f succeeds.
func (s *Store) inTx(ctx context.Context, f func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := f(tx); err != nil {
		if rerr := tx.Rollback(); rerr != nil && !errors.Is(rerr, sql.ErrTxDone) {
			err = errors.Join(err, fmt.Errorf("roll back: %w", rerr))
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// ChangeToken changes whenever a key changes or another dataset becomes
// active, in whichever process. It is cheap enough to ask for every second.
func (s *Store) ChangeToken(ctx context.Context) (string, error) {
	var token string
	err := s.db.QueryRowContext(ctx,
		`SELECT group_concat(what || n, ' ') FROM (SELECT what, n FROM change ORDER BY what)`).Scan(&token)
	if err != nil {
		return "", fmt.Errorf("read change token: %w", err)
	}
	return token, nil
}

func toMillis(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

func fromMillis(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.Int64).UTC()
}
