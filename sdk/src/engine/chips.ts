// Categories to choose from, with how many destinations each has.
import { el } from "../dom";
import type { Lang } from "../types";
import type { Category } from "./places";
import { number, type Text } from "./text";

const shown = 10;

export class Chips {
	readonly element: HTMLElement;
	private readonly chosen = new Set<string>();
	private readonly known = new Map<string, Category>();

	constructor(text: Text, private readonly lang: Lang, private readonly choose: (ids: string[]) => void) {
		this.element = el("div", { class: "chips", role: "group", "aria-label": text.categories, hidden: true });
		this.element.addEventListener("click", (event) => {
			const id = (event.target as Element).closest<HTMLElement>("button")?.dataset.id;
			if (id) this.toggle(id);
		});
	}

	/** Shows these categories; chosen ones stay even if nothing of theirs is here. */
	update(categories: readonly Category[]): void {
		for (const category of categories) this.known.set(category.id, category);
		const counts = new Map(categories.map((c) => [c.id, c.count]));
		const kept = [...this.chosen].filter((id) => !counts.has(id)).map((id) => ({ ...this.known.get(id)!, count: 0 }));
		const first = categories.slice(0, shown);
		const late = categories.slice(shown).filter((c) => this.chosen.has(c.id));
		const root = this.element.getRootNode() as ShadowRoot | Document;
		const focused = (root.activeElement as HTMLElement | null)?.dataset.id;
		this.element.replaceChildren(...[...first, ...late, ...kept].map((category) => this.chip(category)));
		this.element.hidden = this.element.childElementCount === 0;
		if (focused) this.element.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
	}

	private chip(category: Category): HTMLElement {
		const dot = el("span", { class: "dot", "aria-hidden": "true" });
		dot.style.backgroundColor = category.color;
		return el("button", { type: "button", class: "chip", "data-id": category.id, "aria-pressed": this.chosen.has(category.id) ? "true" : "false" },
			dot, category.name, " ", el("span", { class: "count" }, number(this.lang, category.count)));
	}

	private toggle(id: string): void {
		if (!this.chosen.delete(id)) this.chosen.add(id);
		for (const button of this.element.querySelectorAll<HTMLElement>("button")) {
			button.setAttribute("aria-pressed", this.chosen.has(button.dataset.id!) ? "true" : "false");
		}
		this.choose([...this.chosen]);
	}
}
