// The two colour schemes. The subject of the map is the destinations, which
// are drawn as small saturated dots: everything here stays pale and close in
// tone, so that the dots are what is seen first.

const light = {
  background: "#b5d3e4",
  earth: "#f5f3ec",
  park_a: "#e4eddb",
  park_b: "#d5e6c8",
  hospital: "#f3ece9",
  industrial: "#eeece8",
  school: "#f2efe6",
  wood_a: "#e0ead8",
  wood_b: "#cfe0c3",
  pedestrian: "#f1eee7",
  scrub_a: "#e6edda",
  scrub_b: "#dbe6cc",
  glacier: "#f7fafb",
  sand: "#f2edda",
  beach: "#f4eed6",
  aerodrome: "#ebebee",
  runway: "#dfdfe4",
  water: "#b5d3e4",
  zoo: "#e2ebdd",
  military: "#eeebe6",
  road: "#ffffff",
  highway: "#fbf6e6",
  casing: "#dcd7cb",
  tunnel: "#f0ede6",
  railway: "#cfcac6",
  pier: "#e9e6de",
  buildings: "#e7e3da",
  country_line: "#9a8fa6",
  region_line: "#b9b0c2",
  city: "#33383f",
  city_halo: "#fbfaf6",
  region: "#8d8499",
  country: "#6c6279",
  water_label: "#4d7f9f",
  river: "#b5d3e4",
  road_label: "#7b766b",
  landcover: {
    barren: "#f3efe3",
    farmland: "#f3f2e4",
    forest: "#dfead6",
    glacier: "#fafcfd",
    grassland: "#eaf0de",
    scrub: "#e8eedb",
    urban_area: "#e9e5dd",
  },
};

const dark = {
  background: "#152637",
  earth: "#262b31",
  park_a: "#28322d",
  park_b: "#29362e",
  hospital: "#2d2c31",
  industrial: "#2a2d31",
  school: "#2c2e30",
  wood_a: "#28322d",
  wood_b: "#2a372f",
  pedestrian: "#2b2f34",
  scrub_a: "#29322e",
  scrub_b: "#2b352f",
  glacier: "#343b43",
  sand: "#303030",
  beach: "#32322f",
  aerodrome: "#2b2f36",
  runway: "#363b43",
  water: "#152637",
  zoo: "#29332f",
  military: "#2c2d30",
  road: "#3a4048",
  highway: "#474d54",
  casing: "#1f2327",
  tunnel: "#2c3137",
  railway: "#3b4047",
  pier: "#2f343a",
  buildings: "#2f343b",
  country_line: "#7d7690",
  region_line: "#565164",
  city: "#d9dde2",
  city_halo: "#1d2126",
  region: "#8f88a0",
  country: "#a79fb8",
  water_label: "#6d97b5",
  river: "#1e3a52",
  road_label: "#8d9299",
  landcover: {
    barren: "#2a2d31",
    farmland: "#282d30",
    forest: "#27312c",
    glacier: "#353c44",
    grassland: "#28302e",
    scrub: "#29312e",
    urban_area: "#30353b",
  },
};

// flavor spells our few colours out into the many names of the layers'
// package: roads of one kind look the same in tunnels and on bridges.
function flavor(c) {
  const f = { ...c, boundaries: c.region_line };
  for (const kind of ["other", "minor", "link", "major", "highway"]) {
    const road = kind === "highway" ? c.highway : c.road;
    f[`tunnel_${kind}_casing`] = c.casing;
    f[`tunnel_${kind}`] = c.tunnel;
    f[`bridges_${kind}_casing`] = c.casing;
    f[`bridges_${kind}`] = road;
  }
  for (const name of ["minor_service_casing", "minor_casing", "link_casing", "major_casing_late",
    "major_casing_early", "highway_casing_late", "highway_casing_early"]) {
    f[name] = c.casing;
  }
  for (const name of ["other", "minor_service", "minor_a", "minor_b", "link", "major"]) {
    f[name] = c.road;
  }
  Object.assign(f, {
    roads_label_minor: c.road_label,
    roads_label_minor_halo: c.city_halo,
    roads_label_major: c.road_label,
    roads_label_major_halo: c.city_halo,
    ocean_label: c.water_label,
    subplace_label: c.road_label,
    subplace_label_halo: c.city_halo,
    city_label: c.city,
    city_label_halo: c.city_halo,
    state_label: c.region,
    state_label_halo: c.city_halo,
    country_label: c.country,
    address_label: c.road_label,
    address_label_halo: c.city_halo,
    regular: "Noto Sans Regular",
    bold: "Noto Sans Medium",
    italic: "Noto Sans Italic",
  });
  return f;
}

export const flavors = { light: flavor(light), dark: flavor(dark) };
