// Reads what page authors wrote, as attributes or as options. Nothing here
// touches the page: a wrong value becomes a Problem and is left out, and the
// caller decides whether that is a warning or an error.
import type { Consent, Control, Lang, ListPlace, MapOptions, Marker, PoiQuery, SearchArea, Theme } from "./types";

export interface Problem {
	/** Path of the option: `pois.limit`. */
	field: string;
	got: unknown;
	allowed: string;
	/** The value was brought into range rather than left out. */
	mended?: boolean;
}

/** Options after reading: complete and valid. */
export interface Settings {
	pois: PoiQuery | false;
	center?: [number, number];
	zoom?: number;
	controls: Control[];
	markers: Marker[];
	key?: string;
	lang?: Lang;
	theme?: Theme;
	list: ListPlace;
	searchArea: SearchArea;
	consent: Consent;
	photos: boolean;
	baseUrl?: string;
}

type Report = (problem: Problem) => void;
type Fields = Record<string, unknown>;

export const maxLimit = 400;
const controls: readonly Control[] = ["zoom", "scale", "fullscreen", "locate", "search", "list", "categories"];
const countries = ["DE", "AT", "CH"] as const;

/** The attributes, and the option that each one sets. */
export const attributes: Readonly<Record<string, string>> = {
	"data-query": "pois.q",
	"data-lat": "pois.lat",
	"data-lng": "pois.lng",
	"data-radius-km": "pois.radius_km",
	"data-limit": "pois.limit",
	"data-category": "pois.category",
	"data-country-code": "pois.country_code",
	"data-region": "pois.region",
	"data-kids": "pois.kids",
	"data-seating": "pois.seating",
	"data-free": "pois.free",
	"data-min-mobility": "pois.min_mobility",
	"data-bbox": "pois.bbox",
	"data-pois": "pois",
	"data-controls": "controls",
	"data-zoom": "zoom",
	"data-markers": "markers",
	"data-key": "key",
	"data-lang": "lang",
	"data-theme": "theme",
	"data-list": "list",
	"data-search": "search",
	"data-search-area": "searchArea",
	"data-consent": "consent",
	"data-photos": "photos",
	"data-base-url": "baseUrl",
};

/** Reads the attributes of an element, by whatever name they are asked for. */
export function readAttributes(get: (name: string) => string | null, report: Report): Settings {
	const options: Fields = {};
	const pois: Fields = {};
	let search = false;
	for (const [attribute, field] of Object.entries(attributes)) {
		const text = get(attribute)?.trim();
		if (text === undefined || (text === "" && !flags.has(field))) continue;
		const value = fromText(field, text);
		if (field === "search") search = readFlag("search", value, report) === true;
		else if (field === "pois") options.pois = value === true ? pois : value;
		else if (field.startsWith("pois.")) pois[field.slice(5)] = value;
		else options[field] = value;
	}
	options.pois ??= pois;
	if (inRange(pois.lat, -90, 90) && inRange(pois.lng, -180, 180)) options.center = [pois.lng, pois.lat];
	const settings = readOptions(options, (p) => report({ ...p, field: attributeOf(p.field) }));
	if (search && !settings.controls.includes("search")) settings.controls.push("search");
	return settings;
}

