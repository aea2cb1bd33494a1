// The place information: what a visitor reads about one destination, or about
// one of the page's own markers.
import { el } from "../dom";
import type { Lang, Marker, Poi } from "../types";
import { icon, type IconName } from "./icons";
import { readableHours } from "./hours";
import { subtitle, webAddress } from "./places";
import { distance, type Text } from "./text";

export interface CardActions {
	close(): void;
	retry(): void;
}

export class Card {
	readonly element: HTMLElement;
	private readonly title = el("h2", { id: "card-title", tabindex: -1 });
	private readonly body = el("div", { class: "card-body" });
	/** Where the focus was when the card opened. */
	private origin: HTMLElement | null = null;

	constructor(private readonly text: Text, private readonly lang: Lang, private readonly photos: boolean, private readonly actions: CardActions) {
		const close = el("button", { type: "button", class: "round close", "aria-label": text.close, title: text.close }, icon("close"));
		close.addEventListener("click", () => actions.close());
		this.element = el("section", { class: "card", role: "dialog", "aria-labelledby": "card-title", hidden: true }, el("header", {}, this.title, close), this.body);
	}

	get open(): boolean {
		return !this.element.hidden;
	}

	/** Shows what the search already told; details follow. */
	showSummary(poi: Poi, color: string): void {
		this.begin(poi.name);
		this.body.replaceChildren(...this.facts(poi, color), el("p", { class: "loading", role: "status" }, this.text.loading));
	}

	showDetails(poi: Poi, color: string): void {
		this.title.textContent = poi.name;
		this.body.replaceChildren(...this.facts(poi, color), ...this.details(poi));
	}

	/** Keeps what is known and offers another try for the rest. */
	showFailure(message: string, retry: boolean): void {
		this.body.querySelector(".loading")?.remove();
		this.body.querySelector(".failure")?.remove();
		const line = el("p", { class: "failure", role: "alert" }, icon("warning"), message);
		if (retry) {
			const again = el("button", { type: "button", class: "link" }, this.text.again);
			again.addEventListener("click", () => this.actions.retry(), { once: true });
			line.append(" ", again);
		}
		this.body.append(line);
	}

	showMarker(marker: Marker): void {
		this.begin(marker.title ?? marker.label ?? marker.id ?? "");
		this.body.replaceChildren();
	}

	/** Closes and gives the focus back to where it came from. */
	hide(): void {
		if (!this.open) return;
		const root = this.element.getRootNode() as ShadowRoot;
		const inside = root.activeElement !== null && this.element.contains(root.activeElement);
		this.element.hidden = true;
		if (inside && this.origin?.isConnected) this.origin.focus({ preventScroll: true });
		this.origin = null;
	}

	private begin(name: string): void {
		const root = this.element.getRootNode() as ShadowRoot;
		const active = root.activeElement;
		if (active instanceof HTMLElement && !this.element.contains(active)) this.origin = active;
		this.title.textContent = name;
		this.element.hidden = false;
		this.body.scrollTop = 0;
		// Only if the visitor is in the map: a map must not take the focus from the page.
		if (active) this.title.focus({ preventScroll: true });
	}

	private facts(poi: Poi, color: string): Node[] {
		const dot = el("span", { class: "dot", "aria-hidden": "true" });
		dot.style.backgroundColor = color;
		const nodes: Node[] = [el("p", { class: "subtitle" }, dot, subtitle(poi))];
		if (poi.distanceKm !== undefined) nodes.push(el("p", { class: "away" }, this.text.away(distance(this.lang, poi.distanceKm))));
		return nodes;
	}

	private details(poi: Poi): Node[] {
		const nodes: (Node | null)[] = [this.photo(poi), this.badges(poi)];
		if (poi.description) nodes.push(el("p", { class: "description" }, poi.description));
		nodes.push(this.contact(poi));
		if (poi.sources?.length) nodes.push(el("p", { class: "sources" }, this.text.data(sourceNames(poi))));
		return nodes.filter((node) => node !== null);
	}

	private photo(poi: Poi): Node | null {
		const url = webAddress(poi.image?.url);
		if (!poi.image || !url) return null;
		if (!this.photos) return el("p", { class: "sources" }, this.link(webAddress(poi.image.page) ?? url, this.text.photoOf(poi.name)));
		const img = el("img", { src: url, alt: this.text.photoOf(poi.name), loading: "lazy", decoding: "async", referrerpolicy: "no-referrer" });
		const credit = [poi.image.credit, poi.image.license].filter(Boolean).join(", ");
		const page = webAddress(poi.image.page);
		const line = credit ? this.text.photo(credit) : "";
		const figure = el("figure", {}, img, line && el("figcaption", {}, page ? this.link(page, line) : line));
		// A picture that is gone, or that the page's policy blocks, leaves no hole.
		img.addEventListener("error", () => figure.remove(), { once: true });
		return figure;
	}

	private badges(poi: Poi): Node | null {
		const items: [IconName, string][] = [];
		if (poi.kids) items.push(["kids", this.text.kids]);
		if (poi.seating) items.push(["seating", this.text.seating]);
		if (poi.free !== undefined) items.push(["free", poi.free ? this.text.free : this.text.paid]);
		if (poi.mobility !== undefined) items.push(["mobility", this.text.mobility(poi.mobility)]);
		if (items.length === 0) return null;
		return el("ul", { class: "badges" }, ...items.map(([name, text]) => el("li", {}, icon(name), text)));
	}

	private contact(poi: Poi): Node | null {
		const list = el("dl", { class: "contact" });
		const add = (name: IconName, term: string, ...content: (Node | string)[]) => {
			list.append(el("div", {}, el("dt", {}, icon(name), el("span", { class: "unseen" }, term)), el("dd", {}, ...content)));
		};
		if (poi.openingHours) add("hours", this.text.hours, ...readableHours(poi.openingHours, this.lang).map((line) => el("span", { class: "line" }, line)));
		if (poi.address) add("address", this.text.address, poi.address);
		if (poi.phone) add("phone", this.text.phone, el("a", { href: `tel:${poi.phone.replace(/[^+\d]/g, "")}` }, poi.phone));
		const website = webAddress(poi.website);
		if (website) add("website", this.text.website, this.link(website, new URL(website).host.replace(/^www\./, "")));
		return list.childElementCount > 0 ? list : null;
	}

	private link(href: string, text: string): HTMLAnchorElement {
		return el("a", { href, target: "_blank", rel: "noopener" }, text, el("span", { class: "unseen" }, ` (${this.text.newWindow})`));
	}
}

function sourceNames(poi: Poi): string {
	return (poi.sources ?? []).map(({ name, license }) => (license ? `${name} (${license})` : name)).join(", ");
}
