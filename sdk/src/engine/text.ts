// Everything the map says, in German and in English.
import type { Lang } from "../types";
import { ApiError, isDenied } from "./api";

const de = {
	map: "Karte mit Ausflugszielen",
	mapKeys: "Karte: mit den Pfeiltasten verschieben, mit Plus und Minus zoomen",
	zoomIn: "Vergrößern",
	zoomOut: "Verkleinern",
	fullscreen: "Vollbild",
	exitFullscreen: "Vollbild beenden",
	locate: "Meinen Standort zeigen",
	located: "Ihr Standort",
	locateFailed: "Der Standort konnte nicht ermittelt werden.",
	list: "Liste der Ziele",
	showList: "Ziele als Liste zeigen",
	hideList: "Liste schließen",
	search: "Ausflugsziel suchen",
	searchClear: "Suche löschen",
	suggestions: "Vorschläge",
	suggested: (n: number) => (n === 1 ? "1 Vorschlag" : `${n} Vorschläge`),
	noSuggestions: "Keine Vorschläge",
	categories: "Kategorien",
	searchArea: "In diesem Bereich suchen",
	places: (n: number, total: number) => (total > n ? `${n} von ${number("de", total)} Zielen` : n === 1 ? "1 Ziel" : `${n} Ziele`),
	none: "Hier wurden keine Ziele gefunden.",
	loading: "Ziele werden geladen …",
	close: "Schließen",
	kids: "Für Kinder geeignet",
	seating: "Sitzplätze vorhanden",
	free: "Eintritt frei",
	paid: "Eintritt kostenpflichtig",
	mobility: (v: number) => `Barrierefreiheit ${number("de", v)} von 5`,
	hours: "Öffnungszeiten",
	website: "Website",
	phone: "Telefon",
	address: "Adresse",
	photo: (credit: string) => `Foto: ${credit}`,
	photoOf: (name: string) => `Foto von ${name}`,
	data: (names: string) => `Daten: ${names}`,
	newWindow: "öffnet in neuem Fenster",
	away: (km: string) => `${km} entfernt`,
	failed: "Die Ziele konnten nicht geladen werden.",
	failedPlace: "Die Einzelheiten konnten nicht geladen werden.",
	failedMap: "Die Karte konnte nicht geladen werden.",
	notFound: "Dieses Ziel gibt es nicht mehr.",
	offline: "Keine Verbindung. Sobald sie wieder da ist, geht es weiter.",
	denied: "Diese Karte ist für diese Seite nicht freigeschaltet.",
	waiting: (s: number) => `Viele Anfragen gerade. Weiter in ${s} s …`,
	again: "Erneut versuchen",
	noWebgl: "Die Karte kann hier nicht gezeichnet werden (WebGL fehlt). Die Ziele stehen in der Liste.",
	lostWebgl: "Die Karte wird gerade nicht gezeichnet. Die Ziele stehen in der Liste.",
	asleep: "Karte fortsetzen",
	scrollHint: "Strg + Mausrad zoomt die Karte",
	scrollHintMac: "⌘ + Mausrad zoomt die Karte",
	touchHint: "Mit zwei Fingern die Karte bewegen",
	selected: (name: string) => `Ausgewählt: ${name}`,
	attribution: "Quellen der Karte",
};

const en: typeof de = {
	map: "Map of places to go",
	mapKeys: "Map: move with the arrow keys, zoom with plus and minus",
	zoomIn: "Zoom in",
	zoomOut: "Zoom out",
	fullscreen: "Full screen",
	exitFullscreen: "Leave full screen",
	locate: "Show my location",
	located: "Your location",
	locateFailed: "Your location could not be found.",
	list: "List of places",
	showList: "Show places as a list",
	hideList: "Close list",
	search: "Search for a place to go",
	searchClear: "Clear search",
	suggestions: "Suggestions",
	suggested: (n) => (n === 1 ? "1 suggestion" : `${n} suggestions`),
	noSuggestions: "No suggestions",
	categories: "Categories",
	searchArea: "Search this area",
	places: (n, total) => (total > n ? `${n} of ${number("en", total)} places` : n === 1 ? "1 place" : `${n} places`),
	none: "No places were found here.",
	loading: "Loading places …",
	close: "Close",
	kids: "Good for children",
	seating: "Places to sit",
	free: "Free of charge",
	paid: "Entrance fee",
	mobility: (v) => `Accessibility ${number("en", v)} of 5`,
	hours: "Opening hours",
	website: "Website",
	phone: "Telephone",
	address: "Address",
	photo: (credit) => `Photo: ${credit}`,
	photoOf: (name) => `Photo of ${name}`,
	data: (names) => `Data: ${names}`,
	newWindow: "opens in a new window",
	away: (km) => `${km} away`,
	failed: "The places could not be loaded.",
	failedPlace: "The details could not be loaded.",
	failedMap: "The map could not be loaded.",
	notFound: "This place no longer exists.",
	offline: "No connection. It goes on as soon as there is one.",
	denied: "This map is not enabled for this page.",
	waiting: (s) => `Many requests right now. Going on in ${s} s …`,
	again: "Try again",
	noWebgl: "The map cannot be drawn here (WebGL is missing). The places are in the list.",
	lostWebgl: "The map is not drawn right now. The places are in the list.",
	asleep: "Continue with this map",
	scrollHint: "Ctrl + scroll zooms the map",
	scrollHintMac: "⌘ + scroll zooms the map",
	touchHint: "Move the map with two fingers",
	selected: (name) => `Selected: ${name}`,
	attribution: "Sources of the map",
};

export type Text = typeof de;

export const textOf = (lang: Lang): Text => (lang === "en" ? en : de);

// Making a format takes a good part of a millisecond.
const formats = new Map<string, Intl.NumberFormat>();

export function number(lang: Lang, value: number, digits = 1): string {
	const key = `${lang}${digits}`;
	const format = formats.get(key) ?? new Intl.NumberFormat(lang, { maximumFractionDigits: digits });
	formats.set(key, format);
	return format.format(value);
}

/** A distance as people say it: metres when near, no decimals when far. */
export function distance(lang: Lang, km: number): string {
	if (km < 0.95) return `${Math.max(10, Math.round(km * 100) * 10)} m`;
	return `${number(lang, km, km < 10 ? 1 : 0)} km`;
}

/** What to say to visitors about a failure; developers find the rest on the console. */
export function reasonOf(error: Error, text: Text, otherwise: string): string {
	if (isDenied(error)) return text.denied;
	return error instanceof ApiError || navigator.onLine ? otherwise : text.offline;
}
