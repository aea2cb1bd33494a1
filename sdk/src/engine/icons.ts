// Icons, drawn as SVG paths on a grid of 24.

const paths = {
	plus: "M12 5v14M5 12h14",
	minus: "M5 12h14",
	expand: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
	shrink: "M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5",
	locate: "M12 3v3M12 18v3M3 12h3M18 12h3M12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM12 12h.01",
	list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
	search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4",
	close: "M6 6l12 12M18 6L6 18",
	kids: "M12 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM12 8v7M6.5 10.5L12 9l5.5 1.5M12 15l-3 6.5M12 15l3 6.5",
	seating: "M4 12h16M5 12V6M19 12V6M5 8.5h14M6.5 12v7M17.5 12v7",
	free: "M4 10V6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM9 12.5l2 2 4-4.5",
	mobility: "M10.5 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM10.5 7.5V13h5.5l3 6M10.5 10H15M8.5 11.5a5.2 5.2 0 1 0 6.8 6.5",
	hours: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
	website: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18",
	phone: "M6 3h3l1.5 5-2 1.5a12 12 0 0 0 6 6l1.5-2 5 1.5v3a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z",
	address: "M12 21c4-4.5 7-8 7-11.5a7 7 0 1 0-14 0C5 13 8 16.5 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
	warning: "M12 4l9 16H3zM12 10v4.5M12 17.2h.01",
} as const;

export type IconName = keyof typeof paths;

const svgNamespace = "http://www.w3.org/2000/svg";

/** An icon without a name of its own: the text beside it, or its button, says what it is. */
export function icon(name: IconName): SVGSVGElement {
	const svg = document.createElementNS(svgNamespace, "svg");
	svg.setAttribute("viewBox", "0 0 24 24");
	svg.setAttribute("class", "icon");
	svg.setAttribute("aria-hidden", "true");
	svg.setAttribute("focusable", "false");
	const path = document.createElementNS(svgNamespace, "path");
	path.setAttribute("d", paths[name]);
	svg.append(path);
	return svg;
}
