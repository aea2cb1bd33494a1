package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Slugs are the slugs that things of sources have, by source id, as the last
// dataset that had the thing gave them.
func (s *Store) Slugs(ctx context.Context) (map[string]string, error) {
	slugs, err := s.stringMap(ctx, `SELECT source_id, slug FROM source_slug`)
	if err != nil {
		return nil, fmt.Errorf("read slugs: %w", err)
	}
	return slugs, nil
}

// RetiredSlugs are slugs that things once had and have no more, with the
// source id they lead to. They are taken: nothing else may get them.
func (s *Store) RetiredSlugs(ctx context.Context) (map[string]string, error) {
	slugs, err := s.stringMap(ctx, `SELECT slug, min(source_id) FROM old_slug GROUP BY slug`)
	if err != nil {
		return nil, fmt.Errorf("read retired slugs: %w", err)
	}
	return slugs, nil
}

func (s *Store) stringMap(ctx context.Context, query string, args ...any) (map[string]string, error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return scanMap(rows)
}

func scanMap(rows *sql.Rows) (map[string]string, error) {
	defer rows.Close()
	m := map[string]string{}
	for rows.Next() {
		var k, v string
		if err := rows.Scan(&k, &v); err != nil {
			return nil, err
		}
		if _, ok := m[k]; !ok {
			m[k] = v
		}
	}
	return m, rows.Err()
}

// rememberSlugs feeds the slugs of a dataset's records into the memory of
// slugs; a trigger keeps the one that a thing had before.
func rememberSlugs(ctx context.Context, tx *sql.Tx, dataset int64) error {
	low, high := recordID(dataset, 0), recordID(dataset+1, 0)
	_, err := tx.ExecContext(ctx, `
		INSERT INTO source_slug (source_id, slug)
		SELECT j.value, r.slug FROM record r, json_each(r.source_ids) j
		WHERE r.id >= ? AND r.id < ?
		ON CONFLICT (source_id) DO UPDATE SET slug = excluded.slug WHERE slug <> excluded.slug`, low, high)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT OR IGNORE INTO old_slug (slug, source_id)
		SELECT o.value, j.value FROM record r, json_each(r.old_slugs) o, json_each(r.source_ids) j
		WHERE r.dataset_id = ? AND r.old_slugs IS NOT NULL AND o.value <> r.slug`, dataset)
	return err
}

// oldSlugs resolves every slug that leads to a destination of the dataset but
// is not a slug in it. What the records themselves say comes first; then what
// their sources' things were called in any dataset, newer ones included, so
// that links made before a step back to an older dataset work too.
func oldSlugs(ctx context.Context, tx *sql.Tx, dataset int64) (map[string]string, error) {
	rows, err := tx.QueryContext(ctx, `
		WITH ever (source_id, slug) AS (
			SELECT source_id, slug FROM old_slug
			UNION
			SELECT source_id, slug FROM source_slug WHERE source_id IN (SELECT source_id FROM old_slug)
		), found (rank, old, current) AS (
			SELECT 0, o.value, r.slug FROM record r, json_each(r.old_slugs) o
			WHERE r.dataset_id = ?1 AND r.old_slugs IS NOT NULL
			UNION
			SELECT 1, a.slug, r.slug FROM ever a
			JOIN ever b ON b.source_id = a.source_id AND b.slug <> a.slug
			JOIN record r ON r.dataset_id = ?1 AND r.slug = b.slug
			WHERE EXISTS (SELECT 1 FROM json_each(r.source_ids) j WHERE j.value = a.source_id)
		)
		SELECT old, current FROM found
		WHERE NOT EXISTS (SELECT 1 FROM record WHERE dataset_id = ?1 AND slug = old)
		ORDER BY rank, old, current`,
		dataset)
	if err != nil {
		return nil, err
	}
	return scanMap(rows)
}
