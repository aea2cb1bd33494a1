// The explorer: search, filters and list around the SDK's map. The address
// always says what is shown.
import type { Bounds, Poi, ServiceMapHandle } from "../../../sdk/src/types";
import { byId, config, copyFrom, debounce, el, fill, type Texts, themeEvent } from "./dom";
import { type Category, Chips, type Counted, List } from "./explorer-list";
import { boundsOf, emptyState, filterCount, paramsOf, queryOf, readState, round, type State, surroundings, writeState } from "./explorer-state";

interface Config {
	lang: "de" | "en";
	api: string;
	place: string;
	categories: Category[];
	texts: Texts;
}

interface PoisAnswer {
	items: Poi[];
	total: number;
}

const placeZoom = 12;

class Explorer {
	private readonly conf = config<Config>();
	private readonly known = new Map(this.conf.categories.map((c) => [c.id, c]));
	private readonly form = byId<HTMLFormElement>("search");
	private readonly q = byId<HTMLInputElement>("q");
	private readonly stage = byId("map");
	private readonly list: List;
	private readonly chips: Chips;
	private state: State = readState(location.search);
	private handle: ServiceMapHandle | null = null;
	private bounds: Bounds | undefined;
	private pois: Poi[] = [];
	/** The next move of the map is a consequence of what we asked for. */
	private expectMove = false;
	private counting: AbortController | null = null;
	private listing: AbortController | null = null;
	private readonly follow = debounce(250, () => void this.refresh(false));
	private readonly typed = debounce(300, () => this.searchFor(this.q.value));

	constructor() {
		const { texts, lang, place } = this.conf;
		this.list = new List(texts, lang, place, this.known, {
			select: (slug) => this.select(slug),
			retry: () => void this.refresh(false),
		});
		this.chips = new Chips(texts, lang, (ids) => {
			this.state.category = ids;
			void this.refresh(this.state.view === undefined);
		});
		this.fillForm();
		this.listen();
	}

	async start(): Promise<void> {
		if (this.state.place !== "" && !this.state.view) await this.goToPlace(this.state.place);
		if (window.ServiceMap) this.openMap();
		else this.withoutMap();
		void this.loadCounts();
	}

	// A link that names a destination alone shows it with its surroundings.
	private async goToPlace(slug: string): Promise<void> {
		try {
			const { item } = await this.get<{ item: Poi }>(`/pois/${encodeURIComponent(slug)}?lang=${this.conf.lang}`);
			this.state.place = item.slug;
			this.state.view = { lng: item.longitude, lat: item.latitude, zoom: placeZoom };
		} catch {
			this.state.place = "";
		}
	}

	private openMap(): void {
		const { view } = this.state;
		if (view) this.bounds = boundsOf(view, this.stage.clientWidth, this.stage.clientHeight);
		const handle = window.ServiceMap!.create(this.stage, {
			pois: queryOf(this.state, view && this.bounds), lang: this.conf.lang, searchArea: "off", photos: false,
			controls: ["zoom", "scale", "locate", "fullscreen"],
			center: view && [view.lng, view.lat], zoom: view?.zoom,
			theme: (document.documentElement.dataset.theme as "light" | "dark" | undefined) ?? "auto",
		});
		this.handle = handle;
		handle.on("load", ({ pois, total }) => {
			const first = this.pois.length === 0;
			this.pois = pois;
			this.list.show(pois, total);
			if (first && !this.state.view && pois.length === 1) void this.fit();
		});
		handle.on("move", (event) => this.moved(event.center, event.zoom, event.bounds));
		handle.on("select", ({ slug }) => this.selected(slug ?? ""));
		handle.on("deselect", () => this.selected(""));
		handle.on("error", ({ status }) => {
			if (status !== undefined) this.list.fail(this.conf.texts.error ?? "");
		});
		handle.on("ready", () => {
			if (this.state.place !== "") void this.choose(this.state.place);
		});
		Promise.resolve(handle).catch(() => undefined);
	}

	private withoutMap(): void {
		this.stage.append(el("p", { class: "note" }, this.conf.texts.nomap));
		void this.refresh(false);
	}

	/** Asks again; with `fit` the map then shows what was found. */
	private async refresh(fit: boolean): Promise<void> {
		if (fit) this.state.view = undefined;
		this.remember();
		void this.loadCounts();
		const query = queryOf(this.state, this.state.view && this.bounds);
		if (!this.handle) return this.loadList();
		const circle = query.lat !== undefined;
		await this.handle.setPois(query, { fit: fit && circle });
		this.expectMove = this.isMoving();
		if (fit && !circle) await this.fit();
	}

	// One destination alone is shown with its surroundings.
	private async fit(): Promise<void> {
		const bounds = surroundings(this.pois);
		if (!bounds || !this.handle) return;
		this.expectMove = true;
		this.handle.fitBounds(bounds);
		await new Promise((resolve) => setTimeout(resolve, 50)); // it begins a little later
		this.expectMove &&= this.isMoving();
	}

	private isMoving(): boolean {
		return this.handle?.getMap<{ isMoving(): boolean }>()?.isMoving() ?? false;
	}

	// Only while there is no map to do it.
	private async loadList(): Promise<void> {
		this.listing?.abort();
		this.listing = new AbortController();
		try {
			const answer = await this.get<PoisAnswer>(`/pois?${paramsOf(queryOf(this.state), this.conf.lang)}`, this.listing.signal);
			this.list.show(answer.items, answer.total);
		} catch (error) {
			if (!(error instanceof DOMException)) this.list.fail(this.conf.texts.error ?? "");
		}
	}

