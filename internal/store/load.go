package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"servicemap/internal/destination"
)

// Destinations loads a dataset: all its destinations in the order they were
// written, and where slugs that they no longer have lead (old slug → slug).
// Destinations share slices with each other, which must not be changed.
func (s *Store) Destinations(
	ctx context.Context, version string,
) ([]destination.Destination, map[string]string, error) {
	var (
		dests []destination.Destination
		old   map[string]string
	)
	err := s.inSnapshot(ctx, func(tx *sql.Tx) error {
		d, err := findDataset(ctx, tx, version)
		if err != nil {
			return err
		}
		if dests, err = readDestinations(ctx, tx, d); err != nil {
			return err
		}
		old, err = oldSlugs(ctx, tx, d.ID)
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("load dataset %q: %w", version, err)
	}
	return dests, old, nil
}

func readDestinations(ctx context.Context, tx *sql.Tx, d destination.Dataset) ([]destination.Destination, error) {
	rows, err := tx.QueryContext(ctx, `SELECT slug, body FROM record WHERE id >= ? AND id < ? ORDER BY id`,
		recordID(d.ID, 0), recordID(d.ID+1, 0))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	dests := make([]destination.Destination, 0, d.Count)
	dec := newDecoder()
	var body sql.RawBytes
	for rows.Next() {
		dests = append(dests, destination.Destination{})
		dest := &dests[len(dests)-1]
		if err := rows.Scan(&dest.Slug, &body); err != nil {
			return nil, err
		}
		if err := dec.body(body, dest); err != nil {
			return nil, fmt.Errorf("destination %q: %w", dest.Slug, err)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if len(dests) != d.Count {
		return nil, fmt.Errorf("has %d destinations, %d were written", len(dests), d.Count)
	}
	return dests, nil
}

// Records reads a dataset with everything the importer said of it, one record
// at a time. It ends after an error.
func (s *Store) Records(ctx context.Context, version string) iter.Seq2[*destination.Record, error] {
	return func(yield func(*destination.Record, error) bool) {
		err := s.inSnapshot(ctx, func(tx *sql.Tx) error {
			d, err := findDataset(ctx, tx, version)
			if err != nil {
				return err
			}
			return readRecords(ctx, tx, d.ID, func(r *destination.Record) bool { return yield(r, nil) })
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, fmt.Errorf("read dataset %q: %w", version, err))
		}
	}
}

// errStopped says that whoever reads wants no more.
var errStopped = errors.New("stopped")

func readRecords(ctx context.Context, tx *sql.Tx, dataset int64, yield func(*destination.Record) bool) error {
	rows, err := tx.QueryContext(ctx,
		`SELECT slug, body, source_ids, old_slugs, evidence FROM record WHERE id >= ? AND id < ? ORDER BY id`,
		recordID(dataset, 0), recordID(dataset+1, 0))
	if err != nil {
		return err
	}
	defer rows.Close()
	dec := newDecoder()
	for rows.Next() {
		var (
			r                                   destination.Record
			body, sourceIDs, oldSlugs, evidence sql.RawBytes
		)
		if err := rows.Scan(&r.Slug, &body, &sourceIDs, &oldSlugs, &evidence); err != nil {
			return err
		}
		err := errors.Join(
			dec.body(body, &r.Destination),
			unmarshalColumn(sourceIDs, &r.SourceIDs),
			unmarshalColumn(oldSlugs, &r.OldSlugs),
			unmarshalColumn(evidence, &r.Evidence),
		)
		if err != nil {
			return fmt.Errorf("destination %q: %w", r.Slug, err)
		}
		if !yield(&r) {
			return errStopped
		}
	}
	return rows.Err()
}

func unmarshalColumn(b []byte, to any) error {
	if b == nil {
		return nil
	}
	return json.Unmarshal(b, to)
}

// inSnapshot runs f in a transaction that sees one state of the database and
// holds up nobody.
func (s *Store) inSnapshot(ctx context.Context, f func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	err = f(tx)
	if rerr := tx.Rollback(); rerr != nil && !errors.Is(rerr, sql.ErrTxDone) {
		err = errors.Join(err, fmt.Errorf("end snapshot: %w", rerr))
	}
	return err
}
