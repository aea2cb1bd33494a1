package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"strings"
)

// The form of a key: keyMark, keySecretLen random characters, and keyCheckLen
// characters of checksum over these, all base62. Secret scanners can know it,
// and a typo shows without a look-up.
const (
	keyMark      = "smk_"
	keySecretLen = 32
	keyCheckLen  = 6
	keyLen       = len(keyMark) + keySecretLen + keyCheckLen
	keyShownLen  = len(keyMark) + 8
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// ErrMalformedKey says that a text cannot be a key: it is cut off or mistyped.
var ErrMalformedKey = errors.New("not an API key: it is incomplete or mistyped")

// Key is the text of an API key. Printed or logged it shows its beginning alone.
type Key struct{ text string }

// NewKey makes a key that nobody can guess.
func NewKey() Key {
	secret := make([]byte, 0, keySecretLen)
	var random [2 * keySecretLen]byte
	for len(secret) < keySecretLen {
		_, _ = rand.Read(random[:]) // never fails
		for _, b := range random {
			// 248 is the greatest multiple of 62 in a byte: beyond it some characters would be likelier.
			if b < 248 && len(secret) < keySecretLen {
				secret = append(secret, base62[b%62])
			}
		}
	}
	return Key{keyMark + string(secret) + checksum(string(secret))}
}

// ParseKey checks the form of a key; it says nothing about who has it.
func ParseKey(s string) (Key, error) {
	if len(s) != keyLen || !strings.HasPrefix(s, keyMark) {
		return Key{}, ErrMalformedKey
	}
	for i := len(keyMark); i < len(s); i++ {
		if strings.IndexByte(base62, s[i]) < 0 {
			return Key{}, ErrMalformedKey
		}
	}
	secret := s[len(keyMark) : len(keyMark)+keySecretLen]
	if checksum(secret) != s[len(keyMark)+keySecretLen:] {
		return Key{}, ErrMalformedKey
	}
	return Key{s}, nil
}

// Reveal is the whole key, for the one moment it is shown to its owner.
func (k Key) Reveal() string { return k.text }

// Prefix is what of a key may be shown for recognition.
func (k Key) Prefix() string { return k.text[:min(len(k.text), keyShownLen)] }

// String is the Prefix, so that no key gets into a log or an error.
func (k Key) String() string { return k.Prefix() + "…" }

// GoString is String for %#v.
func (k Key) GoString() string { return k.String() }

// Hash is what is stored of a key. The key has 190 random bits, so a plain
// SHA-256 cannot be turned back, and looking its hash up in a table tells an
// attacker who measures time nothing about other keys.
func (k Key) Hash() string {
	sum := sha256.Sum256([]byte(k.text))
	return hex.EncodeToString(sum[:])
}

func checksum(secret string) string {
	n := crc32.ChecksumIEEE([]byte(secret))
	var b [keyCheckLen]byte // 62^6 > 2^32
	for i := keyCheckLen - 1; i >= 0; i-- {
		b[i] = base62[n%62]
		n /= 62
	}
	return string(b[:])
}
