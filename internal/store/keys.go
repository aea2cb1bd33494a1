package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"servicemap/internal/destination"
)

// Failures that an operator's choice of keys can cause.
var (
	ErrKeyNameTaken = errors.New("another valid key has this name")
	ErrAmbiguousKey = errors.New("several keys match; name one by its id")
	ErrKeyRevoked   = errors.New("the key is revoked")
)

const keyColumns = `id, name, hash, prefix, origins, "limit", note, created, revoked`

// CreateKey adds a key; its ID and Created are given here.
func (s *Store) CreateKey(ctx context.Context, k destination.Key) (destination.Key, error) {
	var id [4]byte
	_, _ = rand.Read(id[:]) // never fails
	k.ID = "k" + hex.EncodeToString(id[:])
	k.Created = fromMillis(toMillis(s.now()))
	origins, err := marshalOrigins(k.Origins)
	if err == nil {
		_, err = s.db.ExecContext(ctx, `INSERT INTO api_key (`+keyColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			k.ID, k.Name, k.Hash, k.Prefix, origins, k.Limit, k.Note, toMillis(k.Created), toMillis(k.Revoked))
	}
	if err != nil {
		return destination.Key{}, fmt.Errorf("create key %q: %w", k.Name, keyError(err))
	}
	return k, nil
}

// Keys lists all keys, revoked ones included, oldest first.
func (s *Store) Keys(ctx context.Context) ([]destination.Key, error) {
	keys, err := queryKeys(ctx, s.db, `ORDER BY created, id`)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	return keys, nil
}

// FindKey finds the key that an operator means: by its id, else by its name,
// else by the beginning of the key, which must be its whole Prefix. A valid key
// comes before revoked ones.
func (s *Store) FindKey(ctx context.Context, ref string) (destination.Key, error) {
	for _, column := range []string{"id", "name", "prefix"} {
		for _, revoked := range []string{"NULL", "NOT NULL"} {
			keys, err := queryKeys(ctx, s.db, `WHERE `+column+` = ? AND revoked IS `+revoked, ref)
			if err == nil && len(keys) > 1 {
				err = ErrAmbiguousKey
			}
			if err != nil {
				return destination.Key{}, fmt.Errorf("find key %q: %w", ref, err)
			}
			if len(keys) == 1 {
				return keys[0], nil
			}
		}
	}
	return destination.Key{}, fmt.Errorf("find key %q: %w", ref, destination.ErrNotFound)
}

// UpdateKey changes name, origins, limit and note of a valid key.
func (s *Store) UpdateKey(ctx context.Context, k destination.Key) error {
	origins, err := marshalOrigins(k.Origins)
	if err == nil {
		err = s.changeKey(ctx, k.ID, `UPDATE api_key SET name = ?, origins = ?, "limit" = ?, note = ?
			WHERE id = ? AND revoked IS NULL`, k.Name, origins, k.Limit, k.Note, k.ID)
	}
	if err != nil {
		return fmt.Errorf("update key %q: %w", k.Name, err)
	}
	return nil
}

// RevokeKey ends a key for good.
func (s *Store) RevokeKey(ctx context.Context, id string) error {
	err := s.changeKey(ctx, id, `UPDATE api_key SET revoked = ? WHERE id = ? AND revoked IS NULL`,
		toMillis(s.now()), id)
	if err != nil {
		return fmt.Errorf("revoke key %q: %w", id, err)
	}
	return nil
}

// changeKey runs an update that must reach one valid key.
func (s *Store) changeKey(ctx context.Context, id, update string, args ...any) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		keys, err := queryKeys(ctx, tx, `WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if len(keys) == 0 {
			return destination.ErrNotFound
		}
		if !keys[0].Active() {
			return ErrKeyRevoked
		}
		_, err = tx.ExecContext(ctx, update, args...)
		return keyError(err)
	})
}

func keyError(err error) error {
	if isUnique(err) {
		return ErrKeyNameTaken
	}
	return err
}

func marshalOrigins(origins []string) (string, error) {
	if origins == nil {
		origins = []string{}
	}
	b, err := json.Marshal(origins)
	return string(b), err
}

type rowsQuerier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func queryKeys(ctx context.Context, q rowsQuerier, where string, args ...any) ([]destination.Key, error) {
	rows, err := q.QueryContext(ctx, `SELECT `+keyColumns+` FROM api_key `+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var keys []destination.Key
	for rows.Next() {
		var (
			k                destination.Key
			origins          []byte
			created, revoked sql.NullInt64
		)
		err := rows.Scan(&k.ID, &k.Name, &k.Hash, &k.Prefix, &origins, &k.Limit, &k.Note, &created, &revoked)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(origins, &k.Origins); err != nil {
			return nil, fmt.Errorf("read origins of key %q: %w", k.ID, err)
		}
		k.Created, k.Revoked = fromMillis(created), fromMillis(revoked)
		keys = append(keys, k)
	}
	return keys, rows.Err()
}

// AddUsage adds counts to what is already known of a key's day.
func (s *Store) AddUsage(ctx context.Context, usage []destination.KeyUsage) error {
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		for _, u := range usage {
			_, err := tx.ExecContext(ctx, `INSERT INTO key_usage (key_id, day, requests, refused) VALUES (?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, refused = refused + excluded.refused`,
				u.KeyID, u.Day, u.Requests, u.Refused)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("add usage: %w", err)
	}
	return nil
}

// Usage is what was asked from the day on (2006-01-02; "" from the first), by
// day and key; an empty keyID stands for all keys.
func (s *Store) Usage(ctx context.Context, keyID, fromDay string) ([]destination.KeyUsage, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT key_id, day, requests, refused FROM key_usage
		WHERE (?1 = '' OR key_id = ?1) AND day >= ?2 ORDER BY day, key_id`, keyID, fromDay)
	if err != nil {
		return nil, fmt.Errorf("read usage: %w", err)
	}
	defer rows.Close()
	var all []destination.KeyUsage
	for rows.Next() {
		var u destination.KeyUsage
		if err := rows.Scan(&u.KeyID, &u.Day, &u.Requests, &u.Refused); err != nil {
			return nil, fmt.Errorf("read usage: %w", err)
		}
		all = append(all, u)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read usage: %w", err)
	}
	return all, nil
}
