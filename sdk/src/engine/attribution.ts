// Who is to be named for the map and its data. It is always there: if a page
// hides or removes it by accident, it comes back.
import { el } from "../dom";
import type { Text } from "./text";

const sources: readonly [RegExp, string][] = [
	[/OpenStreetMap/, "https://www.openstreetmap.org/copyright"],
	[/Protomaps/, "https://protomaps.com"],
	[/Natural Earth/, "https://www.naturalearthdata.com"],
];

/** The text in pieces, of which some are links. */
export function linked(text: string): { text: string; href?: string }[] {
	let pieces: { text: string; href?: string }[] = [{ text }];
	for (const [name, href] of sources) {
		pieces = pieces.flatMap((piece) => {
			const found = piece.href ? null : name.exec(piece.text);
			if (!found) return [piece];
			const end = found.index + found[0].length;
			return [{ text: piece.text.slice(0, found.index) }, { text: found[0], href }, { text: piece.text.slice(end) }].filter((p) => p.text);
		});
	}
	return pieces;
}

export class Attribution {
	readonly element: HTMLElement;
	private readonly observer: MutationObserver;
	private readonly size: ResizeObserver;
	private shown = "";

	constructor(private readonly parent: HTMLElement, text: Text) {
		this.element = el("div", { class: "attribution", role: "note", "aria-label": text.attribution });
		this.observer = new MutationObserver(() => this.keep());
		// What else stands at the foot of the map keeps clear of it.
		this.size = new ResizeObserver(() => parent.parentElement?.style.setProperty("--foot", `${this.element.offsetHeight}px`));
		this.size.observe(this.element);
		parent.append(this.element);
		this.observe();
	}

	set(text: string): void {
		this.shown = text;
		this.observer.disconnect();
		this.write();
		this.observe();
	}

	/** Puts right whatever keeps it from being seen. */
	keep(): void {
		this.observer.disconnect();
		if (this.element.parentNode !== this.parent) this.parent.append(this.element);
		if (this.element.textContent !== this.shown) this.write();
		for (const name of ["style", "hidden", "inert", "aria-hidden"]) this.element.removeAttribute(name);
		this.element.className = "attribution";
		const style = getComputedStyle(this.element);
		if (style.display === "none" || style.visibility !== "visible" || Number(style.opacity) < 0.5) {
			for (const [name, value] of [["display", "block"], ["visibility", "visible"], ["opacity", "1"]] as const) this.element.style.setProperty(name, value, "important");
		}
		this.observe();
	}

	destroy(): void {
		this.observer.disconnect();
		this.size.disconnect();
	}

	private write(): void {
		this.element.replaceChildren(...linked(this.shown).map(({ text, href }) => (href ? el("a", { href, target: "_blank", rel: "noopener" }, text) : text)));
	}

	private observe(): void {
		this.observer.observe(this.parent, { childList: true });
		this.observer.observe(this.element, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["style", "class", "hidden", "inert", "aria-hidden"] });
	}
}
