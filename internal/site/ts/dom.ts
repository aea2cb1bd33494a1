// Small helpers that every page script uses. Text goes in as text, never as
// markup.

type Child = Node | string | null | undefined | false;

/** Makes an element; an attribute of null, undefined or false is left out. */
export function el<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Record<string, unknown> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
	const element = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : String(value));
	}
	for (const child of children) if (child) element.append(child);
	return element;
}

/** The element of that id, which the page's template has. */
export function byId<T extends HTMLElement>(id: string): T {
	const element = document.getElementById(id);
	if (!element) throw new Error(`the page lacks #${id}`);
	return element as T;
}

/** A dot in the colour of a category. Its fill is an attribute, since the policy forbids inline styles. */
export function dot(color: string): SVGElement {
	const space = "http://www.w3.org/2000/svg";
	const svg = document.createElementNS(space, "svg");
	svg.setAttribute("class", "dot");
	svg.setAttribute("viewBox", "0 0 10 10");
	svg.setAttribute("aria-hidden", "true");
	const circle = document.createElementNS(space, "circle");
	for (const [key, value] of Object.entries({ cx: "5", cy: "5", r: "5", fill: color })) circle.setAttribute(key, value);
	svg.append(circle);
	return svg;
}

/** What the server tells the script of this page. */
export function config<T>(): T {
	return JSON.parse(byId("config").textContent ?? "{}") as T;
}

export type Texts = Readonly<Record<string, string>>;

/** Fills `{name}` in a text. */
export function fill(text: string | undefined, values: Readonly<Record<string, string | number>>): string {
	return (text ?? "").replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Waits until calls have paused, then makes the last one. */
export function debounce<A extends unknown[]>(ms: number, run: (...args: A) => void): (...args: A) => void {
	let timer = 0;
	return (...args) => {
		clearTimeout(timer);
		timer = window.setTimeout(() => run(...args), ms);
	};
}

/** Copies a text and says so on the label for a moment. */
export async function copyFrom(label: HTMLElement, text: string, done: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		window.prompt(done, text); // no permission: the visitor copies
		return;
	}
	const before = label.textContent;
	label.textContent = done;
	window.setTimeout(() => {
		label.textContent = before;
	}, 1600);
}

export const themeEvent = "servicemap-theme";
