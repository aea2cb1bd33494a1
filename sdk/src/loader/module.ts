// The ES module: import { create } from "servicemap", or from the server's
// own /sdk/v1/service-map.mjs. Importing it does nothing but define functions,
// so that pages rendered on a server can import it too.
import type { MapOptions, PendingServiceMapHandle, ServiceMapHandle } from "../types";
import { baseOf } from "./base";
import { manifest, version as built } from "./build";
import { agreeAll } from "./consent";
import { defineElement } from "./element";
import { Sdk } from "./sdk";

export type * from "../types";

/** The release of this module. */
export const version: string = built;

export interface Setup {
	/** Root URL of the service. Not needed when the module itself comes from there. */
	baseUrl?: string;
	/** Nonce of the page's content security policy. */
	nonce?: string;
}

let setup: Setup = {};
let sdk: Sdk | undefined;

/** Says where the service is, before the first map. */
export function configure(given: Setup): void {
	setup = { ...setup, ...given };
	sdk = undefined;
}

/** Puts a map into an element, given itself or by a CSS selector. */
export function create(target: string | Element, options?: MapOptions): PendingServiceMapHandle {
	return current().create(target, options);
}

/** The map that is in an element. */
export function get(target: string | Element): ServiceMapHandle | null {
	return current().get(target);
}

/** Agrees, in the visitor's name, to load every map that asks for consent. */
export const consent: () => void = agreeAll;

/** Registers the element <service-map>. */
export function define(): void {
	defineElement(current());
}

function current(): Sdk {
	if (sdk) return sdk;
	const own = manifest ? baseOf(import.meta.url) : "";
	const base = setup.baseUrl?.replace(/\/+$/, "") ?? own;
	const nonce = setup.nonce ?? document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
	sdk = new Sdk({ base, manifest: base === own ? manifest : null, nonce, version });
	return sdk;
}
