// What loader and engine know of each other. They are built together but may
// be of different releases within v1 (the npm package's loader beside the
// server's engine), so fields are only ever added here.
import type { Settings } from "./options";
import type { Bounds, EventName, Lang, MapEvents, Marker, PoiQuery } from "./types";

/** One map to be started. */
export interface Job {
	/** The page's element. */
	container: HTMLElement;
	/** Where the engine draws. The sheet of the loader is already adopted. */
	shadow: ShadowRoot;
	settings: Settings;
	lang: Lang;
	/** Root URL of the service, without a slash at its end. */
	base: string;
	/** URL of MapLibre's worker, which may be a Blob's. */
	worker: Promise<string>;
	/** Fetches the worker once more, after a failure. */
	workerAgain?: () => Promise<string>;
	/** Hands over a worker that runs the script of that URL already, if there is one. */
	spareWorker?: (url: string | URL) => Worker | null;
	/** Requests that are already under way, by URL. Whoever uses one takes it out. */
	early: Early;
	emit<E extends EventName>(event: E, detail: MapEvents[E]): void;
}

/** What is needed of a response. */
export type Answer = Pick<Response, "ok" | "status" | "headers" | "json">;

export type Early = Map<string, Promise<Answer>>;

/** A map at work. */
export interface Running {
	/** Settles when the map can be used. */
	readonly ready: Promise<void>;
	setPois(pois: PoiQuery | false, how?: { fit?: boolean }): Promise<void>;
	setMarkers(markers: Marker[]): void;
	select(slug: string | null): Promise<void>;
	fitBounds(bounds: Bounds): void;
	getMap(): unknown;
	destroy(): void;
}

export interface Engine {
	start(job: Job): Running;
}

/** The engine hands itself over by this event on its own script element. */
export const engineEvent = "service-map-engine";

/** Where the parts of the SDK are, relative to `<base>/sdk/v1/`. */
export interface Manifest {
	version: string;
	engine: Part;
	worker: Part;
}

export interface Part {
	path: string;
	integrity: string;
}
