// The page's own markers: pins with colour, label and title.
import { el } from "../dom";
import type { Marker } from "../types";

const plain = "#17654a";
const svgNamespace = "http://www.w3.org/2000/svg";

export function markerElement(marker: Marker): HTMLButtonElement {
	const color = marker.color ?? plain;
	const name = marker.title ?? marker.label ?? marker.id ?? "";
	const short = (marker.label ?? "").length <= 2;
	const button = el("button", { type: "button", class: "marker", "data-marker": marker.id, title: marker.title, "aria-label": name || undefined }, pin(color));
	if (marker.label) {
		const label = el("span", { class: short ? "in-pin" : "beside-pin" }, marker.label);
		if (short) label.style.color = readableOn(color);
		button.append(label);
	}
	return button;
}

function pin(color: string): SVGSVGElement {
	const svg = document.createElementNS(svgNamespace, "svg");
	svg.setAttribute("viewBox", "0 0 28 38");
	svg.setAttribute("aria-hidden", "true");
	const path = document.createElementNS(svgNamespace, "path");
	path.setAttribute("d", "M14 1.5C7 1.5 1.5 7 1.5 13.8 1.5 22.5 14 36.5 14 36.5S26.5 22.5 26.5 13.8C26.5 7 21 1.5 14 1.5z");
	path.setAttribute("fill", color);
	svg.append(path);
	return svg;
}

/** Black or white, whichever can be read on the colour. */
export function readableOn(color: string): string {
	const channel = (at: number) => {
		const value = parseInt(color.slice(at, at + 2), 16) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	};
	const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
	return luminance > 0.179 ? "#000000" : "#ffffff";
}
