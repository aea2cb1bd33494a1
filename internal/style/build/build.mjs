// Writes the templates of the map style that internal/style serves: one for
// each theme and language. @BASE@, @SOURCE@ and @ATTRIBUTION@ are filled in
// for each request. Usage: node build.mjs OUTPUT_DIRECTORY
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { flavors } from "./flavors.mjs";
import { layers, source } from "./layers.mjs";

const require = createRequire(import.meta.url);
const fonts = JSON.parse(readFileSync(new URL("fonts.json", import.meta.url), "utf8"));
const version = require(`${fonts.package}/package.json`).version;
const ranges = require(`${fonts.package}/unicode.json`);

function fontFaces() {
  const faces = {};
  for (const [name, variant] of Object.entries(fonts.faces)) {
    faces[name] = fonts.subsets.map((subset) => ({
      url: `@BASE@/assets/fonts/noto-sans/${version}/${subset}-${variant}.woff2`,
      "unicode-range": ranges[subset].split(","),
    }));
  }
  return faces;
}

function style(theme, lang) {
  return {
    version: 8,
    name: `servicemap ${theme} ${lang}`,
    metadata: { theme, lang },
    center: [10.4, 49.8],
    zoom: 5.5,
    sources: { [source]: { type: "vector", url: "@SOURCE@", attribution: "@ATTRIBUTION@" } },
    glyphs: `@BASE@/assets/glyphs/${version}/{fontstack}/{range}.pbf`,
    "font-faces": fontFaces(),
    layers: layers(flavors[theme], lang),
  };
}

const dir = process.argv[2];
mkdirSync(dir, { recursive: true });
for (const theme of ["light", "dark"]) {
  for (const lang of ["de", "en"]) {
    const text = JSON.stringify(style(theme, lang));
    const errors = validateStyleMin(JSON.parse(text.replaceAll("@BASE@", "https://map.example")));
    if (errors.length > 0) {
      console.error(errors.map((e) => `${theme} ${lang}: ${e.message}`).join("\n"));
      process.exit(1);
    }
    writeFileSync(join(dir, `${theme}-${lang}.json`), text);
  }
}
