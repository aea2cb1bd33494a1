// The list beside the map, and the chips of categories above it.
import type { Poi } from "../../../sdk/src/types";
import { byId, dot, el, fill, type Texts } from "./dom";

export interface Category {
	id: string;
	name: string;
	color: string;
}

export interface Counted extends Category {
	count: number;
}

const chipsAtFirst = 10;

export class Chips {
	private readonly element = byId("chips");
	private all = false;
	private shown: Counted[] = [];
	private chosen: string[] = [];

	constructor(private readonly texts: Texts, private readonly lang: string, private readonly choose: (ids: string[]) => void) {}

	/** Shows categories by count; those that are chosen stay, even at 0. */
	update(categories: Counted[], chosen: string[], known: Map<string, Category>): void {
		this.chosen = chosen;
		const counted = new Set(categories.map(({ id }) => id));
		const missing = chosen.filter((id) => !counted.has(id)).flatMap((id) => known.get(id) ?? []).map((c) => ({ ...c, count: 0 }));
		const isChosen = ({ id }: Counted) => chosen.includes(id);
		this.shown = [...categories.filter(isChosen), ...missing, ...categories.filter((c) => !isChosen(c))];
		this.draw();
	}

	private draw(): void {
		const focused = (document.activeElement as HTMLElement | null)?.dataset.id;
		const some = this.all ? this.shown : this.shown.slice(0, Math.max(chipsAtFirst, this.chosen.length));
		this.element.classList.toggle("all", this.all);
		this.element.replaceChildren(...some.map((category) => this.chip(category)));
		if (this.shown.length > chipsAtFirst) {
			const more = el("button", { type: "button", class: "chip", "data-id": "+", "aria-expanded": String(this.all) }, this.all ? this.texts.fewer : this.texts.more);
			more.addEventListener("click", () => {
				this.all = !this.all;
				this.draw();
			});
			this.element.append(more);
		}
		if (focused) this.element.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
	}

	private chip(category: Counted): HTMLElement {
		const pressed = this.chosen.includes(category.id);
		const count = el("span", { class: "n" }, category.count.toLocaleString(this.lang));
		const chip = el("button", { type: "button", class: "chip", "data-id": category.id, "aria-pressed": String(pressed) }, dot(category.color), `${category.name} `, count);
		chip.addEventListener("click", () => this.choose(pressed ? this.chosen.filter((id) => id !== category.id) : [...this.chosen, category.id]));
		return chip;
	}
}

export interface ListActions {
	select(slug: string): void;
	retry(): void;
}

export class List {
	private readonly element = byId<HTMLOListElement>("list");
	private readonly count = byId("count");
	private selected = "";

	constructor(private readonly texts: Texts, private readonly lang: string, private readonly page: string, private readonly colors: Map<string, Category>, private readonly actions: ListActions) {
		this.element.addEventListener("click", (event) => this.clicked(event));
	}

	show(pois: Poi[], total: number): void {
		const number = (n: number) => n.toLocaleString(this.lang);
		this.count.textContent =
			total === 0 ? this.texts["count.0"] ?? "" :
			total === 1 ? this.texts["count.1"] ?? "" :
			fill(pois.length < total ? this.texts["count.of"] : this.texts.count, { n: number(pois.length), total: number(total) });
		this.element.replaceChildren(...pois.map((poi) => this.item(poi)));
		if (total === 0) this.element.append(el("li", { class: "note" }, this.texts.empty));
		this.mark();
	}

	fail(message: string): void {
		this.count.textContent = message;
		const again = el("button", { type: "button", class: "button second" }, this.texts.retry);
		again.addEventListener("click", () => this.actions.retry());
		this.element.replaceChildren(el("li", { class: "note" }, again));
	}

	setSelected(slug: string, scroll: boolean): void {
		this.selected = slug;
		this.mark();
		if (scroll) this.card(slug)?.scrollIntoView({ block: "nearest" });
	}

	private mark(): void {
		this.element.querySelector('[aria-current="true"]')?.removeAttribute("aria-current");
		if (this.selected !== "") this.card(this.selected)?.setAttribute("aria-current", "true");
	}

	private card(slug: string): HTMLElement | null {
		return this.element.querySelector(`[data-slug="${CSS.escape(slug)}"]`);
	}

	private item(poi: Poi): HTMLElement {
		const color = this.colors.get(poi.categoryId ?? "")?.color ?? "#666666";
		const where = [poi.category, poi.locality ?? poi.travelRegion ?? poi.region].filter(Boolean).join(" · ");
		const tags = [poi.free && this.texts.free, poi.kids && this.texts.kids, (poi.mobility ?? 0) >= 3 && this.texts.stepfree].filter(Boolean).join(" · ");
		const href = this.page + encodeURIComponent(poi.slug);
		const card = el("a", { class: "card", href, "data-slug": poi.slug }, dot(color),
			el("span", { class: "card-text" }, el("strong", {}, poi.name), el("span", { class: "meta" }, where), tags !== "" && el("span", { class: "tags" }, tags)),
			poi.distanceKm !== undefined && el("span", { class: "distance" }, fill(this.texts.km, { n: kilometres(poi.distanceKm, this.lang) })));
		const more = el("a", { class: "icon more", href, "aria-label": fill(this.texts.details, { name: poi.name }) }, "›");
		return el("li", { class: "card-open" }, card, more);
	}

	// A plain click chooses on the map; everything else (new tab, the arrow) opens the page.
	private clicked(event: MouseEvent): void {
		const card = (event.target as Element).closest<HTMLElement>("[data-slug]");
		if (!card || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
		event.preventDefault();
		this.actions.select(card.dataset.slug ?? "");
	}
}

function kilometres(km: number, lang: string): string {
	return km.toLocaleString(lang, { maximumFractionDigits: km < 10 ? 1 : 0 });
}
