package store_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/store"
)

func createKey(t *testing.T, s *store.Store, k destination.Key) destination.Key {
	t.Helper()
	k, err := s.CreateKey(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestKeyLife(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	s, server := open(t, dir), open(t, dir)
	token := func() string {
		t.Helper()
		tok, err := server.ChangeToken(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return tok
	}
	before := token()
	k := createKey(t, s, destination.Key{
		Name: "shop", Hash: "h1", Prefix: "smk_aaaa", Origins: []string{"https://a.example"}, Limit: 1200, Note: "spring",
	})
	if token() == before {
		t.Error("creating a key left the token as it was")
	}
	createKey(t, s, destination.Key{Name: "other", Hash: "h2", Prefix: "smk_bbbb"})
	if k.ID == "" || !k.Created.Equal(testTime) || !k.Active() {
		t.Errorf("created key %+v", k)
	}
	for _, ref := range []string{k.ID, "shop", "smk_aaaa"} {
		got, err := server.FindKey(ctx, ref)
		if diff := cmp.Diff(k, got); diff != "" || err != nil {
			t.Errorf("key %q: %v (-want +got):\n%s", ref, err, diff)
		}
	}

	k.Name, k.Origins, k.Limit, k.Note = "shop 2", []string{}, 0, ""
	before = token()
	if err := s.UpdateKey(ctx, k); err != nil {
		t.Fatal(err)
	}
	if token() == before {
		t.Error("updating a key left the token as it was")
	}
	before = token()
	if err := s.RevokeKey(ctx, k.ID); err != nil {
		t.Fatal(err)
	}
	if token() == before {
		t.Error("revoking a key left the token as it was")
	}
	keys, err := server.Keys(ctx)
	if err != nil || len(keys) != 2 {
		t.Fatal(keys, err)
	}
	got, err := server.FindKey(ctx, k.ID)
	k.Revoked = testTime
	if diff := cmp.Diff(k, got); diff != "" || err != nil {
		t.Errorf("revoked key: %v (-want +got):\n%s", err, diff)
	}
	if err := s.UpdateKey(ctx, k); !errors.Is(err, store.ErrKeyRevoked) {
		t.Errorf("updating a revoked key: %v", err)
	}
	if err := s.RevokeKey(ctx, k.ID); !errors.Is(err, store.ErrKeyRevoked) {
		t.Errorf("revoking twice: %v", err)
	}
	if err := s.RevokeKey(ctx, "k0"); !errors.Is(err, destination.ErrNotFound) {
		t.Errorf("revoking an unknown key: %v", err)
	}
}

func TestKeyNames(t *testing.T) {
	ctx := t.Context()
	s := open(t, t.TempDir())
	first := createKey(t, s, destination.Key{Name: "shop", Hash: "h1"})
	if _, err := s.CreateKey(ctx, destination.Key{Name: "shop", Hash: "h2"}); !errors.Is(err, store.ErrKeyNameTaken) {
		t.Errorf("a second key with the name: %v", err)
	}
	second := createKey(t, s, destination.Key{Name: "blog", Hash: "h3"})
	second.Name = "shop"
	if err := s.UpdateKey(ctx, second); !errors.Is(err, store.ErrKeyNameTaken) {
		t.Errorf("renaming to a taken name: %v", err)
	}
	if err := s.RevokeKey(ctx, first.ID); err != nil {
		t.Fatal(err)
	}
	if err := s.UpdateKey(ctx, second); err != nil {
		t.Errorf("the name of a revoked key is not free: %v", err)
	}
	if got, err := s.FindKey(ctx, "shop"); err != nil || got.ID != second.ID {
		t.Errorf("found %+v, %v, want the valid key", got, err)
	}
	if err := s.RevokeKey(ctx, second.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.FindKey(ctx, "shop"); !errors.Is(err, store.ErrAmbiguousKey) {
		t.Errorf("two revoked keys of a name: %v", err)
	}
	if _, err := s.FindKey(ctx, "nobody"); !errors.Is(err, destination.ErrNotFound) {
		t.Errorf("unknown key: %v", err)
	}
}

func TestUsageAddsUp(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	s, server := open(t, dir), open(t, dir)
	a := createKey(t, s, destination.Key{Name: "a", Hash: "1"}).ID
	b := createKey(t, s, destination.Key{Name: "b", Hash: "2"}).ID
	before, _ := s.ChangeToken(ctx)
	for _, u := range [][]destination.KeyUsage{
		{{KeyID: a, Day: "2026-11-14", Requests: 5}, {KeyID: b, Day: "2026-11-14", Requests: 1, Refused: 1}},
		{{KeyID: a, Day: "2026-11-14", Requests: 2, Refused: 1}, {KeyID: a, Day: "2026-11-15", Requests: 1}},
	} {
		if err := server.AddUsage(ctx, u); err != nil {
			t.Fatal(err)
		}
	}
	if after, _ := s.ChangeToken(ctx); after != before {
		t.Error("counting usage changed the token")
	}
	got, err := s.Usage(ctx, a, "")
	want := []destination.KeyUsage{
		{KeyID: a, Day: "2026-11-14", Requests: 7, Refused: 1}, {KeyID: a, Day: "2026-11-15", Requests: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("usage of a: %v (-want +got):\n%s", err, diff)
	}
	if got, err = s.Usage(ctx, "", "2026-11-15"); err != nil || len(got) != 1 {
		t.Errorf("usage of all from the 15th: %v, %v", got, err)
	}
}
