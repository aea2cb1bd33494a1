// One map at work: brings data, view, list and card together.
import type { Job, Running } from "../bridge";
import { darkQuery, themeOf } from "../surroundings";
import type { Bounds, Marker, Poi, PoiQuery } from "../types";
import { ApiError, isAbort, isDenied } from "./api";
import { Attribution } from "./attribution";
import { type Bed, type Sleeper, watchSight } from "./awake";
import { cameraFor, firstCamera, type Sight } from "./camera";
import { Chips } from "./chips";
import { Controls } from "./controls";
import { Data } from "./data";
import { inBounds } from "./geo";
import { Ground } from "./ground";
import { Layout } from "./layout";
import { List } from "./list";
import { locate } from "./locate";
import { colorOf, lngLatOf, type Place } from "./places";
import { Search } from "./search";
import { Selection } from "./selection";
import { Status } from "./status";
import { reasonOf, type Text, textOf } from "./text";
import { debounce } from "./timing";
import { type Camera, View, type ViewActions } from "./view";

const settleMs = 350;

export class App implements Running, Sleeper {
	readonly ready: Promise<void>;
	visible = true;
	pinned = false;
	private readonly text: Text;
	private readonly layout: Layout;
	private readonly status: Status;
	private readonly list: List;
	private readonly chips: Chips | null;
	private readonly search: Search | null;
	private readonly controls: Controls;
	private readonly attribution: Attribution;
	private readonly data: Data;
	private readonly selection: Selection;
	private readonly ground: Ground;
	private readonly gone = new AbortController();
	private readonly seen: IntersectionObserver;
	private readonly reload = debounce(() => void this.loadArea(), settleMs);
	private readonly retold = debounce(() => this.updateList(), 60);
	private markers: Marker[];
	private theme: "light" | "dark";
	private view: View | null = null;
	private camera: Camera | null = null;
	private guest: Place | null = null;
	private broken = false;
	private drawn = false;

	constructor(private readonly job: Job, private readonly bed: Bed) {
		const { settings, lang, container } = job;
		const text = (this.text = textOf(lang));
		this.markers = settings.markers;
		this.theme = themeOf(container, settings.theme);
		this.layout = new Layout(job.shadow, text, lang, settings);
		this.status = new Status(text);
		this.data = new Data(job, settings.pois, settings.controls.includes("categories"), {
			waiting: (seconds) => this.status.say(text.waiting(seconds)),
			categories: (categories) => this.chips?.update(categories),
		});
		this.ground = new Ground(job, this.data.client, this.gone.signal, (seconds) => this.status.say(text.waiting(seconds)));
		this.selection = new Selection(job, this.data, text, {
			shown: (slug, poi) => this.showSelected(slug, poi),
			reveal: (place, card) => this.view?.reveal(place, card, this.layout.topHeight()),
			tell: (error) => this.tell(error),
		});
		this.list = new List(text, lang, {
			choose: (slug) => void this.select(slug),
			hover: (slug) => this.view?.setHovered(slug),
			close: () => this.openList(false),
		}, settings.list === "off");
		this.chips = settings.controls.includes("categories") ? new Chips(text, lang, (ids) => this.chooseCategories(ids)) : null;
		this.search = settings.controls.includes("search") ? this.makeSearch() : null;
		this.controls = new Controls(container, text, settings.controls, {
			zoom: (step) => this.view?.zoomBy(step),
			locate: () => this.locate(),
			toggleList: () => this.openList(!this.layout.listShown),
		});
		this.build();
		this.attribution = new Attribution(this.layout.stage, text);
		this.layout.mount();
		this.listen();
		this.seen = watchSight(container, (visible) => {
			const before = this.visible;
			this.visible = visible;
			if (visible && !before) void this.wake();
		});
		this.ready = this.begin();
	}

	async setPois(pois: PoiQuery | false, how?: { fit?: boolean }): Promise<void> {
		this.data.setAuthor(pois);
		await this.load(how?.fit !== false);
	}

	setMarkers(markers: Marker[]): void {
		this.markers = markers;
		this.view?.setMarkers(markers);
	}

	select(slug: string | null): Promise<void> {
		void this.wake();
		return slug === null ? this.selection.clear() : this.selection.choose(slug);
	}

	fitBounds(bounds: Bounds): void {
		this.camera = { bounds };
		this.view?.go({ bounds });
	}

	getMap(): unknown {
		this.pinned = true;
		void this.wake();
		return this.view?.map ?? null;
	}

	/** Gives its WebGL context to another map and shows a picture meanwhile. */
	async sleep(): Promise<void> {
		const view = this.view;
		if (!view) return;
		if (!this.visible) return this.putAway(view, null);
		await view.settled();
		if (this.view !== view || this.gone.signal.aborted) return;
		const picture = await view.picture();
		if (this.view === view) this.putAway(view, picture);
	}

