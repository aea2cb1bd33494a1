import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { readAttributes, readOptions, describe, strictly, attributes } = await load("options.ts");
const { poiParams, categoriesUrl } = await load("request.ts");
const { baseOf } = await load("loader/base.ts");

function attributesOf(given) {
	const problems = [];
	const settings = readAttributes((name) => given[name] ?? null, (p) => problems.push(describe(p)));
	return { settings, problems };
}

const defined = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

test("attributes", async (t) => {
	const cases = [
		["none", {}, {}],
		["text", { "data-query": "  Schloss ", "data-region": "Tirol" }, { q: "Schloss", region: "Tirol" }],
		["numbers", { "data-lat": "48.1", "data-lng": "-.5", "data-radius-km": "500" }, { lat: 48.1, lng: -0.5, radius_km: 500 }],
		["flags", { "data-kids": "", "data-seating": "TRUE", "data-free": "1" }, { kids: true, seating: true, free: true }],
		["flags that are off", { "data-kids": "0", "data-seating": "false", "data-free": "no" }, {}],
		["empty is absent", { "data-query": "", "data-lat": " ", "data-limit": "" }, {}],
		["a box", { "data-bbox": "5.9, 45.8 ,17.2,55" }, { bbox: [5.9, 45.8, 17.2, 55] }],
		["a box across the antimeridian", { "data-bbox": "170,-10,-170,10" }, { bbox: [170, -10, -170, 10] }],
		["a country in any case", { "data-country-code": "at" }, { country_code: "AT" }],
	];
	for (const [name, given, want] of cases) {
		await t.test(name, () => {
			const { settings, problems } = attributesOf(given);
			assert.deepEqual(problems, []);
			assert.deepEqual(defined(settings.pois), want);
		});
	}
});

test("wrong attributes are named, with what is allowed, and left out", async (t) => {
	const cases = [
		["data-lat", { "data-lat": "1e3", "data-lng": "1" }, /data-lat: "1e3".*-90 to 90/],
		["hexadecimal", { "data-zoom": "0x10" }, /data-zoom: "0x10".*0 to 24/],
		["lng alone", { "data-lng": "1" }, /data-lat.*together/],
		["radius alone", { "data-radius-km": "10" }, /data-radius-km: 10.*centre/],
		["radius 0", { "data-lat": "1", "data-lng": "1", "data-radius-km": "0" }, /data-radius-km: 0.*above 0/],
		["half a limit", { "data-limit": "2.5" }, /data-limit: 2.5.*whole number/],
		["upside down", { "data-bbox": "1,5,2,4" }, /data-bbox.*south not above north/],
		["a hole in the box", { "data-bbox": "1,,2,3" }, /data-bbox/],
		["markers", { "data-markers": "{}" }, /data-markers.*list of markers/],
		["a marker's colour", { "data-markers": '[{"lat":1,"lng":2,"color":"red"}]' }, /data-markers.*#rrggbb/],
		["a long query", { "data-query": "x".repeat(201) }, /data-query: .{0,90}….*200 characters/],
	];
	for (const [name, given, want] of cases) {
		await t.test(name, () => assert.match(attributesOf(given).problems.join("\n"), want));
	}
	assert.equal(attributesOf({ "data-limit": "401" }).settings.pois.limit, 400);
});

test("other attributes", () => {
	const { settings, problems } = attributesOf({
		"data-controls": "zoom, scale fullscreen,zoom", "data-search": "", "data-list": "", "data-consent": "", "data-lang": "de-AT", "data-theme": "dark", "data-zoom": "7",
		"data-base-url": "https://maps.example.org/", "data-search-area": "auto", "data-pois": "off", "data-lat": "1", "data-lng": "2",
	});
	assert.deepEqual(problems, []);
	assert.deepEqual(settings.controls, ["zoom", "scale", "fullscreen", "search"]);
	assert.deepEqual([settings.list, settings.consent, settings.lang, settings.theme, settings.zoom], ["beside", "ask", "de", "dark", 7]);
	assert.deepEqual([settings.baseUrl, settings.searchArea, settings.pois, settings.center], ["https://maps.example.org", "auto", false, [2, 1]]);
	assert.equal(new Set(Object.values(attributes)).size, Object.keys(attributes).length);
});

test("options", () => {
	const clean = (options) => strictly((report) => readOptions(options, report));
	assert.deepEqual(defined(clean({ center: [11, 48] }).pois), { lng: 11, lat: 48 });
	assert.deepEqual(clean(undefined).pois, {});
	assert.equal(clean({ pois: false }).pois, false);
	assert.deepEqual(defined(clean({ center: [11, 48], pois: { radius_km: 5 } }).pois), { lng: 11, lat: 48, radius_km: 5 });
	assert.throws(() => clean({ zoom: NaN }), /TypeError: ServiceMap: zoom: NaN/);
	assert.throws(() => clean({ zoom: 1, center: "Wien", key: 5 }), /center: "Wien".*; key: 5/);
});

test("equal questions are equal URLs", () => {
	assert.equal(poiParams({ limit: 5, q: "a b", kids: true, free: false, bbox: [1, 2, 3, 4] }).toString(), "q=a+b&bbox=1%2C2%2C3%2C4&kids=1&limit=5");
	assert.equal(categoriesUrl("https://x", { q: "a", category: "zoo", limit: 3 }, "en"), "https://x/api/v1/categories?q=a&lang=en");
});

test("the service is where the script comes from", () => {
	assert.equal(baseOf("https://maps.example.org/sdk/v1/service-map.js"), "https://maps.example.org");
	assert.equal(baseOf("https://example.org/karte/sdk/v1/0123456789abcdef/service-map.js?x=1"), "https://example.org/karte");
	assert.equal(baseOf("https://example.org/own/service-map.js"), "");
});