	private async loadCounts(): Promise<void> {
		this.counting?.abort();
		this.counting = new AbortController();
		const query = { ...queryOf(this.state, this.state.view && this.bounds), category: undefined, limit: undefined };
		try {
			const { items } = await this.get<{ items: Counted[] }>(`/categories?${paramsOf(query, this.conf.lang)}`, this.counting.signal);
			this.chips.update(items, this.state.category, this.known);
		} catch {
			// Chips without counts are of no use; those that are there stay.
		}
	}

	private async get<T>(path: string, signal?: AbortSignal): Promise<T> {
		const response = await fetch(this.conf.api + path, { signal });
		if (!response.ok) throw new Error(`status ${response.status}`);
		return (await response.json()) as T;
	}

	private moved(center: [number, number], zoom: number, bounds: Bounds): void {
		this.bounds = bounds;
		const ours = this.expectMove;
		this.expectMove = false;
		if (ours && !this.state.view) return;
		this.state.view = { lng: center[0], lat: center[1], zoom };
		if (!ours && this.state.radius_km !== "") Object.assign(this.state, { lat: round(center[1], 5), lng: round(center[0], 5) });
		this.remember();
		if (!ours) this.follow();
	}

	private select(slug: string): void {
		if (!this.handle) {
			location.href = this.conf.place + encodeURIComponent(slug);
			return;
		}
		void this.choose(slug);
		if (this.stage.getBoundingClientRect().top < 0) this.form.scrollIntoView({ block: "start" });
	}

	private async choose(slug: string): Promise<void> {
		await this.handle?.select(slug);
		this.expectMove ||= this.isMoving();
	}

	private selected(slug: string): void {
		this.state.place = slug;
		this.list.setSelected(slug, true);
		this.expectMove ||= slug !== "" && this.isMoving();
		this.remember();
	}

	private remember(): void {
		history.replaceState(null, "", location.pathname + writeState(this.state) + location.hash);
		const filters = filterCount(this.state);
		const label = byId("filters-label");
		label.textContent = fill(filters === 0 ? this.conf.texts["filters.0"] : this.conf.texts.filters, { n: filters });
		byId("toggle-filters").classList.toggle("active", filters > 0);
		byId("reset").hidden = writeState({ ...this.state, view: undefined, place: "" }) === "";
		byId("clear").hidden = this.q.value === "";
	}

	private searchFor(text: string): void {
		if (text.trim() === this.state.q) return;
		this.state.q = text.trim();
		void this.refresh(true);
	}

	private fillForm(): void {
		this.q.value = this.state.q;
		for (const name of ["kids", "seating", "free"] as const) this.field<HTMLInputElement>(name).checked = this.state[name];
		for (const name of ["min_mobility", "country_code", "region", "radius_km"] as const) {
			const field = this.field<HTMLSelectElement>(name);
			// A value from the address that is no choice, such as a travel region, becomes one.
			if (this.state[name] !== "" && ![...field.options].some(({ value }) => value === this.state[name])) field.add(new Option(this.state[name]));
			field.value = this.state[name];
		}
		this.showFilters(filterCount(this.state) > 0 && matchMedia("(min-width: 801px)").matches);
		this.remember();
	}

	private field<T extends HTMLElement>(name: string): T {
		return this.form.elements.namedItem(name) as unknown as T;
	}

	private showFilters(open: boolean): void {
		byId("filters").hidden = !open;
		byId("toggle-filters").setAttribute("aria-expanded", String(open));
	}

	private listen(): void {
		this.form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.searchFor(this.q.value);
			if (matchMedia("(pointer: coarse)").matches) this.q.blur(); // away with the keyboard
		});
		this.q.addEventListener("input", () => {
			byId("clear").hidden = this.q.value === "";
			this.typed();
		});
		byId("clear").addEventListener("click", () => {
			this.q.value = "";
			this.searchFor("");
			this.q.focus();
		});
		byId("filters").addEventListener("change", (event) => this.changed(event.target as HTMLInputElement | HTMLSelectElement));
		byId("toggle-filters").addEventListener("click", () => this.showFilters(byId("filters").hidden !== false));
		byId("reset").addEventListener("click", () => {
			this.state = { ...emptyState(), place: this.state.place };
			this.fillForm();
			void this.refresh(true);
		});
		byId("share").addEventListener("click", () => void this.share());
		window.addEventListener("popstate", () => location.reload());
		document.addEventListener(themeEvent, () => {
			this.handle?.destroy();
			this.openMap();
		});
	}

	private changed(field: HTMLInputElement | HTMLSelectElement): void {
		const { state } = this;
		switch (field.name) {
			case "kids":
			case "seating":
			case "free":
				state[field.name] = (field as HTMLInputElement).checked;
				return void this.refresh(state.view === undefined);
			case "min_mobility":
				state.min_mobility = field.value;
				return void this.refresh(state.view === undefined);
			case "radius_km": {
				state.radius_km = field.value;
				const [[west, south], [east, north]] = this.bounds ?? [[8, 47], [13, 53]];
				Object.assign(state, field.value === "" ? { lat: undefined, lng: undefined } : { lat: round((south + north) / 2, 5), lng: round((west + east) / 2, 5) });
				return void this.refresh(field.value !== "");
			}
			case "country_code":
			case "region":
				state[field.name] = field.value;
				return void this.refresh(true);
		}
	}

	private async share(): Promise<void> {
		const url = location.href;
		if (navigator.share && matchMedia("(pointer: coarse)").matches) {
			await navigator.share({ title: document.title, url }).catch(() => undefined);
			return;
		}
		await copyFrom(byId("share-label"), url, this.conf.texts.copied ?? "");
	}
}

void new Explorer().start();
