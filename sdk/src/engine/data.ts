// Which destinations a map shows: the author's question, narrowed by what the
// visitor searches, chooses and looks at, and the answer to it.
import type { Job } from "../bridge";
import { categoriesUrl, poisUrl, poiUrl } from "../request";
import type { Bounds, Poi, PoiQuery } from "../types";
import { type Client, clientFor, isAbort } from "./api";
import { boxOf } from "./geo";
import { type CategoriesAnswer, type Category, centerOf, knowsColors, learnColors, type Place, placesOf, poisOf, type PoisAnswer, withDistance } from "./places";

const suggestionLimit = 6;

export interface DataActions {
	waiting(seconds: number): void;
	categories(categories: Category[]): void;
}

export class Data {
	readonly client: Client;
	places: Place[] = [];
	total = 0;
	attribution = "";
	/** What distances are measured from. */
	from: { lat: number; lng: number } | null;
	private q: string | undefined;
	private categories: string[] = [];
	private box: PoiQuery["bbox"];
	private control: AbortController | null = null;
	private detailControl: AbortController | null = null;
	private pois: Poi[] = [];

	constructor(private readonly job: Job, private author: PoiQuery | false, private readonly wantCategories: boolean, private readonly actions: DataActions) {
		this.client = clientFor(job.base, job.settings.key);
		this.from = centerOf(author);
	}

	/** The question as it stands; false: none is asked. */
	query(): PoiQuery | false {
		if (!this.author) return false;
		const query: PoiQuery = { ...this.author };
		if (this.q !== undefined) {
			query.q = this.q;
			// A search goes beyond the author's circle, but stays with its filters.
			query.lat = query.lng = query.radius_km = undefined;
		}
		if (this.categories.length > 0) query.category = this.categories.join(",");
		if (this.box) {
			query.lat = query.lng = query.radius_km = undefined;
			query.bbox = this.box;
		}
		return query;
	}

	get restricted(): boolean {
		return this.q !== undefined || this.categories.length > 0;
	}

	setAuthor(pois: PoiQuery | false): void {
		this.author = pois;
		this.from = centerOf(pois);
		this.q = undefined;
		this.box = undefined;
	}

	setSearch(q: string): void {
		this.q = q === "" ? undefined : q;
		this.box = undefined;
	}

	setCategories(ids: string[]): void {
		this.categories = ids;
	}

	setArea(bounds: Bounds): void {
		this.box = boxOf(bounds);
	}

	/** Loads what the question asks for; an earlier load that is not done is given up. */
	async load(): Promise<void> {
		this.control?.abort();
		const control = (this.control = new AbortController());
		const query = this.query();
		if (!query) {
			this.set([], 0);
			return;
		}
		const ask = { signal: control.signal, early: this.job.early, waiting: this.actions.waiting };
		const first = this.wantCategories || this.pois.length === 0 ? this.loadCategories(query, control.signal) : undefined;
		first?.catch(() => undefined);
		const answer = await this.client.get<PoisAnswer>(poisUrl(this.job.base, query, this.job.lang), ask);
		const pois = poisOf(answer);
		const categories = await first;
		if (!knowsColors(pois)) await this.loadCategories(query, control.signal);
		control.signal.throwIfAborted();
		this.attribution = answer.attribution;
		this.set(pois, answer.total);
		if (categories) this.actions.categories(categories);
	}

	/** Measures from somewhere else from now on. */
	setFrom(from: { lat: number; lng: number }): void {
		this.from = from;
		this.places = placesOf(this.pois, from);
	}

	/** One destination with everything that is known of it. */
	async details(slug: string): Promise<Poi> {
		this.detailControl?.abort();
		this.detailControl = new AbortController();
		const { item } = await this.client.get<{ item: Poi }>(poiUrl(this.job.base, slug, this.job.lang), { signal: this.detailControl.signal });
		return withDistance(item, this.from);
	}

	async suggest(q: string, near: { center: [number, number]; bounds: Bounds } | null, signal: AbortSignal): Promise<Poi[]> {
		const author = this.author || {};
		// Beside a box the centre orders the hits and does not limit them.
		const where: PoiQuery = near ? { lng: round(near.center[0]), lat: round(near.center[1]), bbox: boxOf(near.bounds) } : {};
		const query: PoiQuery = { ...author, radius_km: undefined, lat: undefined, lng: undefined, bbox: undefined, ...where, q, limit: suggestionLimit };
		const pois = poisOf(await this.client.get<PoisAnswer>(poisUrl(this.job.base, query, this.job.lang), { signal }));
		if (!knowsColors(pois)) await this.loadCategories({}, signal);
		return pois;
	}

	destroy(): void {
		this.control?.abort();
		this.detailControl?.abort();
	}

	private set(pois: Poi[], total: number): void {
		this.pois = pois;
		this.total = total;
		this.places = placesOf(pois, this.from);
	}

	// Categories bring colours and counts. Dots without them are better than no dots.
	private async loadCategories(query: PoiQuery, signal: AbortSignal): Promise<Category[] | undefined> {
		try {
			const { items } = await this.client.get<CategoriesAnswer>(categoriesUrl(this.job.base, query, this.job.lang), { signal, early: this.job.early });
			learnColors(items);
			return items;
		} catch (error) {
			if (isAbort(error)) throw error;
			return undefined;
		}
	}
}

const round = (degrees: number) => Math.round(degrees * 100) / 100;
