// Arithmetic on positions and boxes.
import type { Bounds } from "../types";

const earthKm = 6371.0088;
const rad = Math.PI / 180;

export function distanceKm(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
	const dLat = Math.sin(((b.lat - a.lat) * rad) / 2);
	const dLng = Math.sin(((b.lng - a.lng) * rad) / 2);
	const h = dLat * dLat + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * dLng * dLng;
	return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The box around a circle. */
export function circleBounds(center: { lat: number; lng: number }, radiusKm: number): Bounds {
	const dLat = radiusKm / earthKm / rad;
	const dLng = dLat / Math.max(0.01, Math.cos(center.lat * rad));
	return [
		[center.lng - dLng, Math.max(-85, center.lat - dLat)],
		[center.lng + dLng, Math.min(85, center.lat + dLat)],
	];
}

/** The box around positions `[lng, lat]`; null without any. */
export function boundsOf(positions: readonly (readonly [number, number])[]): Bounds | null {
	if (positions.length === 0) return null;
	let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const [lng, lat] of positions) {
		west = Math.min(west, lng);
		east = Math.max(east, lng);
		south = Math.min(south, lat);
		north = Math.max(north, lat);
	}
	return [[west, south], [east, north]];
}

const round = (value: number, up: boolean) => (up ? Math.ceil(value * 1e4) : Math.floor(value * 1e4)) / 1e4;

/** A box as the API takes it, rounded outwards so that small moves ask the same. */
export function boxOf(bounds: Bounds): [number, number, number, number] {
	const [[west, south], [east, north]] = bounds;
	if (east - west >= 360) return [-180, Math.max(-90, round(south, false)), 180, Math.min(90, round(north, true))];
	return [wrap(round(west, false)), Math.max(-90, round(south, false)), wrap(round(east, true)), Math.min(90, round(north, true))];
}

export function wrap(lng: number): number {
	return lng >= -180 && lng <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180;
}

export function inBounds([[west, south], [east, north]]: Bounds, [lng, lat]: readonly [number, number]): boolean {
	return lng >= west && lng <= east && lat >= south && lat <= north;
}
