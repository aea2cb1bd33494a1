package store

import (
	"testing"

	"servicemap/internal/destination"
)

// CountRecords counts the records of all datasets, unfinished ones included.
func CountRecords(t *testing.T, s *Store) (n int) {
	t.Helper()
	if err := s.db.QueryRow(`SELECT count(*) FROM record`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// EncodeBody and DecodeBody are the format of a record's body.
func EncodeBody(d *destination.Destination) []byte { return appendBody(nil, d) }

func DecodeBody(b []byte) (d destination.Destination, err error) {
	err = newDecoder().body(b, &d)
	return d, err
}
