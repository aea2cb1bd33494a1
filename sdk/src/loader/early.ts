// Asks for a map's data while the engine is still on its way.
import { categoriesUrl, configUrl, poisUrl, requestInit, styleUrl } from "../request";
import type { Settings } from "../options";
import type { Answer, Early } from "../bridge";
import type { Lang } from "../types";

// Twenty maps of a page ask for the configuration once: the engine shares
// what the first of them got.
const asked = new Set<string>();

/** Starts the first requests of a map. Their failures are the engine's to see. */
export function askEarly(base: string, settings: Settings, lang: Lang, theme: "light" | "dark"): Early {
	const early: Early = new Map();
	const ask = (url: string): Promise<Answer> | undefined => {
		const once = `${settings.key ?? ""} ${url}`;
		if (asked.has(once)) return undefined;
		asked.add(once);
		const response = fetch(url, requestInit(settings.key)).then(read);
		response.catch(() => asked.delete(once));
		early.set(url, response);
		return response;
	};
	const config = ask(configUrl(base));
	if (settings.pois) {
		ask(poisUrl(base, settings.pois, lang));
		ask(categoriesUrl(base, settings.pois, lang));
	}
	config
		?.then((response) => (response.ok ? response.json() : null))
		.then((body) => {
			if (body?.styleUrl) ask(styleUrl(body.styleUrl, theme, lang));
		})
		.catch(() => undefined);
	return early;
}

// Reads the body now, while the engine is on its way; whoever asks has it at once.
async function read(response: Response): Promise<Answer> {
	const body = await response.json().catch(() => null);
	return { ok: response.ok, status: response.status, headers: response.headers, json: () => Promise.resolve(body) };
}
