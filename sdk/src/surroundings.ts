// What the page around a map says about language and colours.
import type { Lang, Theme } from "./types";

/** The language asked for, else the page's, else the browser's, else German. */
export function langOf(container: Element, asked: Lang | undefined): Lang {
	if (asked) return asked;
	const words = [container.closest("[lang]")?.getAttribute("lang"), ...navigator.languages];
	for (const word of words) {
		const lang = word?.toLowerCase().split("-")[0];
		if (lang === "de" || lang === "en") return lang;
	}
	return "de";
}

export const darkQuery = "(prefers-color-scheme: dark)";

/**
 * Dark or light. Without a word from the author the map follows the page: a
 * page that does not declare `color-scheme` is a light one, whatever the
 * visitor's system prefers.
 */
export function themeOf(container: Element, asked: Theme | undefined): "light" | "dark" {
	if (asked === "light" || asked === "dark") return asked;
	const prefersDark = matchMedia(darkQuery).matches;
	if (asked === "auto") return prefersDark ? "dark" : "light";
	const schemes = getComputedStyle(container).colorScheme.split(/\s+/);
	if (!schemes.includes("dark")) return "light";
	return prefersDark || !schemes.includes("light") ? "dark" : "light";
}
