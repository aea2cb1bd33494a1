package site

import (
	"regexp"
	"strings"

	"servicemap/internal/destination"
)

// hoursLine is one rule of opening hours: when, and from when to when.
type hoursLine struct{ Days, Times string }

// The common part of OpenStreetMap's opening hours: months, days, times. What
// goes beyond is shown as it was written.
var (
	hoursRule = regexp.MustCompile(`^((?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?: \d{1,2})?[-,]?)+(?: ?- ?\d{1,2})?:? ?)?` +
		`((?:(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)[-, ]*)+)?\s*` +
		`(\d{1,2}:\d{2}-\d{1,2}:\d{2}(?:, ?\d{1,2}:\d{2}-\d{1,2}:\d{2})*\+?|off|closed|24/7)?$`)
	hoursWord = regexp.MustCompile(`[A-Z][a-z]{1,2}\b|PH|SH`)
	dayRule   = regexp.MustCompile(`^(?:Mo|Tu|We|Th|Fr|Sa|Su)(?:[-,](?:Mo|Tu|We|Th|Fr|Sa|Su))* \d{2}:\d{2}-\d{2}:\d{2}$`)
)

var hoursWords = map[string][2]string{
	"Mo": {"Mo", "Mon"}, "Tu": {"Di", "Tue"}, "We": {"Mi", "Wed"}, "Th": {"Do", "Thu"}, "Fr": {"Fr", "Fri"},
	"Sa": {"Sa", "Sat"}, "Su": {"So", "Sun"}, "PH": {"Feiertage", "public holidays"}, "SH": {"Schulferien", "school holidays"},
	"Jan": {"Januar", "Jan"}, "Feb": {"Februar", "Feb"}, "Mar": {"März", "Mar"}, "Apr": {"April", "Apr"}, "May": {"Mai", "May"},
	"Jun": {"Juni", "Jun"}, "Jul": {"Juli", "Jul"}, "Aug": {"August", "Aug"}, "Sep": {"September", "Sep"},
	"Oct": {"Oktober", "Oct"}, "Nov": {"November", "Nov"}, "Dec": {"Dezember", "Dec"},
}

// hours puts opening hours into words.
func (p *page) hours(text string) []hoursLine {
	if text == "" {
		return nil
	}
	if text == "24/7" {
		return []hoursLine{{p.T("hours.daily"), p.T("hours.always")}}
	}
	var lines []hoursLine
	for rule := range strings.SplitSeq(text, ";") {
		rule = strings.TrimSpace(rule)
		m := hoursRule.FindStringSubmatch(rule)
		if rule == "" {
			continue
		}
		if m == nil || m[3] == "" {
			return []hoursLine{{"", text}}
		}
		days := strings.TrimSpace(strings.TrimRight(strings.TrimSpace(m[1]), ":") + " " + strings.TrimRight(m[2], ", "))
		if days == "" {
			days = p.T("hours.daily")
		} else {
			days = p.hoursInWords(days)
		}
		lines = append(lines, hoursLine{days, p.times(m[3])})
	}
	return lines
}

func (p *page) hoursInWords(days string) string {
	days = hoursWord.ReplaceAllStringFunc(days, func(w string) string {
		if names, ok := hoursWords[w]; ok {
			return names[p.Lang]
		}
		return w
	})
	return strings.NewReplacer("-", "–", ",", ", ", ",  ", ", ").Replace(days)
}

func (p *page) times(times string) string {
	switch times {
	case "off", "closed":
		return p.T("hours.closed")
	case "24/7":
		return p.T("hours.always")
	}
	times = strings.NewReplacer("-", "–", ",", ", ", ", ", ", ").Replace(times)
	times, open := strings.CutSuffix(times, "+")
	if p.Lang == destination.German {
		times += " Uhr"
	}
	if open {
		times += " " + p.T("hours.orlonger")
	}
	return times
}

// schemaHours are the rules that schema.org understands, all or none.
func schemaHours(text string) []string {
	var rules []string
	for rule := range strings.SplitSeq(text, ";") {
		if rule = strings.TrimSpace(rule); !dayRule.MatchString(rule) {
			return nil
		}
		rules = append(rules, rule)
	}
	return rules
}
