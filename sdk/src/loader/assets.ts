// Brings the engine and its worker into the page, once, checked by their
// integrity hashes.
import { type Engine, engineEvent, type Manifest, type Part } from "../bridge";

export interface Assets {
	engine: Promise<Engine>;
	worker: Promise<string>;
}

/** How the parts of a service are found. */
export interface Place {
	base: string;
	manifest: Manifest | null;
	nonce: string;
}

const loaded = new Map<string, Assets>();

/** The parts for a service. A failure is forgotten, so that another try is one. */
export function assetsOf(place: Place): Assets {
	const known = loaded.get(place.base);
	if (known) return known;
	const manifest = place.manifest ? Promise.resolve(place.manifest) : fetchManifest(place.base);
	const root = `${place.base}/sdk/v1/`;
	const assets = {
		engine: manifest.then((m) => loadScript(root, m.engine, place.nonce)),
		worker: manifest.then((m) => fetchWorker(root, m.worker)),
	};
	loaded.set(place.base, assets);
	for (const part of [assets.engine, assets.worker]) part.catch(() => loaded.delete(place.base));
	return assets;
}

async function fetchManifest(base: string): Promise<Manifest> {
	const response = await fetch(`${base}/sdk/v1/manifest.json`, { credentials: "omit" });
	if (!response.ok) throw new Error(`load the manifest of the SDK: status ${response.status}`);
	return (await response.json()) as Manifest;
}

// A script element made by script passes policies with "strict-dynamic", its
// nonce those without, and its address those that list hosts.
function loadScript(root: string, part: Part, nonce: string): Promise<Engine> {
	return new Promise((resolve, reject) => {
		const script = document.createElement("script");
		script.async = true;
		script.crossOrigin = "anonymous";
		script.integrity = part.integrity;
		if (nonce) script.nonce = nonce;
		script.addEventListener(engineEvent, (event) => resolve((event as CustomEvent<Engine>).detail), { once: true });
		script.addEventListener("load", () => script.remove(), { once: true });
		script.addEventListener("error", () => {
			script.remove();
			reject(new Error(`load the engine of the SDK from ${script.src}: unreachable, blocked or changed`));
		}, { once: true });
		script.src = root + part.path;
		document.head.append(script);
	});
}

// The worker starts from a Blob: a worker's script has to come from the page's
// own origin.
async function fetchWorker(root: string, part: Part): Promise<string> {
	const response = await fetch(root + part.path, { credentials: "omit", integrity: part.integrity });
	if (!response.ok) throw new Error(`load the worker of the SDK: status ${response.status}`);
	return URL.createObjectURL(new Blob([await response.text()], { type: "text/javascript" }));
}