function attributeOf(field: string): string {
	const plain = field.replace(/\[.*/, "");
	return Object.keys(attributes).find((a) => attributes[a] === plain) ?? field;
}

const flags = new Set(["pois.kids", "pois.seating", "pois.free", "search", "list", "consent", "photos"]);
const numbers = new Set(["pois.lat", "pois.lng", "pois.radius_km", "pois.limit", "pois.min_mobility", "zoom"]);
const words: Readonly<Record<string, unknown>> = { "": true, "1": true, true: true, yes: true, "0": false, false: false, no: false, off: false };

function fromText(field: string, text: string): unknown {
	if (numbers.has(field)) return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text;
	if (flags.has(field) || field === "pois") return Object.hasOwn(words, text.toLowerCase()) ? words[text.toLowerCase()] : text;
	switch (field) {
		case "pois.bbox":
			return text.split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
		case "pois.country_code":
			return text.toUpperCase();
		case "controls":
			return text.split(/[\s,]+/).filter(Boolean).map((name) => name.toLowerCase());
		case "markers":
			try {
				return JSON.parse(text);
			} catch {
				return text;
			}
		case "lang":
			return text.toLowerCase().split("-")[0];
		default:
			return text;
	}
}

/** Reads the options of `create`. */
export function readOptions(options: unknown, report: Report): Settings {
	const o = isObject(options) ? options : {};
	if (options !== undefined && options !== null && !isObject(options)) report({ field: "options", got: options, allowed: "an object" });
	for (const name of Object.keys(o)) {
		if (!known.has(name)) report({ field: name, got: o[name], allowed: `one of the options ${[...known].join(", ")}`, mended: true });
	}
	const list = readOne<ListPlace | true | false>("list", o.list, ["beside", "below", "off", true, false], report);
	const consent = readOne<Consent | true | false>("consent", o.consent, ["ask", "remember", "none", true, false], report);
	const center = readCenter(o.center, report);
	return {
		pois: readPois(o.pois, center, report),
		center,
		zoom: readNumber("zoom", o.zoom, 0, 24, report),
		controls: readControls(o.controls, report),
		markers: readMarkers(o.markers, report),
		key: readText("key", o.key, 200, report),
		lang: readOne<Lang>("lang", o.lang, ["de", "en"], report),
		theme: readOne<Theme>("theme", o.theme, ["light", "dark", "auto"], report),
		list: list === true ? "beside" : list || "off",
		searchArea: readOne<SearchArea>("searchArea", o.searchArea, ["button", "auto", "off"], report) ?? "button",
		consent: consent === true ? "ask" : consent || "none",
		photos: readOne<boolean>("photos", o.photos, [true, false], report) ?? true,
		baseUrl: readBase(o.baseUrl, report),
	};
}

const known = new Set<string>([
	"pois", "center", "zoom", "controls", "markers", "key", "lang", "theme", "list", "searchArea", "consent", "photos", "baseUrl",
] satisfies (keyof MapOptions)[]);

/** Reads which destinations to show; without any word about it, those around the centre. */
export function readPois(value: unknown, center: [number, number] | undefined, report: Report): PoiQuery | false {
	if (value === false) return false;
	if (value !== undefined && value !== null && !isObject(value)) {
		report({ field: "pois", got: value, allowed: "an object such as { q, lat, lng, radius_km, limit }, or false" });
		value = undefined;
	}
	if (!isObject(value)) return center ? { lng: center[0], lat: center[1] } : {};
	const pois: PoiQuery = {
		q: readText("pois.q", value.q, 200, report),
		lat: readNumber("pois.lat", value.lat, -90, 90, report),
		lng: readNumber("pois.lng", value.lng, -180, 180, report),
		radius_km: readNumber("pois.radius_km", value.radius_km, 0, 500, report, true),
		limit: readLimit(value.limit, report),
		category: readText("pois.category", value.category, 500, report),
		country_code: readOne("pois.country_code", upper(value.country_code), countries, report),
		region: readText("pois.region", value.region, 200, report),
		kids: readFlag("pois.kids", value.kids, report),
		seating: readFlag("pois.seating", value.seating, report),
		free: readFlag("pois.free", value.free, report),
		min_mobility: readNumber("pois.min_mobility", value.min_mobility, 0, 5, report),
		bbox: readBox(value.bbox, report),
	};
	if ((pois.lat === undefined) !== (pois.lng === undefined)) {
		const missing = pois.lat === undefined ? "pois.lat" : "pois.lng";
		report({ field: missing, got: value[missing.slice(5)], allowed: "latitude and longitude together" });
		pois.lat = pois.lng = undefined;
	}
	if (pois.radius_km !== undefined && pois.lat === undefined) {
		if (center) [pois.lng, pois.lat] = center;
		else {
			report({ field: "pois.radius_km", got: pois.radius_km, allowed: "a radius beside a centre (latitude and longitude)" });
			pois.radius_km = undefined;
		}
	}
	return pois;
}

export function readMarkers(value: unknown, report: Report): Marker[] {
	if (value === undefined || value === null) return [];
	if (!Array.isArray(value)) {
		report({ field: "markers", got: value, allowed: "a list of markers { id, title, label, lat, lng, color }" });
		return [];
	}
	const markers: Marker[] = [];
	value.forEach((item: unknown, i) => {
		const at = `markers[${i}]`;
		if (!isObject(item)) return report({ field: at, got: item, allowed: "an object { id, title, label, lat, lng, color }" });
		const lat = readNumber(`${at}.lat`, item.lat ?? NaN, -90, 90, report);
		const lng = readNumber(`${at}.lng`, item.lng ?? NaN, -180, 180, report);
		if (lat === undefined || lng === undefined) return;
		const color = readText(`${at}.color`, item.color, 7, report);
		const good = color === undefined || /^#[0-9a-f]{6}$/i.test(color);
		if (!good) report({ field: `${at}.color`, got: color, allowed: "a colour of the form #rrggbb" });
		markers.push({
			id: readText(`${at}.id`, item.id, 200, report),
			title: readText(`${at}.title`, item.title, 500, report),
			label: readText(`${at}.label`, item.label, 100, report),
			lat, lng, color: good ? color : undefined,
		});
	});
	return markers;
}

function readControls(value: unknown, report: Report): Control[] {
	if (value === undefined || value === null) return ["zoom"];
	if (!Array.isArray(value)) {
		report({ field: "controls", got: value, allowed: `a list of ${controls.join(", ")}` });
		return ["zoom"];
	}
	const found = new Set<Control>();
	for (const name of value) {
		if (controls.includes(name as Control)) found.add(name as Control);
		else report({ field: "controls", got: name, allowed: controls.join(", ") });
	}
	return [...found];
}

function readCenter(value: unknown, report: Report): [number, number] | undefined {
	if (value === undefined || value === null) return undefined;
	if (Array.isArray(value) && value.length === 2 && inRange(value[0], -180, 180) && inRange(value[1], -90, 90)) return [value[0], value[1]];
	report({ field: "center", got: value, allowed: "[lng, lat] in decimal degrees" });
	return undefined;
}

function readBox(value: unknown, report: Report): PoiQuery["bbox"] {
	if (value === undefined || value === null) return undefined;
	if (Array.isArray(value) && value.length === 4 && inRange(value[0], -180, 180) && inRange(value[2], -180, 180) &&
		inRange(value[1], -90, 90) && inRange(value[3], -90, 90) && value[1] <= value[3]) {
		return [value[0], value[1], value[2], value[3]];
	}
	report({ field: "pois.bbox", got: value, allowed: "west,south,east,north in decimal degrees, south not above north" });
	return undefined;
}

function readLimit(value: unknown, report: Report): number | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === "number" && Number.isInteger(value) && value >= 1) {
		if (value > maxLimit) report({ field: "pois.limit", got: value, allowed: `1 to ${maxLimit}; ${maxLimit} is used`, mended: true });
		return Math.min(value, maxLimit);
	}
	report({ field: "pois.limit", got: value, allowed: `a whole number from 1 to ${maxLimit}` });
	return undefined;
}

