// Destinations as layers of the map: compact dots without labels, in the
// colour of their category.
import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { Place } from "./places";

export const sourceId = "service-map-places";
export const dotsId = "service-map-dots";
export const selectedId = "service-map-selected";

/** How far from a dot, in pixels, a finger or pointer may be. */
export const reachPx = { mouse: 6, touch: 16 };

export function featuresOf(places: readonly Place[]): GeoJSON.FeatureCollection {
	return {
		type: "FeatureCollection",
		features: places.map(({ poi, color }) => ({
			type: "Feature",
			geometry: { type: "Point", coordinates: [poi.longitude, poi.latitude] },
			properties: { slug: poi.slug, color },
		})),
	};
}

type Radius = Extract<LayerSpecification, { type: "circle" }>["paint"];

function paint(grow: number, dark: boolean): Radius {
	const hover = (size: number) => ["case", ["boolean", ["feature-state", "hover"], false], size * 1.35, size] as unknown as number;
	return {
		"circle-color": ["get", "color"],
		"circle-radius": ["interpolate", ["linear"], ["zoom"], 5, hover(4.5 * grow), 9, hover(5.5 * grow), 14, hover(8 * grow)],
		"circle-stroke-color": dark ? "#f4f7f5" : "#ffffff",
		"circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 5, 1.2 * grow, 12, 1.8 * grow],
		"circle-pitch-alignment": "map",
	};
}

const filterFor = (slug: string | null) => ["==", ["get", "slug"], slug ?? ""] as ["==", unknown, string];

/** The style with the destinations on top; one request and one parse for both. */
export function withDots(style: StyleSpecification, places: readonly Place[], selected: string | null, dark: boolean): StyleSpecification {
	const source: GeoJSONSourceSpecification = { type: "geojson", data: featuresOf(places), promoteId: "slug" };
	const highlight = paint(1.7, dark);
	const layers: LayerSpecification[] = [
		{ id: dotsId, type: "circle", source: sourceId, paint: paint(1, dark) },
		{
			id: `${selectedId}-halo`, type: "circle", source: sourceId, filter: filterFor(selected) as never,
			paint: { "circle-radius": 22, "circle-color": ["get", "color"], "circle-opacity": 0.22 },
		},
		{ id: selectedId, type: "circle", source: sourceId, filter: filterFor(selected) as never, paint: { ...highlight, "circle-stroke-color": dark ? "#ffffff" : "#14211b", "circle-stroke-width": 3 } },
	];
	return { ...style, sources: { ...style.sources, [sourceId]: source }, layers: [...onLand(style), ...layers] };
}

// Without a transition: each frame of one would be a whole drawing of the map.
function onLand(style: StyleSpecification): LayerSpecification[] {
	const ground = groundColors(style);
	return style.layers.map((layer) => (layer.id === ground?.layer && layer.type === "background"
		? { ...layer, paint: { ...layer.paint, "background-color": ground.land, "background-color-transition": { duration: 0, delay: 0 } } }
		: layer)) as LayerSpecification[];
}

/**
 * The colours of sea and land, where the style has both. Until the first tiles
 * are there the whole map is background, and land is a calmer sight than sea.
 */
export function groundColors(style: StyleSpecification): { layer: string; sea: string; land: string } | null {
	const background = style.layers.find((layer) => layer.type === "background");
	const earth = style.layers.find((layer) => layer.type === "fill" && layer.id === "earth");
	const sea = background?.type === "background" ? background.paint?.["background-color"] : undefined;
	const land = earth?.type === "fill" ? earth.paint?.["fill-color"] : undefined;
	return background && typeof sea === "string" && typeof land === "string" ? { layer: background.id, sea, land } : null;
}

export const selectionFilters = (slug: string | null): [string, ReturnType<typeof filterFor>][] => [
	[`${selectedId}-halo`, filterFor(slug)],
	[selectedId, filterFor(slug)],
];
