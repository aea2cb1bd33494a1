package access_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"servicemap/internal/access"
)

func TestNewKey(t *testing.T) {
	form := regexp.MustCompile(`^smk_[0-9A-Za-z]{38}$`)
	seen := map[string]bool{}
	for range 1000 {
		k := access.NewKey()
		if !form.MatchString(k.Reveal()) || seen[k.Reveal()] {
			t.Fatalf("new key %q", k.Reveal())
		}
		seen[k.Reveal()] = true
		if back, err := access.ParseKey(k.Reveal()); err != nil || back != k {
			t.Fatalf("parse of a new key: %v, %v", back, err)
		}
	}
}

func TestParseKey(t *testing.T) {
	const good = "smk_0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL"
	k, err := access.ParseKey(good)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := k.Prefix(), "smk_01234567"; got != want {
		t.Errorf("prefix %q, want %q", got, want)
	}
	if got, want := k.Hash(), "26b37e1676e1db84bbdf5469cfac37c685b2172ad9fa3bbdcb8675568c55b709"; got != want {
		t.Errorf("hash %q, want %q", got, want)
	}
	for name, bad := range map[string]string{
		"empty": "", "mark alone": "smk_", "other mark": "ghp_" + good[4:], "cut off": good[:41], "too long": good + "0",
		"one character mistyped": strings.Replace(good, "5", "6", 1), "two swapped": strings.Replace(good, "56", "65", 1),
		"checksum mistyped": good[:41] + "0", "lower case": strings.ToLower(good), "not base62": strings.Replace(good, "5", "-", 1),
		"not ASCII": strings.Replace(good, "56", "ß", 1), "space": " " + good,
	} {
		if _, err := access.ParseKey(bad); !errors.Is(err, access.ErrMalformedKey) {
			t.Errorf("%s: %q gave %v", name, bad, err)
		}
	}
}

func TestKeyIsNotPrinted(t *testing.T) {
	k := access.NewKey()
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if s := fmt.Sprintf(verb, k); strings.Contains(s, k.Reveal()[12:]) {
			t.Errorf("%s prints the key: %s", verb, s)
		}
	}
}

func FuzzParseKey(f *testing.F) {
	f.Add("smk_0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL")
	f.Add("smk_")
	f.Fuzz(func(t *testing.T, s string) {
		k, err := access.ParseKey(s)
		if err == nil && k.Reveal() != s {
			t.Errorf("%q became %q", s, k.Reveal())
		}
		_, _ = k.Prefix(), k.String()
	})
}
