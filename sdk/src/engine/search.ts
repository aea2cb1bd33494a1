// The search box: suggestions while typing, by the pattern of a combobox with
// a list of options.
import { el } from "../dom";
import type { Poi } from "../types";
import { icon } from "./icons";
import { colorOf, subtitle } from "./places";
import type { Text } from "./text";
import { isAbort } from "./api";
import { debounce } from "./timing";

export interface SearchActions {
	suggest(q: string, signal: AbortSignal): Promise<Poi[]>;
	choose(poi: Poi): void;
	/** Shows everything that matches; "" ends the search. */
	submit(q: string): void;
}

const pauseMs = 200;

export class Search {
	readonly element: HTMLElement;
	private readonly input: HTMLInputElement;
	private readonly options: HTMLElement;
	private readonly clear: HTMLButtonElement;
	private readonly said = el("span", { class: "unseen", role: "status" });
	private readonly ask = debounce(() => void this.suggest(), pauseMs);
	private found: Poi[] = [];
	private active = -1;
	private control: AbortController | null = null;

	constructor(private readonly text: Text, private readonly actions: SearchActions, q: string) {
		this.input = el("input", {
			type: "text", role: "combobox", "aria-label": text.search, placeholder: text.search, "aria-expanded": "false", "aria-controls": "suggestions",
			"aria-autocomplete": "list", autocomplete: "off", spellcheck: "false", maxlength: 200, enterkeyhint: "search",
		});
		this.input.value = q;
		this.options = el("ul", { id: "suggestions", role: "listbox", "aria-label": text.suggestions, hidden: true });
		this.clear = el("button", { type: "button", class: "round", "aria-label": text.searchClear, title: text.searchClear, hidden: q === "" }, icon("close"));
		this.element = el("div", { class: "search" }, el("div", { class: "field" }, icon("search"), this.input, this.clear), this.options, this.said);
		this.input.addEventListener("input", () => this.onInput());
		this.input.addEventListener("keydown", (event) => this.onKey(event));
		this.input.addEventListener("blur", () => this.close());
		this.clear.addEventListener("click", () => this.onClear());
		// Before blur, so that the option is still there when it is chosen.
		this.options.addEventListener("pointerdown", (event) => event.preventDefault());
		this.options.addEventListener("click", (event) => {
			const option = (event.target as Element).closest<HTMLElement>("[role=option]");
			if (option) this.choose(Number(option.dataset.at));
		});
	}

	destroy(): void {
		this.ask.cancel();
		this.control?.abort();
	}

	private onInput(): void {
		this.clear.hidden = this.input.value === "";
		this.control?.abort();
		if (this.input.value.trim().length < 2) {
			this.ask.cancel();
			this.close();
		} else this.ask();
	}

	private onClear(): void {
		this.input.value = "";
		this.onInput();
		this.input.focus();
		this.actions.submit("");
	}

	private async suggest(): Promise<void> {
		this.control = new AbortController();
		const { signal } = this.control;
		try {
			const found = await this.actions.suggest(this.input.value.trim(), signal);
			if (!signal.aborted) this.show(found);
		} catch (error) {
			// Suggestions are a help: without them, Enter still searches.
			if (!isAbort(error)) this.close();
		}
	}

	private show(found: Poi[]): void {
		this.found = found;
		this.active = -1;
		this.options.replaceChildren(...found.map((poi, at) => {
			const dot = el("span", { class: "dot", "aria-hidden": "true" });
			dot.style.backgroundColor = colorOf(poi);
			return el("li", { role: "option", id: `suggestion-${at}`, "data-at": at, "aria-selected": "false" },
				dot, el("span", { class: "names" }, el("span", { class: "name" }, poi.name), el("span", { class: "subtitle" }, subtitle(poi))));
		}));
		this.said.textContent = found.length > 0 ? this.text.suggested(found.length) : this.text.noSuggestions;
		this.setOpen(found.length > 0);
	}

	private close(): void {
		this.said.textContent = "";
		this.setOpen(false);
	}

	private setOpen(open: boolean): void {
		this.options.hidden = !open;
		this.input.setAttribute("aria-expanded", open ? "true" : "false");
		if (!open) this.setActive(-1);
	}

	private setActive(at: number): void {
		this.active = at;
		[...this.options.children].forEach((option, i) => option.setAttribute("aria-selected", i === at ? "true" : "false"));
		if (at < 0) this.input.removeAttribute("aria-activedescendant");
		else this.input.setAttribute("aria-activedescendant", `suggestion-${at}`);
	}

	private choose(at: number): void {
		const poi = this.found[at];
		if (!poi) return;
		this.input.value = poi.name;
		this.clear.hidden = false;
		this.ask.cancel();
		this.close();
		this.actions.choose(poi);
	}

	private onKey(event: KeyboardEvent): void {
		const open = !this.options.hidden;
		if (event.key === "Escape" && open) {
			this.close();
			event.stopPropagation();
		} else if (event.key === "Enter") {
			if (open && this.active >= 0) this.choose(this.active);
			else {
				this.ask.cancel();
				this.control?.abort();
				this.close();
				this.actions.submit(this.input.value.trim());
			}
		} else if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
			const n = this.found.length;
			const step = event.key === "ArrowDown" ? 1 : -1;
			this.setActive(this.active < 0 ? (step > 0 ? 0 : n - 1) : (this.active + step + n) % n);
		} else return;
		event.preventDefault();
	}
}
