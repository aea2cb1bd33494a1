// <service-map>: the same map as an element of its own. Its attributes are
// those of data-service-map, with or without "data-".
import { attributes } from "../options";
import type { MapOptions, ServiceMapHandle } from "../types";
import type { Sdk } from "./sdk";
import { slots } from "./slot";

export const elementName = "service-map";

/** Registers the element, unless the page already has one of that name. */
export function defineElement(sdk: Sdk): void {
	if (customElements.get(elementName)) return;
	customElements.define(elementName, class extends HTMLElement {
		static readonly observedAttributes = Object.keys(attributes).flatMap((name) => [name, name.slice(5)]);
		#options: MapOptions = {};
		#due = false;

		/** Options beyond the attributes, for frameworks that set properties. */
		get options(): MapOptions {
			return this.#options;
		}

		set options(options: MapOptions) {
			this.#options = options ?? {};
			this.#schedule();
		}

		get handle(): ServiceMapHandle | null {
			return sdk.get(this);
		}

		connectedCallback(): void {
			if (getComputedStyle(this).display === "inline") this.style.display = "block";
			this.#schedule();
		}

		disconnectedCallback(): void {
			setTimeout(() => this.isConnected || slots.get(this)?.destroy());
		}

		attributeChangedCallback(): void {
			this.#schedule();
		}

		// Frameworks set several attributes one after the other: one map for all.
		#schedule(): void {
			if (this.#due || !this.isConnected) return;
			this.#due = true;
			queueMicrotask(() => {
				this.#due = false;
				if (this.isConnected) sdk.declare(this, (name) => this.getAttribute(name.slice(5)) ?? this.getAttribute(name), this.#options);
			});
		}
	});
}
