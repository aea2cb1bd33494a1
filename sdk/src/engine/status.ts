// One friendly line over the map: what is going on, and another try.
import { el } from "../dom";
import { icon } from "./icons";
import type { Text } from "./text";

export class Status {
	readonly element = el("div", { class: "status", hidden: true });
	private readonly line = el("span", { role: "status" });
	private readonly again: HTMLButtonElement;
	private retry: (() => void) | null = null;

	constructor(text: Text) {
		this.again = el("button", { type: "button", class: "link", hidden: true }, text.again);
		this.again.addEventListener("click", () => this.retry?.());
		this.element.append(this.line, this.again);
	}

	say(message: string): void {
		this.show(message, null);
	}

	fail(message: string, retry: (() => void) | null): void {
		this.show(message, retry);
		this.line.prepend(icon("warning"));
	}

	/** Tells of a failure; resolves when the visitor wants another try, if that can help. */
	askAgain(message: string, canHelp: boolean): Promise<void> {
		return new Promise((resolve) => this.fail(message, canHelp ? () => {
			this.clear();
			resolve();
		} : null));
	}

	clear(): void {
		this.element.hidden = true;
		this.line.textContent = "";
		this.retry = null;
	}

	private show(message: string, retry: (() => void) | null): void {
		this.line.textContent = message;
		this.retry = retry;
		this.again.hidden = retry === null;
		this.element.hidden = false;
	}
}
