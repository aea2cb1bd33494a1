// Writes the code that puts a chosen map into a page.
import type { Control, MapOptions, Marker, PoiQuery } from "../../../sdk/src/types";

export interface Choice {
	pois: PoiQuery;
	controls: Control[];
	theme?: "light" | "dark";
	lang?: "de" | "en";
	consent: boolean;
	key?: string;
	height: string;
	marker?: Marker;
}

const attribute: Readonly<Partial<Record<keyof PoiQuery, string>>> = {
	q: "data-query", lat: "data-lat", lng: "data-lng", radius_km: "data-radius-km", limit: "data-limit", category: "data-category",
	country_code: "data-country-code", region: "data-region", kids: "data-kids", seating: "data-seating", free: "data-free",
};

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The snippet in HTML: an element and a script. */
export function declarative(choice: Choice, sdk: string): string {
	const lines = ["data-service-map"];
	const add = (name: string, value: unknown) => {
		if (value !== undefined && value !== "") lines.push(`${name}="${escape(String(value))}"`);
	};
	for (const [name, attr] of Object.entries(attribute)) {
		const value = choice.pois[name as keyof PoiQuery];
		add(attr, value === true ? "1" : value);
	}
	add("data-controls", choice.controls.join(","));
	add("data-theme", choice.theme);
	add("data-lang", choice.lang);
	if (choice.consent) add("data-consent", "ask");
	add("data-key", choice.key);
	if (choice.marker) add("data-markers", JSON.stringify([choice.marker]));
	add("style", `height: ${choice.height}`);
	return `<div\n  ${lines.join("\n  ")}\n></div>\n<script src="${escape(sdk)}" defer></script>`;
}

/** The options of `ServiceMap.create`. */
export function optionsOf(choice: Choice): MapOptions {
	const pois = Object.fromEntries(Object.entries(choice.pois).filter(([, value]) => value !== undefined)) as PoiQuery;
	return {
		pois, controls: choice.controls,
		...(choice.theme && { theme: choice.theme }), ...(choice.lang && { lang: choice.lang }),
		...(choice.consent && { consent: "ask" as const }), ...(choice.key && { key: choice.key }),
		...(choice.marker && { markers: [choice.marker] }),
	};
}

/** The snippet in JavaScript. */
export function programmatic(choice: Choice, sdk: string): string {
	const options = literal(optionsOf(choice), "  ");
	return `<div id="map" style="height: ${choice.height}"></div>
<script src="${escape(sdk)}" defer></script>
<script>
  window.addEventListener("service-map-sdk-ready", () => {
    ServiceMap.create("#map", ${options.replaceAll("\n", "\n    ")});
  });
</script>`;
}

/** A value as people write it: names without quotes where they need none. */
export function literal(value: unknown, indent: string): string {
	if (Array.isArray(value)) return `[${value.map((item) => literal(item, indent)).join(", ")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value).replaceAll("<", "\\u003c");
	const members = Object.entries(value).map(([name, member]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${literal(member, indent)}`);
	const line = `{ ${members.join(", ")} }`;
	if (members.length === 0) return "{}";
	return line.length <= 64 ? line : `{\n${members.map((m) => indent + m.replaceAll("\n", `\n${indent}`)).join(",\n")},\n}`;
}
