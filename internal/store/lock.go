package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// errLocked says that somebody else holds the lock.
var errLocked = errors.New("locked")

// A fileLock is an exclusive transaction on an empty database of its own: a
// lock that works on every system SQLite works on, and that the system ends
// with the process, however that ends.
type fileLock struct {
	db   *sql.DB
	conn *sql.Conn
}

// acquire takes the lock, waiting for up to wait; errLocked if it is still held.
func acquire(ctx context.Context, path string, wait time.Duration) (*fileLock, error) {
	db, err := sql.Open("sqlite", dsn(path, wait))
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	l := &fileLock{db: db}
	l.conn, err = db.Conn(ctx)
	if err == nil {
		_, err = l.conn.ExecContext(ctx, "BEGIN EXCLUSIVE")
	}
	if err != nil {
		l.release()
		if isBusy(err) {
			return nil, errLocked
		}
		return nil, fmt.Errorf("take lock %q: %w", path, err)
	}
	return l, nil
}

// release ends the lock: closing its connection ends the transaction.
func (l *fileLock) release() {
	if l.conn != nil {
		_ = l.conn.Close()
	}
	_ = l.db.Close()
}

func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

func isUnique(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE
}
