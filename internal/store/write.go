package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"regexp"

	"servicemap/internal/destination"
)

// ErrWriting says that another process is writing a dataset just now.
var ErrWriting = errors.New("another import is writing to this data folder")

// writeBatch is how many records go into one transaction. They are collected
// before it begins, so that a slow importer does not hold up other writers.
const writeBatch = 2_000

var versionPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,47}$`)

// WriteDataset writes the records as a new dataset beside the others and does
// not activate it. Its version is meta.Version, or else the time; a suffix
// makes it unique. Created, Count and Active of meta do not count.
//
// The dataset appears, and the slugs of its records become known for ever,
// when all of it has been written. Whatever goes wrong before that, a crash
// included, leaves the other datasets as they are, and the next call clears up.
func (s *Store) WriteDataset(
	ctx context.Context, meta destination.Dataset, records iter.Seq2[*destination.Record, error],
) (destination.Dataset, error) {
	lock, err := acquire(ctx, filepath.Join(s.dir, writeLock), 0)
	if errors.Is(err, errLocked) {
		return destination.Dataset{}, fmt.Errorf("write dataset: %w", ErrWriting)
	}
	if err != nil {
		return destination.Dataset{}, fmt.Errorf("write dataset: %w", err)
	}
	defer lock.release()

	d, err := s.writeDataset(ctx, meta, records)
	if err != nil {
		return destination.Dataset{}, fmt.Errorf("write dataset: %w", err)
	}
	return d, nil
}

func (s *Store) writeDataset(
	ctx context.Context, meta destination.Dataset, records iter.Seq2[*destination.Record, error],
) (destination.Dataset, error) {
	if err := s.discardDebris(ctx); err != nil {
		return meta, fmt.Errorf("clear up an unfinished dataset: %w", err)
	}
	d, err := s.beginDataset(ctx, meta)
	if err != nil {
		return meta, err
	}
	d.Count, err = s.writeRecords(ctx, d.ID, records)
	if err == nil {
		err = s.completeDataset(ctx, d)
	}
	if err != nil {
		// Even if the caller gave up; what this does not manage, the next write does.
		return meta, errors.Join(err, s.discard(context.WithoutCancel(ctx), d.ID))
	}
	return d, nil
}

func (s *Store) discardDebris(ctx context.Context) error {
	for {
		var id int64
		err := s.db.QueryRowContext(ctx, `SELECT id FROM dataset WHERE complete = 0 LIMIT 1`).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.discard(ctx, id); err != nil {
			return err
		}
	}
}

// beginDataset reserves the version and the id of a new dataset.
func (s *Store) beginDataset(ctx context.Context, d destination.Dataset) (destination.Dataset, error) {
	now := s.now()
	d.Created, d.Count, d.Active = fromMillis(toMillis(now)), 0, false
	d.DataDate = fromMillis(toMillis(d.DataDate))
	if d.Version == "" {
		d.Version = now.UTC().Format("20060102-150405")
	}
	if !versionPattern.MatchString(d.Version) {
		return d, fmt.Errorf("version %q: at most 48 letters, digits, '.', '_' and '-'", d.Version)
	}
	sources, err := json.Marshal(d.Sources)
	if err != nil {
		return d, fmt.Errorf("encode sources: %w", err)
	}
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		if d.Version, err = freeVersion(ctx, tx, d.Version); err != nil {
			return err
		}
		res, err := tx.ExecContext(ctx,
			`INSERT INTO dataset (version, created, data_date, origin, sources) VALUES (?, ?, ?, ?, ?)`,
			d.Version, toMillis(d.Created), toMillis(d.DataDate), d.Origin, string(sources))
		if err != nil {
			return err
		}
		d.ID, err = res.LastInsertId()
		return err
	})
	return d, err
}

func freeVersion(ctx context.Context, tx *sql.Tx, wanted string) (string, error) {
	for v, n := wanted, 2; ; n++ {
		var taken bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM dataset WHERE version = ?)`, v).Scan(&taken)
		if err != nil || !taken {
			return v, err
		}
		v = fmt.Sprintf("%s-%02d", wanted, n)
	}
}

// A row is a record as the table has it.
type row struct {
	slug                          string
	body                          []byte
	sourceIDs, oldSlugs, evidence sql.NullString
}

func (s *Store) writeRecords(
	ctx context.Context, dataset int64, records iter.Seq2[*destination.Record, error],
) (int, error) {
	batch := make([]row, 0, writeBatch)
	written := 0
	flush := func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.insertRows(ctx, recordID(dataset, int64(written)), dataset, batch); err != nil {
			return err
		}
		written += len(batch)
		batch = batch[:0]
		return nil
	}
	for r, err := range records {
		if err != nil {
			return 0, err
		}
		row, err := encodeRow(r)
		if err != nil {
			return 0, fmt.Errorf("destination %q (%q): %w", r.Slug, r.Name, err)
		}
		if batch = append(batch, row); len(batch) == writeBatch {
			if err := flush(); err != nil {
				return 0, err
			}
		}
	}
	err := flush()
	return written, err
}

func (s *Store) insertRows(ctx context.Context, id, dataset int64, rows []row) error {
	// The driver watches a context that can end with a goroutine per statement;
	// the batch is short, and the caller asks the context between batches.
	ctx = context.WithoutCancel(ctx)
	return s.inTx(ctx, func(tx *sql.Tx) error {
		stmt, err := tx.PrepareContext(ctx, `INSERT INTO record
			(id, dataset_id, slug, body, source_ids, old_slugs, evidence) VALUES (?, ?, ?, ?, ?, ?, ?)`)
		if err != nil {
			return err
		}
		defer stmt.Close()
		for i := range rows {
			r := &rows[i]
			_, err := stmt.ExecContext(ctx, id+int64(i), dataset, r.slug, r.body, r.sourceIDs, r.oldSlugs, r.evidence)
			if isUnique(err) {
				return fmt.Errorf("two destinations have the slug %q", r.slug)
			}
			if err != nil {
				return fmt.Errorf("destination %q: %w", r.slug, err)
			}
		}
		return nil
	})
}

// completeDataset makes the dataset appear and its slugs known, both or neither.
func (s *Store) completeDataset(ctx context.Context, d destination.Dataset) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if err := rememberSlugs(ctx, tx, d.ID); err != nil {
			return fmt.Errorf("remember slugs: %w", err)
		}
		_, err := tx.ExecContext(ctx, `UPDATE dataset SET complete = 1, count = ? WHERE id = ?`, d.Count, d.ID)
		return err
	})
}

func encodeRow(r *destination.Record) (row, error) {
	if r.Slug == "" {
		return row{}, errors.New("has no slug")
	}
	if !r.Point.Valid() {
		return row{}, fmt.Errorf("has no valid position (%v)", r.Point)
	}
	out := row{slug: r.Slug, body: appendBody(nil, &r.Destination)}
	for _, c := range []struct {
		to    *sql.NullString
		value any
		n     int
	}{
		{&out.sourceIDs, r.SourceIDs, len(r.SourceIDs)},
		{&out.oldSlugs, r.OldSlugs, len(r.OldSlugs)},
		{&out.evidence, r.Evidence, len(r.Evidence)},
	} {
		if c.n == 0 {
			continue
		}
		b, err := json.Marshal(c.value)
		if err != nil {
			return row{}, err
		}
		*c.to = sql.NullString{String: string(b), Valid: true}
	}
	return out, nil
}
