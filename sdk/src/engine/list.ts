// The destinations as a list: for those who cannot see or point at dots, and
// for everybody when there is no WebGL. One stop for the Tab key; arrow keys
// go through it.
import { el } from "../dom";
import type { Lang } from "../types";
import { icon } from "./icons";
import { type Place, subtitle } from "./places";
import { distance, type Text } from "./text";

export interface ListActions {
	choose(slug: string): void;
	hover(slug: string | null): void;
	close(): void;
}

export class List {
	readonly element: HTMLElement;
	private readonly heading = el("h2", {});
	private readonly items = el("ul", {});
	private readonly empty: HTMLElement;
	private readonly buttons = new Map<string, HTMLButtonElement>();
	private selected: string | null = null;

	constructor(private readonly text: Text, private readonly lang: Lang, private readonly actions: ListActions, closable: boolean) {
		this.empty = el("p", { class: "empty", hidden: true }, text.none);
		const header = el("header", {}, this.heading);
		if (closable) {
			const close = el("button", { type: "button", class: "round close", "aria-label": text.hideList, title: text.hideList }, icon("close"));
			close.addEventListener("click", () => actions.close());
			header.append(close);
		}
		this.element = el("section", { class: "list", "aria-label": text.list }, header, this.items, this.empty);
		this.items.addEventListener("click", (event) => this.onClick(event));
		this.items.addEventListener("keydown", (event) => this.onKey(event));
		this.items.addEventListener("pointerover", (event) => actions.hover(slugAt(event)));
		this.items.addEventListener("pointerleave", () => actions.hover(null));
		this.items.addEventListener("focusin", (event) => this.onFocus(event));
		this.items.addEventListener("focusout", () => actions.hover(null));
	}

	/** Places in the order given; those that the map shows go first. */
	update(places: readonly Place[], total: number, visible: (place: Place) => boolean): void {
		const root = this.element.getRootNode() as ShadowRoot | Document;
		const active = root.activeElement;
		const focused = active instanceof HTMLButtonElement && this.items.contains(active) ? active.dataset.slug : undefined;
		this.heading.textContent = this.text.places(places.length, total);
		this.empty.hidden = places.length > 0;
		const old = new Map(this.buttons);
		this.buttons.clear();
		const shown = places.map((place) => ({ place, inView: visible(place) }));
		const rows = [...shown.filter((s) => s.inView), ...shown.filter((s) => !s.inView)].map(({ place, inView }) => this.row(place, inView, old.get(place.poi.slug)));
		this.items.replaceChildren(...rows);
		this.setSelected(this.selected);
		if (focused) this.buttons.get(focused)?.focus({ preventScroll: true });
	}

	setSelected(slug: string | null): void {
		this.selected = slug;
		for (const [key, button] of this.buttons) {
			if (key === slug) button.setAttribute("aria-current", "true");
			else button.removeAttribute("aria-current");
		}
		const chosen = slug ? this.buttons.get(slug) : undefined;
		this.setStop(chosen ?? this.buttons.values().next().value);
		if (chosen) scrollWithin(this.items, chosen);
	}

	/** Puts the focus on the chosen destination, or on the first. */
	focus(): void {
		const target = this.items.querySelector<HTMLElement>('[tabindex="0"]') ?? this.heading;
		if (target === this.heading) this.heading.tabIndex = -1;
		target.focus({ preventScroll: true });
	}

	// A destination keeps its button, so that the focus finds its way back to it.
	private row({ poi, color }: Place, inView: boolean, old?: HTMLButtonElement): HTMLElement {
		const dot = el("span", { class: "dot", "aria-hidden": "true" });
		dot.style.backgroundColor = color;
		const button = old ?? el("button", { type: "button", tabindex: -1, "data-slug": poi.slug });
		button.classList.toggle("outside", !inView);
		button.replaceChildren(
			dot,
			el("span", { class: "names" }, el("span", { class: "name" }, poi.name), el("span", { class: "subtitle" }, subtitle(poi))),
			poi.distanceKm === undefined ? "" : el("span", { class: "away" }, distance(this.lang, poi.distanceKm)));
		this.buttons.set(poi.slug, button);
		return el("li", {}, button);
	}

	private setStop(button: HTMLButtonElement | undefined): void {
		for (const other of this.items.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
		button?.setAttribute("tabindex", "0");
	}

	private onClick(event: Event): void {
		const slug = slugAt(event);
		if (slug) this.actions.choose(slug);
	}

	private onFocus(event: Event): void {
		const button = (event.target as Element).closest<HTMLButtonElement>("button[data-slug]");
		if (!button) return;
		this.setStop(button);
		this.actions.hover(button.dataset.slug ?? null);
	}

	private onKey(event: KeyboardEvent): void {
		const all = [...this.items.querySelectorAll<HTMLButtonElement>("button[data-slug]")];
		const at = all.indexOf((event.target as Element).closest("button")!);
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
		if (to === undefined || at < 0) return;
		event.preventDefault();
		const next = all[Math.min(Math.max(to, 0), all.length - 1)]!;
		next.focus({ preventScroll: true });
		scrollWithin(this.items, next);
	}
}

function slugAt(event: Event): string | null {
	return (event.target as Element).closest<HTMLElement>("[data-slug]")?.dataset.slug ?? null;
}

// Element.scrollIntoView would also scroll the page.
function scrollWithin(scroller: HTMLElement, item: HTMLElement): void {
	const box = scroller.getBoundingClientRect();
	const row = item.getBoundingClientRect();
	if (row.top < box.top) scroller.scrollTop -= box.top - row.top + 8;
	else if (row.bottom > box.bottom) scroller.scrollTop += row.bottom - box.bottom + 8;
}
