// Makes OpenStreetMap's opening hours readable, without claiming to
// understand all of them: what is not known stays as it is.
import type { Lang } from "../types";

const words: Record<Lang, Record<string, string>> = {
	de: {
		Mo: "Mo", Tu: "Di", We: "Mi", Th: "Do", Fr: "Fr", Sa: "Sa", Su: "So", PH: "Feiertage", SH: "Schulferien",
		Jan: "Jan.", Feb: "Feb.", Mar: "März", Apr: "April", May: "Mai", Jun: "Juni", Jul: "Juli", Aug: "Aug.",
		Sep: "Sept.", Oct: "Okt.", Nov: "Nov.", Dec: "Dez.",
		off: "geschlossen", closed: "geschlossen", sunrise: "Sonnenaufgang", sunset: "Sonnenuntergang", easter: "Ostern",
	},
	en: { PH: "public holidays", SH: "school holidays", off: "closed", Mo: "Mon", Tu: "Tue", We: "Wed", Th: "Thu", Fr: "Fri", Sa: "Sat", Su: "Sun" },
};
const always = { de: "durchgehend geöffnet", en: "open all day, every day" };

/** One line a rule. */
export function readableHours(text: string, lang: Lang): string[] {
	if (text.trim() === "24/7") return [always[lang]];
	return text
		.split(/\s*(?:;|\|\|)\s*/)
		.filter(Boolean)
		.map((rule) => rule
			.split(/("[^"]*")/)
			.map((part) => (part.startsWith('"') ? part.slice(1, -1) : readableRule(part, lang)))
			.join("")
			.trim());
}

function readableRule(rule: string, lang: Lang): string {
	return rule
		.replace(/\b[A-Za-z]+\b/g, (word) => words[lang][word] ?? word)
		.replace(/(\d{2}:\d{2})\s*-\s*(\d{2}:\d{2})/g, "$1–$2")
		.replace(/([\p{L}.])\s*-\s*(?=\p{L})/gu, "$1–")
		.replace(/,(?=\S)/g, ", ");
}
