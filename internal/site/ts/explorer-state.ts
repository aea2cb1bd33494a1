// What the explorer shows, and how that is written into the address, so that
// a link shows the same to somebody else. Names are those of the API.
import type { Bounds, PoiQuery } from "../../../sdk/src/types";

export interface State {
	q: string;
	category: string[];
	kids: boolean;
	seating: boolean;
	free: boolean;
	min_mobility: string;
	country_code: string;
	region: string;
	/** A circle around a point; without one, what the map shows counts. */
	radius_km: string;
	lat?: number;
	lng?: number;
	/** Where the visitor has moved the map; then only what is visible is listed. */
	view?: View;
	/** The chosen destination. */
	place: string;
}

export interface View {
	lng: number;
	lat: number;
	zoom: number;
}

export const limit = 300;
const flags = ["kids", "seating", "free"] as const;
const words = ["q", "min_mobility", "country_code", "region", "radius_km", "place"] as const;

export function emptyState(): State {
	return { q: "", category: [], kids: false, seating: false, free: false, min_mobility: "", country_code: "", region: "", radius_km: "", place: "" };
}

export function readState(search: string): State {
	const params = new URLSearchParams(search);
	const state = emptyState();
	for (const name of words) state[name] = params.get(name)?.trim() ?? "";
	for (const name of flags) state[name] = params.get(name) === "1";
	state.q = state.q.slice(0, 200);
	state.category = (params.get("category") ?? "").split(",").map((id) => id.trim()).filter(Boolean);
	const [lat, lng] = [number(params.get("lat"), 90), number(params.get("lng"), 180)];
	if (lat !== undefined && lng !== undefined && state.radius_km !== "") Object.assign(state, { lat, lng });
	else state.radius_km = "";
	const [zoom, viewLat, viewLng] = (params.get("map") ?? "").split("/").map(Number);
	if (finite(zoom, 24) && finite(viewLat, 90) && finite(viewLng, 180)) state.view = { zoom: zoom!, lat: viewLat!, lng: viewLng! };
	return state;
}

const finite = (value: number | undefined, most: number) => value !== undefined && Number.isFinite(value) && Math.abs(value) <= most;

function number(text: string | null, most: number): number | undefined {
	const value = text === null || text.trim() === "" ? NaN : Number(text);
	return finite(value, most) ? value : undefined;
}

/** The query string, with its question mark; empty for the plain page. */
export function writeState(state: State): string {
	const params = new URLSearchParams();
	if (state.q !== "") params.set("q", state.q);
	if (state.category.length > 0) params.set("category", state.category.join(","));
	for (const name of flags) if (state[name]) params.set(name, "1");
	for (const name of ["min_mobility", "country_code", "region"] as const) if (state[name] !== "") params.set(name, state[name]);
	if (state.radius_km !== "" && state.lat !== undefined && state.lng !== undefined) {
		params.set("lat", String(state.lat));
		params.set("lng", String(state.lng));
		params.set("radius_km", state.radius_km);
	}
	if (state.view) params.set("map", `${round(state.view.zoom, 2)}/${round(state.view.lat, 5)}/${round(state.view.lng, 5)}`);
	if (state.place !== "") params.set("place", state.place);
	// Commas and slashes are fine in a query, and links are for people.
	const text = params.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
	return text === "" ? "" : `?${text}`;
}

export function round(value: number, decimals: number): number {
	const scale = 10 ** decimals;
	return Math.round(value * scale) / scale;
}

/** How many filters are set beside words and categories. */
export function filterCount(state: State): number {
	return flags.filter((name) => state[name]).length + (["min_mobility", "country_code", "region", "radius_km"] as const).filter((name) => state[name] !== "").length;
}

/** What to ask for; bounds are what the map shows, if that counts. */
export function queryOf(state: State, bounds?: Bounds): PoiQuery {
	const query: PoiQuery = { limit };
	if (state.q !== "") query.q = state.q;
	if (state.category.length > 0) query.category = state.category.join(",");
	for (const name of flags) if (state[name]) query[name] = true;
	if (state.min_mobility !== "") query.min_mobility = Number(state.min_mobility);
	if (state.country_code !== "") query.country_code = state.country_code as PoiQuery["country_code"];
	if (state.region !== "") query.region = state.region;
	if (state.radius_km !== "") Object.assign(query, { lat: state.lat, lng: state.lng, radius_km: Number(state.radius_km) });
	else if (bounds) query.bbox = [...bounds[0], ...bounds[1]].map((v) => round(v, 4)) as PoiQuery["bbox"];
	return query;
}

const tile = 512;

/** What a map of that size shows, before there is one. */
export function boundsOf(view: View, width: number, height: number): Bounds {
	const world = tile * 2 ** view.zoom;
	const x = (view.lng / 360 + 0.5) * world;
	const y = (0.5 - Math.log(Math.tan(Math.PI / 4 + (view.lat * Math.PI) / 360)) / (2 * Math.PI)) * world;
	const lng = (px: number) => Math.max(-180, Math.min(180, (px / world - 0.5) * 360));
	const lat = (py: number) => (360 / Math.PI) * Math.atan(Math.exp((0.5 - py / world) * 2 * Math.PI)) - 90;
	return [[lng(x - width / 2), lat(y + height / 2)], [lng(x + width / 2), lat(y - height / 2)]];
}

/** Degrees that a view has at least, about 40 km. */
const leastSpan = 0.35;

/** Bounds of places, never so tight that nothing around them is seen. */
export function surroundings(places: readonly { latitude: number; longitude: number }[]): Bounds | null {
	if (places.length === 0) return null;
	const side = (values: number[]): [number, number] => {
		const [low, high] = [Math.min(...values), Math.max(...values)];
		const more = Math.max(0, leastSpan - (high - low)) / 2;
		return [low - more, high + more];
	};
	const [south, north] = side(places.map(({ latitude }) => latitude));
	const [west, east] = side(places.map(({ longitude }) => longitude));
	return [[west, south], [east, north]];
}

/** The parameters of a query for the API. */
export function paramsOf(query: PoiQuery, lang: string): URLSearchParams {
	const params = new URLSearchParams({ lang });
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) params.set(name, value === true ? "1" : String(value));
	}
	return params;
}
