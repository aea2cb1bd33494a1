// The frame of a map: where search, chips, controls, card, list and
// attribution stand, and what shows when there is no map to show.
import { el, sheet } from "../dom";
import type { Settings } from "../options";
import type { Lang } from "../types";
import type { Text } from "./text";
import mapCss from "maplibre-gl/dist/maplibre-gl.css";
import ownCss from "./style.css";

const progressAfterMs = 400;

let sheets: CSSStyleSheet[] | undefined;

export class Layout {
	readonly root: HTMLElement;
	/** The map and what stands over it. */
	readonly stage = el("div", { class: "stage" });
	/** MapLibre's element. */
	readonly canvas = el("div", { class: "canvas" });
	readonly top = el("div", { class: "top" });
	readonly area: HTMLButtonElement;
	private readonly notice = el("p", { class: "notice", role: "status", hidden: true });
	private readonly progress = el("div", { class: "progress", "aria-hidden": "true", hidden: true });
	private picture: HTMLCanvasElement | null = null;
	private listOpen: boolean;
	private fallback = false;
	private patience: ReturnType<typeof setTimeout> | undefined;

	constructor(private readonly shadow: ShadowRoot, text: Text, lang: Lang, private readonly settings: Settings) {
		sheets ??= [sheet(mapCss), sheet(ownCss)];
		shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets.slice(0, 1), ...sheets];
		this.area = el("button", { type: "button", class: "area", hidden: true }, text.searchArea);
		this.listOpen = settings.list !== "off";
		this.root = el("div", { class: "root", role: "group", "aria-label": text.map, lang });
		this.stage.append(this.top, this.canvas, this.notice, this.progress);
		this.root.append(this.stage);
	}

	/** Puts the frame in the place of whatever the loader showed. */
	mount(): void {
		this.arrange();
		this.shadow.replaceChildren(this.root);
	}

	setTheme(theme: "light" | "dark"): void {
		this.root.dataset.theme = theme;
	}

	get listShown(): boolean {
		return this.listOpen || this.fallback;
	}

	setListOpen(open: boolean): void {
		this.listOpen = open;
		this.arrange();
	}

	/** Shows that something is being loaded, unless it is there in a moment. */
	setProgress(on: boolean): void {
		clearTimeout(this.patience);
		if (on) this.patience = setTimeout(() => (this.progress.hidden = false), progressAfterMs);
		else this.progress.hidden = true;
		this.root.setAttribute("aria-busy", on ? "true" : "false");
	}

	/** Without a map the list has all the room; the message says why. */
	setFallback(message: string | null): void {
		this.fallback = message !== null;
		this.notice.textContent = message ?? "";
		this.notice.hidden = message === null;
		this.arrange();
	}

	/** How much of the map search box and chips take, from its upper edge. */
	topHeight(): number {
		const box = this.top.getBoundingClientRect();
		return box.height > 0 ? box.bottom - this.stage.getBoundingClientRect().top : 0;
	}

	/** Shows a still picture in the place of the map. */
	setPicture(picture: HTMLCanvasElement | null): void {
		this.picture?.remove();
		this.picture = picture;
		if (!picture) return;
		picture.className = "picture";
		picture.setAttribute("aria-hidden", "true");
		this.canvas.before(picture);
	}

	private arrange(): void {
		const place = this.settings.list === "off" ? "over" : this.settings.list;
		this.root.dataset.list = this.fallback ? "only" : this.listOpen ? place : "none";
	}

	destroy(): void {
		clearTimeout(this.patience);
		this.setPicture(null);
		this.shadow.replaceChildren();
		this.shadow.adoptedStyleSheets = this.shadow.adoptedStyleSheets.slice(0, 1);
	}
}
