// A MapLibre map with destinations and markers: what is drawn, and what the
// visitor does to it. It can be taken away and built anew, which is how a
// page has more maps than a browser has WebGL contexts.
import { addProtocol, clearPrewarmedResources, type GeoJSONSource, Map as MapLibreMap, type MapMouseEvent, type MapOptions, Marker as MapLibreMarker, prewarm, ScaleControl, setWorkerUrl, type StyleSpecification } from "maplibre-gl";
import { Protocol } from "pmtiles";
import type { Job } from "../bridge";
import type { Bounds, Marker } from "../types";
import { dotsId, featuresOf, groundColors, reachPx, selectionFilters, sourceId, withDots } from "./dots";
import { markerElement } from "./marker";
import { type Place, lngLatOf } from "./places";
import type { Text } from "./text";
import { calm } from "./timing";
import { expectSpare } from "./worker";

export type Camera = { center: [number, number]; zoom: number } | { bounds: Bounds };

export interface Scene {
	element: HTMLElement;
	style: StyleSpecification;
	camera: Camera;
	minZoom: number;
	maxZoom: number;
	scale: boolean;
	dark: boolean;
	places: readonly Place[];
	selected: string | null;
	markers: readonly Marker[];
	text: Text;
}

export interface ViewActions {
	/** A dot was clicked, or with null the map beside them. */
	click(slug: string | null): void;
	chooseMarker(marker: Marker): void;
	/** The view has come to rest; `byVisitor` unless a program moved it. */
	moved(byVisitor: boolean): void;
	/** The first picture with destinations is there. */
	drawn(): void;
	failed(error: Error): void;
	lost(lost: boolean): void;
}

let prepared = false;
let users = 0;

/**
 * Tells MapLibre where its worker is and how tile archives are read, and starts
 * the worker: it takes longer than anything else until there are dots.
 */
export function prepare(worker: string, spare: Job["spareWorker"]): void {
	if (!prepared) {
		prepared = true;
		setWorkerUrl(worker);
		addProtocol("pmtiles", new Protocol({ metadata: false }).tile);
	}
	expectSpare(spare);
	if (++users === 1) prewarm();
}

/** Takes back one `prepare`; the last one ends the worker. */
export function rest(): void {
	if (--users === 0) clearPrewarmedResources();
}

export class View {
	readonly map: MapLibreMap;
	private markers: MapLibreMarker[] = [];
	private hovered: string | null = null;
	private here: MapLibreMarker | null = null;
	private aim: number | null = null;

	constructor(private readonly scene: Scene, private readonly actions: ViewActions) {
		this.map = new MapLibreMap(options(scene));
		this.map.touchZoomRotate.disableRotation();
		this.map.keyboard.disableRotation();
		if (scene.scale) this.map.addControl(new ScaleControl({ unit: "metric", maxWidth: 90 }), "bottom-left");
		this.setMarkers(scene.markers);
		this.listen();
		this.floodWhenIdle();
	}

	setPlaces(places: readonly Place[]): void {
		this.whenStyled(() => this.map.getSource<GeoJSONSource>(sourceId)?.setData(featuresOf(places)));
	}

	setSelected(slug: string | null): void {
		this.whenStyled(() => {
			for (const [layer, filter] of selectionFilters(slug)) this.map.setFilter(layer, filter as never);
		});
	}

	setHovered(slug: string | null): void {
		if (slug === this.hovered || !this.map.getSource(sourceId)) return;
		if (this.hovered !== null) this.map.setFeatureState({ source: sourceId, id: this.hovered }, { hover: false });
		if (slug !== null) this.map.setFeatureState({ source: sourceId, id: slug }, { hover: true });
		this.hovered = slug;
	}

	setMarkers(markers: readonly Marker[]): void {
		for (const marker of this.markers) marker.remove();
		this.markers = markers.map((marker) => {
			const element = markerElement(marker);
			element.addEventListener("click", (event) => {
				event.stopPropagation();
				element.focus({ preventScroll: true }); // the map's own gestures keep browsers from doing so
				this.actions.chooseMarker(marker);
			});
			return new MapLibreMarker({ element, anchor: "bottom" }).setLngLat([marker.lng, marker.lat]).addTo(this.map);
		});
	}

	/** Marks where the visitor is. */
	setHere(position: [number, number], label: string): void {
		if (!this.here) {
			const element = document.createElement("div");
			element.className = "here";
			element.setAttribute("role", "img");
			element.setAttribute("aria-label", label);
			this.here = new MapLibreMarker({ element });
		}
		this.here.setLngLat(position).addTo(this.map);
	}

	/** Goes there; in one step for those who want no motion. */
	go(camera: Camera, animate = true): void {
		const motion = animate && !calm() ? {} : { duration: 0 };
		if ("bounds" in camera) this.map.fitBounds(camera.bounds, { ...fitting(this.scene.element), linear: true, ...motion });
		else this.map.easeTo({ center: camera.center, zoom: camera.zoom, ...motion });
	}

	/** Brings a place into the free part of the map, below what stands on top and beside the card. */
	reveal(place: Place, covered: DOMRect, topPx: number): void {
		const frame = this.scene.element.getBoundingClientRect();
		const box = new DOMRect(frame.x, frame.y + topPx, frame.width, frame.height - topPx);
		const at = this.map.project(lngLatOf(place.poi));
		const [x, y] = [at.x + frame.left, at.y + frame.top];
		const inside = x > box.left + 24 && x < box.right - 24 && y > box.top + 24 && y < box.bottom - 24;
		const under = x > covered.left - 24 && x < covered.right + 24 && y > covered.top - 24 && y < covered.bottom + 24;
		if (inside && !under) return;
		this.map.easeTo({ center: lngLatOf(place.poi), offset: freeOffset(frame, box, covered), duration: calm() ? 0 : 400 });
	}

