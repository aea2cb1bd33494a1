package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
)

func TestSlugsOutliveImports(t *testing.T) {
	type dataset = []*destination.Record
	tests := map[string]struct {
		datasets []dataset
		slugs    map[string]string
		retired  map[string]string
		old      []map[string]string // of each dataset, at the end
	}{
		"nothing changes": {
			datasets: []dataset{{record("a", "s:1")}, {record("a", "s:1")}},
			slugs:    map[string]string{"s:1": "a"},
			old:      []map[string]string{nil, nil},
		},
		"renamed, and the old dataset is served again": {
			datasets: []dataset{{record("a", "s:1")}, {record("b", "s:1")}},
			slugs:    map[string]string{"s:1": "b"},
			retired:  map[string]string{"a": "s:1"},
			old:      []map[string]string{{"b": "a"}, {"a": "b"}},
		},
		"renamed twice": {
			datasets: []dataset{{record("a", "s:1")}, {record("b", "s:1")}, {record("c", "s:1")}},
			slugs:    map[string]string{"s:1": "c"},
			retired:  map[string]string{"a": "s:1", "b": "s:1"},
			old:      []map[string]string{{"b": "a", "c": "a"}, {"a": "b", "c": "b"}, {"a": "c", "b": "c"}},
		},
		"renamed and back": {
			datasets: []dataset{{record("a", "s:1")}, {record("b", "s:1")}, {record("a", "s:1")}},
			slugs:    map[string]string{"s:1": "a"},
			retired:  map[string]string{"a": "s:1", "b": "s:1"},
			old:      []map[string]string{{"b": "a"}, {"a": "b"}, {"b": "a"}},
		},
		"two become one": {
			datasets: []dataset{{record("a", "s:1"), record("b", "s:2")}, {record("a", "s:1", "s:2")}},
			slugs:    map[string]string{"s:1": "a", "s:2": "a"},
			retired:  map[string]string{"b": "s:2"},
			old:      []map[string]string{nil, {"b": "a"}},
		},
		"gone for one import": {
			datasets: []dataset{{record("a", "s:1")}, {record("x", "s:9")}, {record("a2", "s:1")}},
			slugs:    map[string]string{"s:1": "a2", "s:9": "x"},
			retired:  map[string]string{"a": "s:1"},
			old:      []map[string]string{{"a2": "a"}, nil, {"a": "a2"}},
		},
		"a slug of the dataset is never old": {
			datasets: []dataset{{record("a", "s:1")}, {record("b", "s:1"), record("a", "s:2")}},
			slugs:    map[string]string{"s:1": "b", "s:2": "a"},
			retired:  map[string]string{"a": "s:1"},
			old:      []map[string]string{{"b": "a"}, nil},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := open(t, t.TempDir())
			var versions []string
			for _, d := range tt.datasets {
				versions = append(versions, write(t, s, d...))
			}
			got, err := s.Slugs(t.Context())
			if diff := cmp.Diff(tt.slugs, got); diff != "" || err != nil {
				t.Errorf("slugs: %v (-want +got):\n%s", err, diff)
			}
			retired, err := s.RetiredSlugs(t.Context())
			if diff := cmp.Diff(orEmpty(tt.retired), retired); diff != "" || err != nil {
				t.Errorf("retired slugs: %v (-want +got):\n%s", err, diff)
			}
			for i, v := range versions {
				_, old, err := s.Destinations(t.Context(), v)
				if diff := cmp.Diff(orEmpty(tt.old[i]), old); diff != "" || err != nil {
					t.Errorf("old slugs of dataset %d: %v (-want +got):\n%s", i, err, diff)
				}
			}
		})
	}
}

func TestOldSlugsOfRecordsStayKnown(t *testing.T) {
	s := open(t, t.TempDir())
	named := record("a", "s:1")
	named.OldSlugs = []string{"from-another-system", "a"}
	write(t, s, named)
	_, old, err := s.Destinations(t.Context(), write(t, s, record("a", "s:1")))
	if diff := cmp.Diff(map[string]string{"from-another-system": "a"}, old); diff != "" || err != nil {
		t.Errorf("old slugs: %v (-want +got):\n%s", err, diff)
	}
}

func orEmpty(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}
