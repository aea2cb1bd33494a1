// Builds the SDK: `node sdk/build.mjs OUT` writes what the server serves below
// /sdk/v1/; without OUT it writes the npm package's dist/.
//
// The engine and the worker live under a directory named for their content, so
// that they can be cached for ever; the loader knows their integrity hashes.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(await readFile(join(here, "package.json"), "utf8"));
const modules = join(here, "..", "node_modules");
const contained = ["maplibre-gl", "pmtiles", "fflate"];
const target = ["es2022", "chrome111", "firefox113", "safari16.4"];

const integrityOf = (bytes) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`;

// MapLibre's style sheet is for the most part about controls and popups that
// the SDK draws itself: their rules are left out, and what is empty then.
const drawnByUs = /-(?:ctrl-(?:group|icon|attrib|logo|zoom|compass|fullscreen|shrink|globe|terrain|geolocate)|ctrl button|attrib|popup|user-location|compact)/;
const withoutOurs = (css) => css
	.replace(/@keyframes[^{}]+\{(?:[^{}]+\{[^{}]*\})*\}/g, "")
	.replace(/([^{}]+)(\{[^{}]*\})/g, (rule, selectors, body) => {
		const kept = selectors.split(",").filter((selector) => !drawnByUs.test(selector));
		return selectors.startsWith("@") ? rule : kept.length > 0 ? kept.join(",") + body : "";
	})
	.replace(/@media[^{}]+\{\}/g, "");

// Style sheets become strings, minified.
const cssText = {
	name: "css-text",
	setup(b) {
		b.onLoad({ filter: /\.css$/ }, async ({ path }) => {
			const { outputFiles } = await build({ entryPoints: [path], minify: true, write: false, target, logLevel: "error", loader: { ".css": "css" } });
			const { text } = outputFiles[0];
			return { contents: path.endsWith("maplibre-gl.css") ? withoutOurs(text) : text, loader: "text" };
		});
	},
};

async function bundle(entry, format, options = {}) {
	const { outputFiles } = await build({
		entryPoints: [join(here, entry)], bundle: true, minify: true, write: false, format, target, legalComments: "none", plugins: [cssText],
		logOverride: { "empty-import-meta": "silent" }, ...options,
	});
	return Buffer.from(outputFiles[0].contents);
}

const constants = (manifest) => ({ SDK_VERSION: JSON.stringify(version), SDK_MANIFEST: JSON.stringify(manifest) });

// The terms of what the engine contains.
async function licenses() {
	const texts = await Promise.all(contained.map(async (name) => {
		const dir = join(modules, name);
		const file = (await readdir(dir)).find((f) => /^licen[cs]e/i.test(f));
		const terms = file ? await readFile(join(dir, file), "utf8") : JSON.parse(await readFile(join(dir, "package.json"), "utf8")).license;
		return `${name}\n${"=".repeat(name.length)}\n\n${terms.trim()}\n`;
	}));
	return Buffer.from(texts.join("\n\n"));
}

async function buildServed(out) {
	const engine = await bundle("src/engine/main.ts", "iife", {
		inject: [join(here, "src/engine/worker.ts")], // its Worker is the one that MapLibre uses
		banner: { js: `/*! Contains ${contained.join(", ")}: see ../licenses.txt */` },
	});
	// The maps of the sources are not served, so nothing may point to them.
	const source = await readFile(join(modules, "maplibre-gl/dist/maplibre-gl-worker.mjs"), "utf8");
	const worker = Buffer.from(source.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));
	const part = (name, bytes) => ({
		path: `${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}/${name}`,
		integrity: integrityOf(bytes),
	});
	const manifest = { version, engine: part("engine.js", engine), worker: part("worker.js", worker) };
	const define = constants(manifest);
	const loader = await bundle("src/loader/script.ts", "iife", { define });
	const module = await bundle("src/loader/module.ts", "esm", { define });
	const scripts = { "service-map.js": part("service-map.js", loader), "service-map.mjs": part("service-map.mjs", module) };
	const files = {
		[manifest.engine.path]: engine,
		[manifest.worker.path]: worker,
		"service-map.js": loader,
		"service-map.mjs": module,
		[scripts["service-map.js"].path]: loader,
		[scripts["service-map.mjs"].path]: module,
		"licenses.txt": await licenses(),
		"manifest.json": Buffer.from(JSON.stringify({ ...manifest, scripts })),
	};
	for (const [name, bytes] of Object.entries(files)) {
		await mkdir(join(out, dirname(name)), { recursive: true });
		await writeFile(join(out, name), bytes);
	}
}

async function buildPackage(out) {
	await rm(out, { recursive: true, force: true });
	await mkdir(out, { recursive: true });
	await writeFile(join(out, "index.js"), await bundle("src/loader/module.ts", "esm", { define: constants(null), minify: false }));
}

if (process.argv[2]) await buildServed(process.argv[2]);
else await buildPackage(join(here, "dist"));
