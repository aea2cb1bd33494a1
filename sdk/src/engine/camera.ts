// Where a map looks at first, and after another question.
import type { Settings } from "../options";
import type { Marker, PoiQuery } from "../types";
import { boundsOf, circleBounds } from "./geo";
import { type ConfigAnswer, lngLatOf, type Place } from "./places";
import type { Camera } from "./view";

const defaultRadiusKm = 80;

export interface Sight {
	settings: Settings;
	query: PoiQuery | false;
	places: readonly Place[];
	markers: readonly Marker[];
}

export function firstCamera(sight: Sight, config: ConfigAnswer): Camera {
	const { center, zoom } = sight.settings;
	const wanted = cameraFor(sight);
	if (center && zoom !== undefined) return { center, zoom };
	if (center && !wanted) return { center, zoom: 11 };
	if (zoom !== undefined) return { center: middle(wanted) ?? config.defaultCenter, zoom };
	return wanted ?? { center: config.defaultCenter, zoom: config.defaultZoom };
}

/** Where to look for a question: at its box or circle, else at what was found. */
export function cameraFor({ settings: { center, zoom }, query, places, markers }: Sight): Camera | null {
	if (query && query.bbox) return { bounds: [[query.bbox[0], query.bbox[1]], [query.bbox[2], query.bbox[3]]] };
	if (query && query.lat !== undefined && query.lng !== undefined) {
		const at = { lat: query.lat, lng: query.lng };
		if (center && zoom !== undefined && center[0] === at.lng && center[1] === at.lat) return { center, zoom };
		return { bounds: circleBounds(at, Math.min(query.radius_km ?? defaultRadiusKm, farthestKm(places) || defaultRadiusKm)) };
	}
	const bounds = boundsOf([...places.map(({ poi }) => lngLatOf(poi)), ...markers.map((m): [number, number] => [m.lng, m.lat])]);
	return bounds ? { bounds } : null;
}

// A circle is shown as far as it is filled.
function farthestKm(places: readonly Place[]): number {
	return Math.max(0, ...places.map(({ poi }) => poi.distanceKm ?? 0)) * 1.1;
}

function middle(camera: Camera | null): [number, number] | null {
	if (!camera) return null;
	if ("center" in camera) return camera.center;
	const [[west, south], [east, north]] = camera.bounds;
	return [(west + east) / 2, (south + north) / 2];
}
