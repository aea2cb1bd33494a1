// What every page does: the choice of colours, and a language switch that
// keeps the state of the page.
import { themeEvent } from "./dom";

const stored = "servicemap-theme";
const root = document.documentElement;
const button = document.getElementById("theme");

function current(): "light" | "dark" {
	const chosen = root.dataset.theme;
	if (chosen === "light" || chosen === "dark") return chosen;
	return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function choose(theme: "light" | "dark"): void {
	root.dataset.theme = theme;
	try {
		localStorage.setItem(stored, theme);
	} catch {
		// No storage: the choice lasts as long as the page.
	}
	paintMaps();
	document.dispatchEvent(new CustomEvent(themeEvent, { detail: theme }));
}

// Maps that are declared in the page take their colours from an attribute.
function paintMaps(): void {
	for (const map of document.querySelectorAll<HTMLElement>("[data-service-map]")) map.dataset.theme = current();
}

if (button) {
	button.hidden = false;
	button.addEventListener("click", () => choose(current() === "dark" ? "light" : "dark"));
}
if (root.dataset.theme) paintMaps();

for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-keep-query]")) {
	link.addEventListener("click", () => {
		link.search = location.search;
		link.hash = location.hash;
	});
}
