// The buttons over the map.
import { el } from "../dom";
import type { Control } from "../types";
import { icon, type IconName } from "./icons";
import type { Text } from "./text";

export interface ControlActions {
	zoom(step: 1 | -1): void;
	locate(): void;
	toggleList(): void;
}

export class Controls {
	readonly element = el("div", { class: "controls" });
	readonly list: HTMLButtonElement;
	private readonly onFullscreen: () => void;

	constructor(private readonly container: HTMLElement, private readonly text: Text, wanted: readonly Control[], actions: ControlActions) {
		this.list = this.button("list", text.showList, () => actions.toggleList());
		this.list.setAttribute("aria-expanded", "false");
		// Everybody can get at the list by keyboard; it is seen where it is wanted.
		if (!wanted.includes("list")) this.list.classList.add("on-focus");
		this.group(this.list);
		if (wanted.includes("zoom")) {
			this.group(this.button("plus", text.zoomIn, () => actions.zoom(1)), this.button("minus", text.zoomOut, () => actions.zoom(-1)));
		}
		if (wanted.includes("locate") && "geolocation" in navigator) this.group(this.button("locate", text.locate, () => actions.locate()));
		this.onFullscreen = wanted.includes("fullscreen") && document.fullscreenEnabled ? this.addFullscreen() : () => undefined;
		document.addEventListener("fullscreenchange", this.onFullscreen);
	}

	setListOpen(open: boolean): void {
		this.list.setAttribute("aria-expanded", open ? "true" : "false");
	}

	destroy(): void {
		document.removeEventListener("fullscreenchange", this.onFullscreen);
		if (document.fullscreenElement === this.container) void document.exitFullscreen();
	}

	private addFullscreen(): () => void {
		const button = this.button("expand", this.text.fullscreen, () => {
			const done = document.fullscreenElement ? document.exitFullscreen() : this.container.requestFullscreen();
			done.catch(() => undefined);
		});
		button.classList.add("fullscreen");
		this.group(button);
		return () => {
			const on = document.fullscreenElement === this.container;
			const label = on ? this.text.exitFullscreen : this.text.fullscreen;
			button.replaceChildren(icon(on ? "shrink" : "expand"));
			button.setAttribute("aria-label", label);
			button.title = label;
		};
	}

	private group(...buttons: HTMLButtonElement[]): void {
		this.element.append(el("div", { class: "group" }, ...buttons));
	}

	private button(name: IconName, label: string, act: () => void): HTMLButtonElement {
		const button = el("button", { type: "button", "aria-label": label, title: label, "data-control": name }, icon(name));
		button.addEventListener("click", act);
		return button;
	}
}
