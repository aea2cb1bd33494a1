// The public types of the SDK: what page authors write and what they get back.

/** Which destinations a map shows; the parameters of `GET /api/v1/pois`. */
export interface PoiQuery {
	/** Search term. */
	q?: string;
	/** Centre of the search; `lat` and `lng` come together. */
	lat?: number;
	lng?: number;
	/** Search radius in kilometres, above 0 and up to 500; 80 when absent. */
	radius_km?: number;
	/** Maximum number of destinations, 1 to 400; 80 when absent. */
	limit?: number;
	/** A category's id or name; several, comma-separated, are alternatives. */
	category?: string;
	country_code?: "DE" | "AT" | "CH";
	/** Federal state, canton or travel region. */
	region?: string;
	/** Only destinations known to be child-friendly. */
	kids?: boolean;
	/** Only destinations known to have places to sit and rest. */
	seating?: boolean;
	/** Only destinations known to be free of charge. */
	free?: boolean;
	/** Minimum mobility value, 0 to 5. */
	min_mobility?: number;
	/** Bounding box `[west, south, east, north]`. */
	bbox?: [west: number, south: number, east: number, north: number];
}

/** A marker of the page's own. */
export interface Marker {
	id?: string;
	/** What a click on the marker shows; also its name for screen readers. */
	title?: string;
	/** A short text in the marker, such as "A" or "7". */
	label?: string;
	lat: number;
	lng: number;
	/** `#rrggbb` */
	color?: string;
}

export type Control = "zoom" | "scale" | "fullscreen" | "locate" | "search" | "list" | "categories";
export type Lang = "de" | "en";
export type Theme = "light" | "dark" | "auto";
export type ListPlace = "beside" | "below" | "off";
export type SearchArea = "button" | "auto" | "off";
export type Consent = "none" | "ask" | "remember";

/** The options of `ServiceMap.create`. Everything is optional. */
export interface MapOptions {
	pois?: PoiQuery | false;
	/** `[lng, lat]` */
	center?: [lng: number, lat: number];
	zoom?: number;
	controls?: Control[];
	markers?: Marker[];
	/** API key, sent in the header `X-Service-Key`. */
	key?: string;
	/** Language; the page's own (`lang` attribute) when absent. */
	lang?: Lang;
	/** Colours; those of the page (CSS `color-scheme`) when absent. */
	theme?: Theme;
	/** Where the list of destinations stands. */
	list?: ListPlace;
	/** How destinations of the visible area are loaded once the visitor has moved the map. */
	searchArea?: SearchArea;
	/** `ask` and `remember`: nothing is requested before the visitor agrees. */
	consent?: Consent;
	/** Whether the place information shows photos, which come from other hosts; a link to them stands in their place. */
	photos?: boolean;
	/** Root URL of the service; where the SDK was loaded from when absent. */
	baseUrl?: string;
}

/** A destination as `/api/v1/pois` describes it. */
export interface Poi {
	slug: string;
	name: string;
	latitude: number;
	longitude: number;
	category: string;
	categoryId?: string;
	countryCode?: string;
	region?: string;
	travelRegion?: string;
	locality?: string;
	kids?: boolean;
	seating?: boolean;
	free?: boolean;
	mobility?: number;
	distanceKm?: number;
	description?: string;
	website?: string;
	phone?: string;
	openingHours?: string;
	address?: string;
	image?: { url: string; page?: string; credit?: string; license?: string };
	sources?: { name: string; license?: string }[];
}

/** `[[west, south], [east, north]]` */
export type Bounds = [[west: number, south: number], [east: number, north: number]];

/** What listeners are told, by event. */
export interface MapEvents {
	/** The map can be used. */
	ready: { handle: ServiceMapHandle };
	/** Destinations were loaded. */
	load: { count: number; total: number; pois: Poi[] };
	/** A destination or one of the page's markers was chosen. */
	select: { slug?: string; poi?: Poi; marker?: Marker };
	/** Nothing is chosen any more. */
	deselect: { slug?: string; marker?: Marker };
	/** The view has come to rest somewhere else. */
	move: { center: [lng: number, lat: number]; zoom: number; bounds: Bounds };
	/** Something failed; the map goes on as well as it can. */
	error: { error: Error; status?: number };
}

export type EventName = keyof MapEvents;
export type Listener<E extends EventName> = (event: MapEvents[E]) => void;

/** A map in a page. */
export interface ServiceMapHandle {
	/** The element that holds the map. DOM events `service-map-<event>` bubble from it. */
	readonly container: HTMLElement;
	on<E extends EventName>(event: E, listener: Listener<E>): this;
	off<E extends EventName>(event: E, listener: Listener<E>): this;
	/**
	 * Shows other destinations; resolves when they are loaded. The view goes to
	 * them, unless `fit` is false.
	 */
	setPois(pois: PoiQuery | false, how?: { fit?: boolean }): Promise<void>;
	setMarkers(markers: Marker[]): void;
	/** Chooses a destination by its slug, or nothing with `null`. */
	select(slug: string | null): Promise<void>;
	fitBounds(bounds: Bounds): void;
	/**
	 * The MapLibre map, or `null` as long as there is none (still loading, no
	 * WebGL). A map that was handed out is never put to sleep. The types of
	 * MapLibre are the caller's: `handle.getMap<import("maplibre-gl").Map>()`.
	 */
	getMap<M = unknown>(): M | null;
	/** Removes the map and everything that belongs to it. */
	destroy(): void;
}

/**
 * What `create` returns: usable at once (calls wait for the map), and with
 * `await`, which loads the map without waiting for it to be scrolled to.
 */
export interface PendingServiceMapHandle extends ServiceMapHandle, PromiseLike<ServiceMapHandle> {}

export interface ServiceMapGlobal {
	readonly version: string;
	/** Resolves as soon as `create` can be called; for scripts that come late. */
	readonly ready: Promise<ServiceMapGlobal>;
	/** Puts a map into an element, given itself or by a CSS selector. */
	create(target: string | Element, options?: MapOptions): PendingServiceMapHandle;
	/** The map that is in an element, however it came there. */
	get(target: string | Element): ServiceMapHandle | null;
	/** Agrees, in the visitor's name, to load every map that asks for consent. */
	consent(): void;
}

declare global {
	interface Window {
		ServiceMap?: ServiceMapGlobal;
	}
	interface WindowEventMap {
		"service-map-sdk-ready": CustomEvent<ServiceMapGlobal>;
	}
	interface HTMLElementEventMap {
		"service-map-ready": CustomEvent<MapEvents["ready"]>;
		"service-map-load": CustomEvent<MapEvents["load"]>;
		"service-map-select": CustomEvent<MapEvents["select"]>;
		"service-map-deselect": CustomEvent<MapEvents["deselect"]>;
		"service-map-move": CustomEvent<MapEvents["move"]>;
		"service-map-error": CustomEvent<MapEvents["error"]>;
	}
}
