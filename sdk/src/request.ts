// The URLs of the API. Loader and engine write them alike, so that the engine
// finds what the loader has asked for early.
import type { Lang, PoiQuery, Theme } from "./types";

export const keyHeader = "X-Service-Key";

/** The parameters of a query, in a fixed order, so that equal queries are equal URLs. */
export function poiParams(pois: PoiQuery): URLSearchParams {
	const params = new URLSearchParams();
	const set = (name: string, value: unknown) => {
		if (value !== undefined && value !== "") params.set(name, String(value));
	};
	set("q", pois.q);
	set("lat", pois.lat);
	set("lng", pois.lng);
	set("radius_km", pois.radius_km);
	set("bbox", pois.bbox?.join(","));
	set("category", pois.category);
	set("country_code", pois.country_code);
	set("region", pois.region);
	for (const flag of ["kids", "seating", "free"] as const) if (pois[flag]) set(flag, 1);
	set("min_mobility", pois.min_mobility);
	set("limit", pois.limit);
	return params;
}

export function poisUrl(base: string, pois: PoiQuery, lang: Lang): string {
	const params = poiParams(pois);
	params.set("format", "geojson");
	params.set("lang", lang);
	return `${base}/api/v1/pois?${params}`;
}

export function poiUrl(base: string, slug: string, lang: Lang): string {
	return `${base}/api/v1/pois/${encodeURIComponent(slug)}?lang=${lang}`;
}

/** Categories are counted as if none were chosen, so that others can be added. */
export function categoriesUrl(base: string, pois: PoiQuery, lang: Lang): string {
	const params = poiParams({ ...pois, category: undefined, limit: undefined });
	params.set("lang", lang);
	return `${base}/api/v1/categories?${params}`;
}

export const configUrl = (base: string): string => `${base}/api/v1/map/config`;

export function styleUrl(style: string, theme: Exclude<Theme, "auto">, lang: Lang): string {
	const url = new URL(style);
	url.searchParams.set("theme", theme);
	url.searchParams.set("lang", lang);
	return url.href;
}

/** The options of every request to the API. No cookies: the service has none. */
export function requestInit(key: string | undefined, signal?: AbortSignal): RequestInit {
	return { mode: "cors", credentials: "omit", headers: key ? { [keyHeader]: key } : {}, signal };
}