	/** Zooms by whole steps; quick clicks add up, also while the map still moves. */
	zoomBy(step: 1 | -1): void {
		const from = this.map.isZooming() && this.aim !== null ? this.aim : this.map.getZoom();
		this.aim = Math.min(Math.max(from + step, this.scene.minZoom), this.scene.maxZoom);
		this.map.easeTo({ zoom: this.aim, duration: calm() ? 0 : 250 });
	}

	bounds(): Bounds {
		const b = this.map.getBounds();
		return [[b.getWest(), b.getSouth()], [b.getEast(), b.getNorth()]];
	}

	camera(): Camera & { center: [number, number] } {
		const { lng, lat } = this.map.getCenter();
		return { center: [lng, lat], zoom: this.map.getZoom() };
	}

	/** A still picture of the map, taken while a frame is drawn. */
	picture(): Promise<HTMLCanvasElement> {
		const copy = document.createElement("canvas");
		return new Promise((resolve) => {
			this.map.once("render", () => {
				const canvas = this.map.getCanvas();
				copy.width = canvas.width;
				copy.height = canvas.height;
				copy.getContext("2d")?.drawImage(canvas, 0, 0);
				resolve(copy);
			});
			this.map.triggerRepaint();
		});
	}

	/** Resolves when everything is drawn. Tiles that never come must not hold up others. */
	async settled(): Promise<void> {
		if (!this.map.loaded()) await new Promise<void>((resolve) => {
			this.map.once("idle", () => resolve());
			setTimeout(resolve, 5000);
		});
	}

	cooperate(on: boolean): void {
		if (on) this.map.cooperativeGestures.enable();
		else this.map.cooperativeGestures.disable();
	}

	destroy(): void {
		this.setMarkers([]);
		this.here?.remove();
		this.map.remove();
	}

	private whenStyled(call: () => void): void {
		if (this.map.getSource(sourceId)) call();
		else this.map.once("style.load", call);
	}

	private listen(): void {
		const { map, actions } = this;
		map.on("error", ({ error }) => actions.failed(error instanceof Error ? error : new Error(String(error))));
		map.on("click", (event) => actions.click(this.dotAt(event)));
		map.on("mousemove", (event) => {
			const slug = this.dotAt(event);
			this.setHovered(slug);
			map.getCanvas().style.cursor = slug ? "pointer" : "";
		});
		map.on("mouseout", () => this.setHovered(null));
		let byVisitor = false;
		map.on("movestart", (event) => {
			byVisitor ||= Boolean((event as { originalEvent?: unknown }).originalEvent);
		});
		map.on("moveend", () => {
			actions.moved(byVisitor);
			byVisitor = false;
		});
		map.on("webglcontextlost", () => actions.lost(true));
		map.on("webglcontextrestored", () => actions.lost(false));
		const drawn = () => {
			if (!map.getSource(sourceId) || !map.isSourceLoaded(sourceId)) return;
			map.off("render", drawn);
			actions.drawn();
		};
		map.on("render", drawn);
	}

	private floodWhenIdle(): void {
		const ground = groundColors(this.scene.style);
		if (ground) this.map.once("idle", () => this.map.setPaintProperty(ground.layer, "background-color", ground.sea));
	}

	private dotAt(event: MapMouseEvent): string | null {
		if (!this.map.getLayer(dotsId)) return null;
		const touch = (event.originalEvent as PointerEvent).pointerType === "touch" || matchMedia("(pointer: coarse)").matches;
		const reach = touch ? reachPx.touch : reachPx.mouse;
		const { x, y } = event.point;
		let best: string | null = null;
		let nearest = Infinity;
		for (const feature of this.map.queryRenderedFeatures([[x - reach, y - reach], [x + reach, y + reach]], { layers: [dotsId] })) {
			const at = this.map.project((feature.geometry as GeoJSON.Point).coordinates as [number, number]);
			const away = (at.x - x) ** 2 + (at.y - y) ** 2;
			if (away < nearest) [nearest, best] = [away, String(feature.properties.slug)];
		}
		return best;
	}
}

function options(scene: Scene): MapOptions {
	const { text } = scene;
	return {
		container: scene.element,
		style: withDots(scene.style, scene.places, scene.selected, scene.dark),
		...("bounds" in scene.camera ? { bounds: scene.camera.bounds, fitBoundsOptions: fitting(scene.element) } : scene.camera),
		minZoom: scene.minZoom,
		maxZoom: scene.maxZoom,
		attributionControl: false,
		cooperativeGestures: true,
		dragRotate: false,
		pitchWithRotate: false,
		touchPitch: false,
		validateStyle: false,
		fadeDuration: calm() ? 0 : 200,
		locale: {
			"Map.Title": text.mapKeys,
			"CooperativeGesturesHandler.WindowsHelpText": text.scrollHint,
			"CooperativeGesturesHandler.MacHelpText": text.scrollHintMac,
			"CooperativeGesturesHandler.MobileHelpText": text.touchHint,
		},
	};
}

function fitting(element: HTMLElement): { padding: number; maxZoom: number } {
	return { padding: Math.round(Math.min(48, element.clientWidth / 8, element.clientHeight / 8)), maxZoom: 14 };
}

// From the middle of the map to the middle of what is free.
function freeOffset(frame: DOMRect, box: DOMRect, covered: DOMRect): [number, number] {
	const middle = frame.top + frame.height / 2;
	if (covered.width < box.width * 0.7) return [(covered.right - box.left) / 2, (box.top + box.bottom) / 2 - middle];
	return [0, (box.top + Math.max(covered.top, box.top)) / 2 - middle];
}
