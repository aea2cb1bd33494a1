// The object ServiceMap, and the maps that a page declares.
import type { Manifest } from "../bridge";
import { attributes, describe, type Problem, readAttributes, readOptions, type Settings, strictly } from "../options";
import type { MapOptions, PendingServiceMapHandle, ServiceMapGlobal, ServiceMapHandle } from "../types";
import { agreeAll } from "./consent";
import { Slot, slots } from "./slot";

/** Where this copy of the SDK comes from. */
export interface Origin {
	/** Root URL of the service; "" when only the author can know it. */
	base: string;
	manifest: Manifest | null;
	nonce: string;
	version: string;
}

const marker = "data-service-map";

export class Sdk {
	readonly global: ServiceMapGlobal;
	private readonly changed = new Set<Element>();

	constructor(private readonly origin: Origin) {
		const global = {
			version: origin.version,
			create: (target: string | Element, options?: MapOptions) => this.create(target, options),
			get: (target: string | Element) => this.get(target),
			consent: agreeAll,
		};
		this.global = Object.freeze(Object.assign(global, { ready: Promise.resolve().then(() => this.global) }));
	}

	create(target: string | Element, options?: MapOptions): PendingServiceMapHandle {
		const container = find(target);
		const settings = strictly((report) => readOptions(options, report));
		slots.get(container)?.destroy();
		return this.open(container, settings).pending;
	}

	get(target: string | Element): ServiceMapHandle | null {
		const element = typeof target === "string" ? document.querySelector(target) : target;
		return (element && slots.get(element)?.handle) || null;
	}

	/** Puts a map into an element as its attributes say, or changes the one it has. */
	declare(container: HTMLElement, get: (name: string) => string | null, more: MapOptions = {}): Slot | null {
		const report = (problem: Problem) => console.warn(`ServiceMap: ${describe(problem)}`, container);
		const settings = { ...readAttributes(get, report), ...pick(readOptions(more, report), more) };
		const slot = slots.get(container);
		if (slot) {
			slot.update(settings);
			return slot;
		}
		try {
			return this.open(container, settings);
		} catch (error) {
			console.error(error);
			return null;
		}
	}

	/** Finds the declared maps of the page, now and whenever it changes. */
	watch(): void {
		this.scan(document);
		new MutationObserver((records) => {
			for (const record of records) {
				if (record.type === "attributes") this.changed.add(record.target as Element);
				for (const node of record.addedNodes) if (node instanceof Element) this.scan(node);
				for (const node of record.removedNodes) if (node instanceof Element) this.leave(node);
			}
			this.applyChanges();
		}).observe(document, { childList: true, subtree: true, attributeFilter: [marker, ...Object.keys(attributes)] });
	}

	private scan(root: ParentNode & Node): void {
		if (root instanceof HTMLElement && root.hasAttribute(marker)) this.declareElement(root);
		for (const element of root.querySelectorAll<HTMLElement>(`[${marker}]`)) this.declareElement(element);
	}

	private declareElement(element: HTMLElement): void {
		if (element instanceof HTMLElement && element.isConnected && !slots.has(element)) this.declare(element, (name) => element.getAttribute(name));
	}

	private applyChanges(): void {
		for (const element of this.changed) {
			if (!(element instanceof HTMLElement)) continue;
			if (element.hasAttribute(marker)) this.declare(element, (name) => element.getAttribute(name));
		}
		this.changed.clear();
	}

	// An element that is only moved is back in the page at the end of the task.
	private leave(node: Element): void {
		const gone = [node, ...node.querySelectorAll(`[${marker}]`)].filter((e) => e.hasAttribute(marker) && slots.has(e));
		if (gone.length > 0) setTimeout(() => gone.forEach((e) => e.isConnected || slots.get(e)?.destroy()));
	}

	private open(container: HTMLElement, settings: Settings): Slot {
		const base = settings.baseUrl ?? this.origin.base;
		if (!base) throw new TypeError("ServiceMap: baseUrl: the address of the service is needed, for example https://maps.example.org");
		const manifest = base === this.origin.base ? this.origin.manifest : null;
		return new Slot(container, settings, { base, manifest, nonce: this.origin.nonce }, (text) => console.warn(`ServiceMap: ${text}`, container));
	}
}

/** Only what the author has set, so that it goes before the attributes. */
function pick(settings: Settings, given: MapOptions): Partial<Settings> {
	return Object.fromEntries(Object.entries(settings).filter(([name]) => given[name as keyof MapOptions] !== undefined));
}

function find(target: string | Element): HTMLElement {
	let element: Element | null = null;
	if (typeof target === "string") {
		try {
			element = document.querySelector(target);
		} catch {
			throw new TypeError(`ServiceMap.create: "${target}" is not a CSS selector`);
		}
		if (!element) throw new TypeError(`ServiceMap.create: no element matches "${target}"`);
	} else element = target;
	if (!(element instanceof HTMLElement)) throw new TypeError("ServiceMap.create: the target has to be a CSS selector or an HTML element");
	return element;
}
