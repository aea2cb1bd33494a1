// Our look: the layers of @protomaps/basemaps with what a map of destinations
// does not need taken out and the rest made calm. They fit the built-in
// overview and a street-level archive of Protomaps alike.
import { layers as protomaps } from "@protomaps/basemaps";

export const source = "basemap";

// Shields, arrows and points of interest need icons and would compete with the
// destinations; house numbers are too small to matter here.
const dropped = new Set(["roads_shields", "roads_oneway", "pois", "address_label", "landuse_hospital",
  "landuse_industrial", "landuse_school"]);

const zoomed = (...stops) => ["interpolate", ["linear"], ["zoom"], ...stops];

// name is a label in the wanted language: what the place is called there, else
// its own name, else (where that is not in Latin letters) the English one.
function name(lang) {
  const wanted = ["get", `name:${lang}`];
  return ["case", ["has", "script"],
    ["coalesce", wanted, ["get", "name:en"], ["get", "name"]],
    ["coalesce", wanted, ["get", "name"]]];
}

// due keeps labels back that a tile holds for deeper zooms.
const due = ["<=", ["coalesce", ["get", "min_zoom"], 0], ["+", ["zoom"], 1]];

const rank = ["coalesce", ["get", "population_rank"], 0];
const sortKey = ["coalesce", ["get", "sort_key"], ["get", "min_zoom"], 20];

// changes by layer: what is given replaces what the package says.
function changes(f, lang) {
  return {
    background: { paint: { "background-color": f.water } },
    water_stream: { minzoom: 13, paint: { "line-color": f.river, "line-width": 0.6 } },
    water_river: {
      minzoom: 4,
      layout: { "line-cap": "round", "line-join": "round" },
      paint: {
        "line-color": f.river,
        "line-width": ["interpolate", ["exponential", 1.5], ["zoom"], 4, 0.9, 7, 2.4, 9, 4, 13, 6, 18, 14],
      },
    },
    boundaries_country: {
      layout: { "line-cap": "round", "line-join": "round" },
      paint: {
        "line-color": f.country_line,
        "line-width": zoomed(3, 0.6, 6, 1.1, 10, 1.8),
        "line-opacity": 0.9,
      },
    },
    boundaries: {
      minzoom: 4,
      layout: { "line-join": "round" },
      paint: {
        "line-color": f.region_line,
        "line-width": zoomed(4, 0.4, 7, 1, 10, 1.5),
        "line-dasharray": [3, 2],
        "line-opacity": zoomed(4, 0.4, 6, 1),
      },
    },
    places_country: {
      maxzoom: 8,
      filter: ["==", ["get", "kind"], "country"],
      layout: {
        "symbol-sort-key": sortKey,
        "text-field": name(lang),
        "text-font": [f.bold],
        "text-size": zoomed(
          2, ["case", [">=", rank, 10], 11, 9],
          5, ["case", [">=", rank, 10], 14, 10.5],
          8, ["case", [">=", rank, 10], 18, [">=", rank, 7], 14, 11],
        ),
        "text-letter-spacing": 0.12,
        "text-max-width": 7,
        "text-transform": "uppercase",
      },
      paint: {
        "text-color": f.country,
        "text-halo-color": f.city_halo,
        "text-halo-width": 1.2,
        "text-opacity": zoomed(6, 1, 7.5, 0.4),
      },
    },
    places_region: {
      minzoom: 5.5,
      maxzoom: 10,
      filter: ["==", ["get", "kind"], "region"],
      layout: {
        "symbol-sort-key": sortKey,
        "text-field": name(lang),
        "text-font": [f.regular],
        "text-size": zoomed(5, 9, 7, 11.5, 9, 14),
        "text-letter-spacing": 0.14,
        "text-max-width": 8,
        "text-padding": 6,
        "text-transform": "uppercase",
      },
      paint: {
        "text-color": f.region,
        "text-halo-color": f.city_halo,
        "text-halo-width": 1,
        "text-opacity": 0.85,
      },
    },
    places_locality: {
      filter: ["all", ["==", ["get", "kind"], "locality"], due],
      layout: {
        "symbol-sort-key": sortKey,
        "text-field": name(lang),
        "text-font": ["case", [">=", rank, 10], ["literal", [f.bold]], ["literal", [f.regular]]],
        "text-size": zoomed(
          3, ["case", [">=", rank, 11], 12, 11],
          5, ["case", [">=", rank, 11], 13.5, 11.5],
          7, ["case", [">=", rank, 11], 16, [">=", rank, 10], 14, [">=", rank, 9], 13, 12],
          9, ["case", [">=", rank, 11], 19, [">=", rank, 10], 16, [">=", rank, 8], 13.5, 12],
          12, ["case", [">=", rank, 11], 22, [">=", rank, 9], 17, 13],
          15, ["case", [">=", rank, 8], 22, 14],
        ),
        "text-max-width": 7,
        "text-line-height": 1.1,
        "text-padding": zoomed(4, 6, 8, 10, 12, 8),
      },
      paint: {
        "text-color": f.city,
        "text-halo-color": f.city_halo,
        "text-halo-width": 1.4,
        "text-halo-blur": 0.4,
      },
    },
    places_subplace: { minzoom: 12 },
    water_waterway_label: {
      minzoom: 7,
      layout: { "text-size": zoomed(7, 10, 12, 12), "text-letter-spacing": 0.15, "symbol-spacing": 420 },
    },
    water_label_lakes: { layout: { "text-size": zoomed(6, 10, 9, 12, 12, 13), "text-max-width": 6 } },
    water_label_ocean: { layout: { "text-transform": "none", "text-letter-spacing": 0.2 } },
  };
}

function restyle(layer, change, f, lang) {
  const out = { ...layer, ...change };
  if (layer.type === "symbol") {
    out.layout = change?.filter ? change.layout : { ...layer.layout, ...change?.layout };
    if (layer.layout["text-field"]) out.layout["text-field"] = name(lang);
  } else if (change?.layout) {
    out.layout = { ...layer.layout, ...change.layout };
  }
  if (layer.id.startsWith("water_") && layer.type === "symbol") {
    out.paint = { ...out.paint, "text-color": f.water_label, "text-halo-color": f.city_halo, "text-halo-width": 0.8 };
  }
  return out;
}

// The built-up areas, which the package does not draw.
function urban(f) {
  return {
    id: "landuse_residential",
    type: "fill",
    source,
    "source-layer": "landuse",
    filter: ["==", ["get", "kind"], "residential"],
    paint: { "fill-color": f.landcover.urban_area, "fill-opacity": zoomed(6, 0.5, 8, 1) },
  };
}

export function layers(flavor, lang) {
  const change = changes(flavor, lang);
  const out = [];
  for (const layer of protomaps(source, flavor, { lang })) {
    if (dropped.has(layer.id)) continue;
    out.push(restyle(layer, change[layer.id], flavor, lang));
    if (layer.id === "earth") out.push(urban(flavor));
  }
  // Labels are placed from the last layer to the first: lakes before towns.
  const lakes = out.findIndex((l) => l.id === "water_label_lakes");
  out.splice(out.findIndex((l) => l.id === "places_country"), 0, ...out.splice(lakes, 1));
  for (const id of Object.keys(change)) {
    if (!out.some((l) => l.id === id)) throw new Error(`the layers' package has no layer ${id} any more`);
  }
  return out;
}
