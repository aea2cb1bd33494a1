package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"servicemap/internal/destination"
)

// ErrActiveDataset says that a dataset cannot go while it is the active one.
var ErrActiveDataset = errors.New("the dataset is active; activate another one first")

const datasetColumns = `id, version, created, data_date, origin, sources, count, active`

// Datasets lists the complete datasets, oldest first.
func (s *Store) Datasets(ctx context.Context) ([]destination.Dataset, error) {
	rows, err := s.db.QueryContext(ctx,
		`SELECT `+datasetColumns+` FROM dataset WHERE complete = 1 ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("list datasets: %w", err)
	}
	defer rows.Close()
	var all []destination.Dataset
	for rows.Next() {
		d, err := scanDataset(rows)
		if err != nil {
			return nil, fmt.Errorf("list datasets: %w", err)
		}
		all = append(all, d)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list datasets: %w", err)
	}
	return all, nil
}

// Active is the dataset that servers serve; ErrNotFound when there is none.
func (s *Store) Active(ctx context.Context) (destination.Dataset, error) {
	d, err := scanDataset(s.db.QueryRowContext(ctx,
		`SELECT `+datasetColumns+` FROM dataset WHERE active = 1`))
	if err != nil {
		return d, fmt.Errorf("read active dataset: %w", err)
	}
	return d, nil
}

// Activate makes a complete dataset the one that servers serve.
func (s *Store) Activate(ctx context.Context, version string) error {
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		d, err := findDataset(ctx, tx, version)
		if err != nil || d.Active {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE dataset SET active = 0 WHERE active = 1`); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE dataset SET active = 1 WHERE id = ?`, d.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("activate dataset %q: %w", version, err)
	}
	return nil
}

// RemoveDataset deletes a dataset for good, unless it is the active one. The
// slugs that it gave stay known.
func (s *Store) RemoveDataset(ctx context.Context, version string) error {
	var id int64
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		d, err := findDataset(ctx, tx, version)
		if err != nil {
			return err
		}
		if d.Active {
			return ErrActiveDataset
		}
		id = d.ID
		// From here on it is debris, which a crash during the long deletion leaves
		// for the next write to clear.
		_, err = tx.ExecContext(ctx, `UPDATE dataset SET complete = 0 WHERE id = ?`, id)
		return err
	})
	if err == nil {
		err = s.discard(ctx, id)
	}
	if err != nil {
		return fmt.Errorf("remove dataset %q: %w", version, err)
	}
	return nil
}

// discardBatch is how many records one transaction deletes, so that other
// writers get their turn.
const discardBatch = 20_000

// discard deletes an incomplete dataset and its records.
func (s *Store) discard(ctx context.Context, id int64) error {
	for low := recordID(id, 0); ; low += discardBatch {
		var more bool
		err := s.inTx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `DELETE FROM record WHERE id >= ? AND id < ?`, low, low+discardBatch)
			if err != nil {
				return err
			}
			err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM record WHERE id >= ? AND id < ?)`,
				low, recordID(id+1, 0)).Scan(&more)
			if err != nil || more {
				return err
			}
			_, err = tx.ExecContext(ctx, `DELETE FROM dataset WHERE id = ? AND complete = 0`, id)
			return err
		})
		if err != nil || !more {
			return err
		}
	}
}

// recordID is where in the table a dataset's record lies.
func recordID(dataset int64, position int64) int64 { return dataset<<32 | position }

type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func findDataset(ctx context.Context, q querier, version string) (destination.Dataset, error) {
	return scanDataset(q.QueryRowContext(ctx,
		`SELECT `+datasetColumns+` FROM dataset WHERE version = ? AND complete = 1`, version))
}

func scanDataset(row interface{ Scan(...any) error }) (destination.Dataset, error) {
	var (
		d                 destination.Dataset
		created, dataDate sql.NullInt64
		sources           []byte
	)
	err := row.Scan(&d.ID, &d.Version, &created, &dataDate, &d.Origin, &sources, &d.Count, &d.Active)
	if errors.Is(err, sql.ErrNoRows) {
		return d, destination.ErrNotFound
	}
	if err != nil {
		return d, err
	}
	d.Created, d.DataDate = fromMillis(created), fromMillis(dataDate)
	if err := json.Unmarshal(sources, &d.Sources); err != nil {
		return d, fmt.Errorf("read sources of dataset %q: %w", d.Version, err)
	}
	return d, nil
}
