package destination

import (
	"strings"
	"unicode"
)

// folds maps letters to what remains of them without accents. Lower case only.
var folds = map[rune]string{
	'ä': "a", 'à': "a", 'á': "a", 'â': "a", 'ã': "a", 'å': "a", 'ā': "a", 'ă': "a", 'ą': "a", 'æ': "ae",
	'ç': "c", 'č': "c", 'ć': "c", 'ĉ': "c",
	'ď': "d", 'đ': "d", 'ð': "d",
	'è': "e", 'é': "e", 'ê': "e", 'ë': "e", 'ē': "e", 'ę': "e", 'ě': "e", 'ė': "e",
	'ğ': "g", 'ģ': "g",
	'ì': "i", 'í': "i", 'î': "i", 'ï': "i", 'ī': "i", 'ı': "i",
	'ł': "l", 'ľ': "l", 'ĺ': "l",
	'ñ': "n", 'ń': "n", 'ň': "n",
	'ö': "o", 'ò': "o", 'ó': "o", 'ô': "o", 'õ': "o", 'ø': "o", 'ō': "o", 'ő': "o", 'œ': "oe",
	'ŕ': "r", 'ř': "r",
	'ß': "ss", 'ś': "s", 'š': "s", 'ş': "s", 'ș': "s",
	'ť': "t", 'ţ': "t", 'ț': "t", 'þ': "th",
	'ü': "u", 'ù': "u", 'ú': "u", 'û': "u", 'ū': "u", 'ů': "u", 'ű': "u",
	'ý': "y", 'ÿ': "y",
	'ź': "z", 'ž': "z", 'ż': "z",
	'’': "'", '‘': "'", '´': "'", '`': "'",
}

// Fold lowers the case and removes accents: "Schlösser" becomes "schlosser".
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		r = unicode.ToLower(r)
		if r < 0x80 {
			b.WriteByte(byte(r))
			continue
		}
		if f, ok := folds[r]; ok {
			b.WriteString(f)
			continue
		}
		if unicode.Is(unicode.Mn, r) { // a combining accent on its own
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

var umlautDigraphs = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// nameKey makes equal what people may write for one name: case, accents,
// ä/ae/a, hyphens and double spaces do not count.
func nameKey(s string) string {
	s = umlautDigraphs.Replace(Fold(s))
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}
