// A project that uses the package: it has to type-check, and the lines that
// expect an error have to have one.
import { configure, consent, create, define, get, type Marker, type PendingServiceMapHandle, type PoiQuery, type ServiceMapHandle, version } from "servicemap";

configure({ baseUrl: "https://maps.example.org", nonce: "abc" });
define();

const pois: PoiQuery = { q: "schloss", lat: 48.1, lng: 11.5, radius_km: 40, limit: 100, kids: true, country_code: "DE" };
const markers: Marker[] = [{ id: "a", title: "Start", label: "A", lat: 48.1, lng: 11.5, color: "#c0392b" }];

export async function start(element: HTMLElement): Promise<string> {
	const pending: PendingServiceMapHandle = create("#map", { pois, markers, center: [11.5, 48.1], zoom: 9, controls: ["zoom", "search"], theme: "auto", list: "beside" });
	pending.on("load", ({ count, total }) => console.log(count + total)).on("select", ({ poi }) => console.log(poi?.name));
	const handle: ServiceMapHandle = await pending;
	await handle.setPois({ category: "museum" });
	handle.setMarkers([]);
	handle.fitBounds([[10, 47], [12, 49]]);
	const map = handle.getMap<{ getZoom(): number }>();
	element.addEventListener("service-map-select", (event) => console.log(event.detail.slug, map?.getZoom()));
	window.addEventListener("service-map-sdk-ready", (event) => event.detail.create("#other"));
	await handle.select("wartburg");
	get(element)?.destroy();
	consent();
	// @ts-expect-error controls are named
	create(element, { controls: ["compass"] });
	// @ts-expect-error a centre is [lng, lat]
	create(element, { center: { lng: 1, lat: 2 } });
	// @ts-expect-error there is no such event
	handle.on("moved", () => undefined);
	return version;
}
