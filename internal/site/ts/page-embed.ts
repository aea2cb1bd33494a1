// The embed builder: a form, the map it describes, and the code for it.
import type { Control, MapOptions, ServiceMapHandle } from "../../../sdk/src/types";
import { byId, config, copyFrom, debounce, el, type Texts, themeEvent } from "./dom";
import { declarative, type Choice, optionsOf, programmatic } from "./embed-code";

interface Config {
	lang: "de" | "en";
	sdk: string;
	origin: string;
	texts: Texts;
}

const { lang, sdk, texts } = config<Config>();
const form = byId<HTMLFormElement>("builder");
const preview = byId("preview");
let handle: ServiceMapHandle | null = null;
let center: [number, number] | undefined;

function read(): Choice {
	const data = new FormData(form);
	const text = (name: string) => String(data.get(name) ?? "").trim();
	const number = (name: string) => {
		const field = form.elements.namedItem(name) as HTMLInputElement;
		return field.value === "" || !field.validity.valid ? undefined : Number(field.value);
	};
	const lat = number("lat");
	const lng = number("lng");
	const placed = lat !== undefined && lng !== undefined;
	return {
		pois: {
			q: text("q") || undefined, category: text("category") || undefined, region: text("region") || undefined,
			country_code: (text("country_code") || undefined) as "DE" | "AT" | "CH" | undefined,
			kids: data.has("kids") || undefined, seating: data.has("seating") || undefined, free: data.has("free") || undefined,
			lat: placed ? lat : undefined, lng: placed ? lng : undefined, radius_km: placed ? number("radius_km") : undefined, limit: number("limit"),
		},
		controls: data.getAll("controls").map(String) as Control[],
		theme: (text("theme") || undefined) as "light" | "dark" | undefined,
		lang: (text("lang") || undefined) as "de" | "en" | undefined,
		consent: data.has("consent"),
		key: text("key") || undefined,
		height: text("height"),
		marker: data.has("marker") && placed ? { id: "here", title: text("marker_title") || (texts.marker ?? ""), lat, lng, color: "#c0392b" } : undefined,
	};
}

function showCode(choice: Choice): void {
	byId("code-html").textContent = declarative(choice, sdk);
	byId("code-js").textContent = programmatic(choice, sdk);
	byId("marker-title").hidden = !(form.elements.namedItem("marker") as HTMLInputElement).checked;
	preview.className = `preview h-${choice.height}`;
}

function showMap(choice: Choice): void {
	handle?.destroy();
	if (!window.ServiceMap) {
		preview.replaceChildren(el("p", { class: "note" }, texts.nomap));
		return;
	}
	const chosen = document.documentElement.dataset.theme as "light" | "dark" | undefined;
	// What the page's author would get, but in the language and the colours of this page, and without other hosts' photos.
	const options: MapOptions = { ...optionsOf(choice), key: undefined, photos: false, lang: choice.lang ?? lang, theme: choice.theme ?? chosen ?? "auto" };
	handle = window.ServiceMap.create(preview, options);
	handle.on("move", (event) => {
		center = event.center;
	});
}

let shown = "";

function update(): void {
	const choice = read();
	showCode(choice);
	const next = JSON.stringify({ ...choice, key: undefined });
	if (next === shown) return;
	shown = next;
	showMap(choice);
}

function setUpTabs(): void {
	const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')];
	const choose = (tab: HTMLElement) => {
		for (const other of tabs) {
			const chosen = other === tab;
			other.setAttribute("aria-selected", String(chosen));
			other.tabIndex = chosen ? 0 : -1;
			byId(other.getAttribute("aria-controls") ?? "").hidden = !chosen;
		}
		tab.focus();
	};
	tabs.forEach((tab, i) => {
		tab.addEventListener("click", () => choose(tab));
		tab.addEventListener("keydown", ({ key }) => {
			if (key === "ArrowLeft" || key === "ArrowRight") choose(tabs[(i + 1) % tabs.length]!);
		});
	});
	const copy = byId("copy");
	copy.addEventListener("click", () => {
		const code = byId("panel-js").hidden ? byId("code-html") : byId("code-js");
		void copyFrom(copy, code.textContent ?? "", texts.copied ?? "");
	});
}

form.addEventListener("input", debounce(350, update));
form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener(themeEvent, () => showMap(read()));
byId("from-view").addEventListener("click", () => {
	if (!center) return;
	(form.elements.namedItem("lng") as HTMLInputElement).value = center[0].toFixed(4);
	(form.elements.namedItem("lat") as HTMLInputElement).value = center[1].toFixed(4);
	update();
});
setUpTabs();
update();
