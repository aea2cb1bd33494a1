package httpapi

import (
	"math"
	"strconv"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// appendString appends s as a JSON string.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	dst = appendEscaped(dst, s)
	return append(dst, '"')
}

// appendEscaped appends s as it stands between the quotes of a JSON string.
// Invalid UTF-8 is replaced; U+2028 and U+2029 are escaped, so that the text
// may also stand in a script.
func appendEscaped(dst []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 0x20 && c != '"' && c != '\\' {
				i++
				continue
			}
			dst = append(dst, s[start:i]...)
			switch c {
			case '"', '\\':
				dst = append(dst, '\\', c)
			case '\n':
				dst = append(dst, '\\', 'n')
			case '\r':
				dst = append(dst, '\\', 'r')
			case '\t':
				dst = append(dst, '\\', 't')
			default:
				dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			}
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(dst, s[start:i]...)
			dst = append(dst, `\ufffd`...)
			start = i + size
		case r == '\u2028' || r == '\u2029':
			dst = append(dst, s[start:i]...)
			dst = append(dst, `\u202`...)
			dst = append(dst, hexDigits[r&15])
			start = i + size
		}
		i += size
	}
	return append(dst, s[start:]...)
}

// appendField appends ,"name":"value" unless the value is empty.
func appendField(dst []byte, name, value string) []byte {
	if value == "" {
		return dst
	}
	dst = append(dst, ',', '"')
	dst = append(dst, name...)
	dst = append(dst, '"', ':')
	return appendString(dst, value)
}

// appendDecimals appends v with at most the given number of decimals.
func appendDecimals(dst []byte, v float64, decimals int) []byte {
	scale := math.Pow10(decimals)
	n := int64(math.Round(v * scale))
	if n < 0 {
		dst = append(dst, '-')
		n = -n
	}
	unit := int64(scale)
	dst = strconv.AppendInt(dst, n/unit, 10)
	rest := n % unit
	if rest == 0 {
		return dst
	}
	dst = append(dst, '.')
	for rest != 0 {
		unit /= 10
		dst = append(dst, byte('0'+rest/unit))
		rest %= unit
	}
	return dst
}

// appendThousandths appends v, which is not negative, with at most three
// decimals. It is there for speed: every hit has a distance.
func appendThousandths(dst []byte, v float64) []byte {
	n := uint64(v*1000 + 0.5)
	dst = strconv.AppendUint(dst, n/1000, 10)
	rest := n % 1000
	if rest == 0 {
		return dst
	}
	dst = append(dst, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
	for dst[len(dst)-1] == '0' {
		dst = dst[:len(dst)-1]
	}
	return dst
}
