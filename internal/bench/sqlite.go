package main

import (
	"database/sql"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver

	"servicemap/internal/destination"
	"servicemap/internal/search/analysis"
)

// sqlite is SQLite with FTS5 and R*Tree.
type sqlite struct {
	db  *sql.DB
	dir string
}

func startSQLite(dests []destination.Destination) (*sqlite, error) {
	dir, err := os.MkdirTemp("", "bench-sqlite-")
	if err != nil {
		return nil, err
	}
	s := &sqlite{dir: dir}
	s.db, err = sql.Open("sqlite", filepath.Join(dir, "poi.db")+"?_pragma=journal_mode(off)&_pragma=synchronous(off)&_pragma=cache_size(-1000000)&_pragma=mmap_size(4000000000)")
	if err != nil {
		return s, err
	}
	s.db.SetMaxOpenConns(1)
	return s, s.load(dests)
}

func (s *sqlite) load(dests []destination.Destination) error {
	for _, stmt := range []string{
		`CREATE TABLE poi (id INTEGER PRIMARY KEY, cat INT, lat REAL, lng REAL, score REAL)`,
		`CREATE VIRTUAL TABLE place USING rtree(id, west, east, south, north, +cat INT, +score REAL)`,
		`CREATE VIRTUAL TABLE words USING fts5(name, content='', prefix='2 3 4')`,
	} {
		if _, err := s.db.Exec(stmt); err != nil {
			return fmt.Errorf("create: %w", err)
		}
	}
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for i := range dests {
		d := &dests[i]
		name := strings.Join(analysis.Words(d.Name), " ")
		if _, err := tx.Exec(`INSERT INTO poi VALUES (?,?,?,?,?)`, i, d.Category, d.Point.Lat, d.Point.Lng, d.Prominence); err != nil {
			return err
		}
		if _, err := tx.Exec(`INSERT INTO place VALUES (?,?,?,?,?,?,?)`, i, d.Point.Lng, d.Point.Lng, d.Point.Lat, d.Point.Lat, d.Category, d.Prominence); err != nil {
			return err
		}
		if _, err := tx.Exec(`INSERT INTO words (rowid, name) VALUES (?,?)`, i, name); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = s.db.Exec(`ANALYZE`)
	return err
}

func (s *sqlite) stop() {
	if s.db != nil {
		_ = s.db.Close()
	}
	_ = os.RemoveAll(s.dir)
}

func (s *sqlite) ask(q *question) (int, error) {
	var west, south, east, north, lat, lng, squeeze, limit2 float64
	if c := q.query.Center; c != nil {
		dLat := q.query.RadiusKm / 111.2
		squeeze = math.Cos(c.Lat * math.Pi / 180)
		dLng := dLat / squeeze
		lat, lng, limit2 = c.Lat, c.Lng, dLat*dLat
		west, south, east, north = c.Lng-dLng, c.Lat-dLat, c.Lng+dLng, c.Lat+dLat
	}
	words := analysis.Words(q.query.Text)
	match := `"` + strings.Join(words, `" AND "`) + `"`
	if q.prefix {
		match += "*"
	}
	switch q.kind {
	case radiusCategory:
		return s.count(`SELECT id, (south-?1)*(south-?1)+(west-?2)*(west-?2)*?3*?3 AS d FROM place
			WHERE west>=?5 AND east<=?6 AND south>=?7 AND north<=?8 AND cat=?9 AND d<=?4 ORDER BY d LIMIT ?10`,
			lat, lng, squeeze, limit2, west, east, south, north, q.category, q.query.Limit)
	case boxed:
		b := q.query.Box
		return s.count(`SELECT id, score FROM place WHERE west>=? AND east<=? AND south>=? AND north<=? ORDER BY score DESC, id LIMIT ?`,
			b.West, b.East, b.South, b.North, q.query.Limit)
	case text:
		return s.count(`SELECT poi.id, score FROM words JOIN poi ON poi.id = words.rowid WHERE words MATCH ? ORDER BY score DESC, poi.id LIMIT ?`,
			match, q.query.Limit)
	default:
		return s.count(`SELECT poi.id, score FROM words JOIN poi ON poi.id = words.rowid WHERE words MATCH ?1
			AND (lat-?2)*(lat-?2)+(lng-?3)*(lng-?3)*?4*?4 <= ?5 ORDER BY score DESC, poi.id LIMIT ?6`,
			match, lat, lng, squeeze, limit2, q.query.Limit)
	}
}

func (s *sqlite) count(query string, args ...any) (int, error) {
	rows, err := s.db.Query(query, args...)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	n := 0
	var id int
	var order float64
	for rows.Next() {
		if err := rows.Scan(&id, &order); err != nil {
			return 0, err
		}
		n++
	}
	return n, rows.Err()
}
