// Builds elements. Text goes in as text, never as markup.

type Attributes = Record<string, string | number | boolean | undefined>;
type Child = Node | string | null | undefined | false;

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
	const element = document.createElement(tag);
	setAttributes(element, attributes);
	append(element, children);
	return element;
}

export function setAttributes(element: Element, attributes: Attributes): void {
	for (const [name, value] of Object.entries(attributes)) {
		if (value === undefined || value === false) element.removeAttribute(name);
		else element.setAttribute(name, value === true ? "" : String(value));
	}
}

function append(element: Element, children: Child[]): void {
	for (const child of children) if (child) element.append(child);
}

/** A style sheet that content security policies do not hinder. */
export function sheet(css: string): CSSStyleSheet {
	const made = new CSSStyleSheet();
	made.replaceSync(css);
	return made;
}
