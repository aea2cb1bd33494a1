// The destinations that a map shows, as the API's answers become them.
import type { Poi, PoiQuery } from "../types";
import { distanceKm } from "./geo";

/** A destination with the colour of its dot. */
export interface Place {
	poi: Poi;
	color: string;
}

export interface Category {
	id: string;
	name: string;
	count: number;
	color: string;
}

/** `GET /api/v1/pois?format=geojson` */
export interface PoisAnswer {
	total: number;
	attribution: string;
	features: { geometry: { coordinates: [number, number] }; properties: Omit<Poi, "latitude" | "longitude"> }[];
}

export interface CategoriesAnswer {
	items: Category[];
}

/** `GET /api/v1/map/config`, as far as it is used. */
export interface ConfigAnswer {
	styleUrl: string;
	defaultCenter: [number, number];
	defaultZoom: number;
	minZoom: number;
	maxZoom: number;
	bounds: [[number, number], [number, number]];
	usage: { attribution: string; terms?: string; privacy?: string };
}

const plain = "#4a5a52";

/** Colours by category, learnt from every answer; the same for all maps of a page. */
const colors = new Map<string, string>();

export function learnColors(categories: readonly Category[]): void {
	for (const { id, color } of categories) if (/^#[0-9a-f]{6}$/i.test(color)) colors.set(id, color);
}

export const knowsColors = (pois: readonly Poi[]): boolean => pois.every((poi) => !poi.categoryId || colors.has(poi.categoryId));

export const colorOf = (poi: Poi): string => colors.get(poi.categoryId ?? "") ?? plain;

export function poisOf(answer: PoisAnswer): Poi[] {
	return answer.features.map(({ geometry: { coordinates: [longitude, latitude] }, properties }) => ({ ...properties, latitude, longitude }));
}

/** Places with colours and, where there is something to measure from, distances. */
export function placesOf(pois: readonly Poi[], from: { lat: number; lng: number } | null): Place[] {
	return pois.map((poi) => ({ color: colorOf(poi), poi: withDistance(poi, from) }));
}

export function withDistance(poi: Poi, from: { lat: number; lng: number } | null): Poi {
	if (!from) return poi;
	return { ...poi, distanceKm: distanceKm(from, { lat: poi.latitude, lng: poi.longitude }) };
}

export function centerOf(pois: PoiQuery | false): { lat: number; lng: number } | null {
	return pois && pois.lat !== undefined && pois.lng !== undefined ? { lat: pois.lat, lng: pois.lng } : null;
}

export const lngLatOf = (poi: Poi): [number, number] => [poi.longitude, poi.latitude];

/** Category, then where it is: the second line of a destination. */
export function subtitle(poi: Poi): string {
	return [poi.category, poi.locality ?? poi.travelRegion ?? poi.region].filter(Boolean).join(" · ");
}

/** An address that may be linked to; undefined for anything but the web. */
export function webAddress(text: string | undefined): string | undefined {
	if (!text) return undefined;
	try {
		const url = new URL(text);
		return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
	} catch {
		return undefined;
	}
}