	private putAway(view: View, picture: HTMLCanvasElement | null): void {
		this.camera = view.camera();
		this.view = null;
		view.destroy();
		this.layout.setPicture(picture);
	}

	destroy(): void {
		this.gone.abort();
		this.seen.disconnect();
		this.reload.cancel();
		this.retold.cancel();
		this.data.destroy();
		this.search?.destroy();
		this.controls.destroy();
		this.attribution.destroy();
		const view = this.view;
		this.view = null;
		view?.destroy();
		this.ground.destroy();
		this.layout.destroy();
		this.bed.leave(this);
	}

	private build(): void {
		const { layout } = this;
		if (this.search) layout.top.append(this.search.element);
		if (this.chips) layout.top.append(this.chips.element);
		layout.setTheme(this.theme);
		layout.stage.append(this.controls.element, layout.area, this.status.element, this.selection.card.element);
		layout.root.append(this.list.element);
		this.controls.setListOpen(layout.listShown);
	}

	private makeSearch(): Search {
		const q = this.job.settings.pois ? (this.job.settings.pois.q ?? "") : "";
		return new Search(this.text, {
			suggest: (text, signal) => {
				const center = this.view ? this.view.camera().center : null;
				return this.data.suggest(text, center && this.ground.config ? { center, bounds: this.ground.config.bounds } : null, signal);
			},
			choose: (poi) => {
				this.view?.go({ center: lngLatOf(poi), zoom: Math.max(12, this.view.map.getZoom()) });
				void this.selection.choose(poi.slug, poi);
			},
			submit: (text) => {
				this.data.setSearch(text);
				void this.load(true);
			},
		}, q);
	}

	private listen(): void {
		const { signal } = this.gone;
		this.layout.area.addEventListener("click", () => void this.loadArea());
		this.layout.root.addEventListener("keydown", (event) => {
			if (event.key !== "Escape") return;
			if (this.selection.slug !== null || this.selection.marker !== null) void this.selection.clear();
			else if (this.layout.listShown && this.job.settings.list === "off") this.openList(false);
			else return;
			event.stopPropagation();
		});
		for (const name of ["pointerdown", "focusin"]) this.layout.stage.addEventListener(name, () => void this.wake());
		document.addEventListener("fullscreenchange", () => this.view?.cooperate(document.fullscreenElement !== this.job.container), { signal });
		matchMedia(darkQuery).addEventListener("change", () => void this.applyTheme(), { signal });
		window.addEventListener("online", () => {
			if (!this.status.element.hidden) void this.load(false);
		}, { signal });
	}

