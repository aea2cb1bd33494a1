// The classic script: <script src="…/sdk/v1/service-map.js" defer></script>.
import { baseOf } from "./base";
import { manifest, version } from "./build";
import { defineElement } from "./element";
import { Sdk } from "./sdk";

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;

function begin(): void {
	const nonce = script?.nonce || document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce || "";
	const sdk = new Sdk({ base: script?.dataset.baseUrl ?? baseOf(script?.src ?? ""), manifest, nonce, version });
	window.ServiceMap = sdk.global;
	defineElement(sdk);
	const announce = () => {
		sdk.watch();
		window.dispatchEvent(new CustomEvent("service-map-sdk-ready", { detail: sdk.global }));
	};
	// With `defer` the page is read by now; without it, it is waited for.
	if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", announce, { once: true });
	else announce();
}

// A page that includes the script twice has one SDK.
if (!window.ServiceMap) begin();
