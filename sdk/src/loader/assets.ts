// Brings the engine and its worker into the page, once, checked by their
// integrity hashes.
import { type Engine, engineEvent, type Manifest, type Part } from "../bridge";

export interface Assets {
	engine: Engine;
	/** Of the same release as the engine. */
	worker: Promise<string>;
}

/** How the parts of a service are found. */
export interface Place {
	base: string;
	manifest: Manifest | null;
	nonce: string;
}

const loaded = new Map<string, Promise<Assets>>();

/** The parts for a service. A failure is forgotten, so that another try is one. */
export function assetsOf(place: Place): Promise<Assets> {
	const known = loaded.get(place.base);
	if (known) return known;
	const assets = load(place);
	loaded.set(place.base, assets);
	const forget = () => loaded.delete(place.base);
	assets.then(({ worker }) => worker.catch(forget), forget);
	return assets;
}

// A loader may come from a cache and know an engine that the server has since
// replaced: then the server is asked what it has.
async function load(place: Place): Promise<Assets> {
	const first = place.manifest ?? (await fetchManifest(place.base));
	try {
		return await loadParts(place, first);
	} catch (error) {
		if (!place.manifest) throw error;
		const now = await fetchManifest(place.base).catch(() => first);
		if (now.engine.path === first.engine.path) throw error;
		return loadParts(place, now);
	}
}

async function loadParts({ base, nonce }: Place, manifest: Manifest): Promise<Assets> {
	const root = `${base}/sdk/v1/`;
	const worker = fetchWorker(root, manifest.worker);
	worker.catch(() => undefined);
	return { engine: await loadScript(root, manifest.engine, nonce), worker };
}

async function fetchManifest(base: string): Promise<Manifest> {
	const response = await fetch(`${base}/sdk/v1/manifest.json`, { credentials: "omit", cache: "no-cache" });
	if (!response.ok) throw new Error(`load the manifest of the SDK: status ${response.status}`);
	return (await response.json()) as Manifest;
}

// A script element made by script passes policies with "strict-dynamic", its
// nonce those without, and its address those that list hosts.
function loadScript(root: string, part: Part, nonce: string): Promise<Engine> {
	return new Promise((resolve, reject) => {
		const script = document.createElement("script");
		script.async = true;
		script.fetchPriority = "high"; // by default such a script yields to everything else
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
// own origin. It is started at once, since that takes long, and does not wait
// for ever for a map that needs it.
async function fetchWorker(root: string, part: Part): Promise<string> {
	const response = await fetch(root + part.path, { credentials: "omit", integrity: part.integrity });
	if (!response.ok) throw new Error(`load the worker of the SDK: status ${response.status}`);
	const url = URL.createObjectURL(await response.blob());
	spare = { url, worker: new Worker(url, { type: "module" }) };
	setTimeout(() => spareWorker(url)?.terminate(), spareForMs);
	return url;
}

let spare: { url: string; worker: Worker } | null = null;
const spareForMs = 20_000;

/** A worker that runs the script of that URL already; whoever takes it has to end it. */
export function spareWorker(url: string | URL): Worker | null {
	if (spare?.url !== url) return null;
	const { worker } = spare;
	spare = null;
	return worker;
}