	// The map is built as soon as its style is there, with the destinations if
	// they are there too, which they are unless the service is slow.
	private async begin(): Promise<void> {
		const loaded = this.load(true);
		for (;;) {
			try {
				await this.loadGround();
				break;
			} catch (error) {
				await loaded; // or it would clear the line
				if (this.gone.signal.aborted) return;
				this.tell(error as Error);
				this.fallBack(this.text.failedMap);
				await this.status.askAgain(reasonOf(error as Error, this.text, this.text.failedMap), !isDenied(error as Error));
				this.fallBack(null);
			}
		}
		await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 250))]);
		await this.wake();
	}

	private async loadGround(): Promise<void> {
		await this.ground.load(this.theme);
		if (this.ground.config) this.attribution.set(this.ground.config.usage.attribution);
	}

	private async applyTheme(): Promise<void> {
		const theme = themeOf(this.job.container, this.job.settings.theme);
		if (theme === this.theme) return;
		this.theme = theme;
		this.layout.setTheme(theme);
		try {
			await this.loadGround();
		} catch (error) {
			if (!isAbort(error)) this.tell(error as Error);
			return;
		}
		if (!this.view) return;
		this.camera = this.view.camera();
		this.view.destroy();
		this.view = null;
		this.rise();
	}

	/** Makes sure that there is a map, when a context is free for it. */
	private async wake(): Promise<void> {
		if (this.view || this.broken || !this.ground.style || this.gone.signal.aborted) return;
		await this.bed.wake(this);
	}

	/** Builds the map. */
	rise(): void {
		const { config, style } = this.ground;
		if (!config || !style || this.view || this.gone.signal.aborted) return;
		try {
			this.view = new View({
				element: this.layout.canvas, style, camera: this.camera ?? firstCamera(this.sight(), config), minZoom: config.minZoom, maxZoom: config.maxZoom,
				scale: this.job.settings.controls.includes("scale"), dark: this.theme === "dark",
				places: this.dots(), selected: this.selection.slug, markers: this.markers, text: this.text,
			}, this.viewActions());
		} catch (error) {
			this.broken = true;
			this.bed.leave(this);
			this.fallBack(this.text.noWebgl);
			this.tell(error as Error);
		}
	}

	/** Shows the list in the place of the map, and says why. */
	private fallBack(reason: string | null): void {
		this.layout.setFallback(reason);
		if (reason !== null) this.updateList();
	}

	private viewActions(): ViewActions {
		return {
			click: (slug) => void (slug ? this.selection.choose(slug) : this.selection.clear()),
			chooseMarker: (marker) => this.selection.chooseMarker(marker),
			moved: (byVisitor) => this.moved(byVisitor),
			drawn: () => {
				this.drawn = true;
				this.layout.setPicture(null);
				this.attribution.keep();
				this.retold();
			},
			failed: (error) => this.tell(error),
			lost: (lost) => {
				this.fallBack(lost ? this.text.lostWebgl : null);
				if (!lost) this.view?.setPlaces(this.dots());
			},
		};
	}

	private moved(byVisitor: boolean): void {
		const { view } = this;
		if (!view) return;
		const { center } = view.camera();
		this.camera = view.camera();
		this.job.emit("move", { center, zoom: view.map.getZoom(), bounds: view.bounds() });
		this.attribution.keep();
		this.retold();
		const { searchArea } = this.job.settings;
		if (!byVisitor || searchArea === "off" || this.data.query() === false) return;
		if (searchArea === "auto") this.reload();
		else this.layout.area.hidden = false;
	}

	private async loadArea(): Promise<void> {
		if (!this.view) return;
		this.data.setArea(this.view.bounds());
		await this.load(false);
	}

	private chooseCategories(ids: string[]): void {
		this.data.setCategories(ids);
		void this.load(false);
	}

	/** Loads the destinations; failures become a line with another try. */
	private async load(fit: boolean): Promise<void> {
		this.layout.area.hidden = true;
		this.layout.setProgress(true);
		try {
			await this.data.load();
		} catch (error) {
			if (isAbort(error)) return;
			this.layout.setProgress(false);
			this.tell(error as Error);
			this.status.fail(reasonOf(error as Error, this.text, this.text.failed), isDenied(error as Error) ? null : () => void this.load(fit));
			return;
		}
		this.layout.setProgress(false);
		this.status.clear();
		if (this.data.attribution) this.attribution.set(this.data.attribution);
		this.showPlaces(fit);
	}

	private showPlaces(fit: boolean): void {
		const { places, total } = this.data;
		this.view?.setPlaces(this.dots());
		if (fit && this.view) {
			const camera = cameraFor(this.sight());
			if (camera) this.view.go(camera);
		}
		if (this.drawn || this.layout.listShown) this.updateList(); // a list that nobody sees yet comes after the dots
		if (places.length === 0 && this.data.query() !== false) this.status.say(this.text.none);
		this.job.emit("load", { count: places.length, total, pois: places.map((place) => place.poi) });
	}

	private tell(error: Error): void {
		if (isAbort(error) || this.gone.signal.aborted) return;
		console.warn(`ServiceMap: ${error.message}`);
		this.job.emit("error", { error, status: error instanceof ApiError ? error.status : undefined });
	}

	// A destination that was chosen by its slug or in the search box may be none
	// of those on the map: it gets its dot for as long as it is chosen.
	private showSelected(slug: string | null, poi?: Poi): void {
		const known = !poi || this.data.places.some((place) => place.poi.slug === slug);
		const before = this.guest;
		this.guest = known ? null : { poi, color: colorOf(poi) };
		if (before !== this.guest) this.view?.setPlaces(this.dots());
		this.view?.setSelected(slug);
		this.list.setSelected(slug);
	}

	private dots(): Place[] {
		return this.guest ? [...this.data.places, this.guest] : this.data.places;
	}

	private sight(): Sight {
		return { settings: this.job.settings, query: this.data.query(), places: this.data.places, markers: this.markers };
	}

	private updateList(): void {
		const bounds = this.view?.bounds();
		this.list.update(this.data.places, this.data.total, ({ poi }) => !bounds || inBounds(bounds, lngLatOf(poi)));
	}

	private openList(open: boolean): void {
		if (open && !this.drawn) this.updateList();
		this.layout.setListOpen(open);
		this.controls.setListOpen(open);
		if (open) this.list.focus();
		else this.controls.list.focus({ preventScroll: true });
		this.view?.map.resize();
	}

	private locate(): void {
		locate(([lng, lat]) => {
			if (this.gone.signal.aborted) return;
			this.data.setFrom({ lat, lng });
			this.view?.setHere([lng, lat], this.text.located);
			this.view?.go({ center: [lng, lat], zoom: Math.max(11, this.view.map.getZoom()) });
			this.updateList();
			this.layout.area.hidden = this.data.query() === false || this.job.settings.searchArea === "off";
		}, () => this.status.fail(this.text.locateFailed, () => this.locate()));
	}
}