function readNumber(field: string, value: unknown, low: number, high: number, report: Report, open = false): number | undefined {
	if (value === undefined || value === null) return undefined;
	if (inRange(value, low, high) && !(open && value === low)) return value;
	report({ field, got: value, allowed: open ? `a number above ${low}, up to ${high}` : `a number from ${low} to ${high}` });
	return undefined;
}

function readText(field: string, value: unknown, longest: number, report: Report): string | undefined {
	if (value === undefined || value === null || value === "") return undefined;
	if (typeof value === "string" && value.length <= longest) return value;
	report({ field, got: value, allowed: `a text of at most ${longest} characters` });
	return undefined;
}

function readFlag(field: string, value: unknown, report: Report): boolean | undefined {
	if (value === undefined || value === null) return undefined;
	if (value === true || value === 1) return true;
	if (value === false || value === 0) return undefined;
	report({ field, got: value, allowed: "true or false" });
	return undefined;
}

function readOne<T>(field: string, value: unknown, allowed: readonly T[], report: Report): T | undefined {
	if (value === undefined || value === null || value === "") return undefined;
	if (allowed.includes(value as T)) return value as T;
	report({ field, got: value, allowed: allowed.join(", ") });
	return undefined;
}

function readBase(value: unknown, report: Report): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === "string" && /^https?:\/\/[^\s?#]+$/.test(value)) return value.replace(/\/+$/, "");
	report({ field: "baseUrl", got: value, allowed: "an http or https address without query" });
	return undefined;
}

const upper = (value: unknown): unknown => (typeof value === "string" ? value.toUpperCase() : value);

function inRange(value: unknown, low: number, high: number): value is number {
	return typeof value === "number" && value >= low && value <= high;
}

function isObject(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A problem in words: what it is about, what was found, what is allowed. */
export function describe(problem: Problem): string {
	let got = typeof problem.got === "string" ? `"${problem.got}"` : (JSON.stringify(problem.got) ?? String(problem.got));
	if (typeof problem.got === "number" && !Number.isFinite(problem.got)) got = String(problem.got);
	if (got.length > 80) got = `${got.slice(0, 77)}…`;
	return `${problem.field}: ${got} is not allowed; allowed: ${problem.allowed}`;
}

/** Reads, and throws what is wrong; what could be mended is a warning. */
export function strictly<T>(read: (report: Report) => T): T {
	const wrong: string[] = [];
	const value = read((problem) => {
		if (problem.mended) console.warn(`ServiceMap: ${describe(problem)}`);
		else wrong.push(describe(problem));
	});
	if (wrong.length > 0) throw new TypeError(`ServiceMap: ${wrong.join("; ")}`);
	return value;
}
