import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { distanceKm, circleBounds, boundsOf, boxOf } = await load("engine/geo.ts");
const { readableHours } = await load("engine/hours.ts");
const { distance } = await load("engine/text.ts");
const { linked } = await load("engine/attribution.ts");
const { webAddress } = await load("engine/places.ts");
const { readableOn } = await load("engine/marker.ts");
const { Client, ApiError } = await load("engine/api.ts");
const { Bed } = await load("engine/awake.ts");

test("geometry", () => {
	assert.ok(Math.abs(distanceKm({ lat: 52.52, lng: 13.405 }, { lat: 48.137, lng: 11.575 }) - 504.4) < 1);
	const [[west, south], [east, north]] = circleBounds({ lat: 50, lng: 10 }, 80);
	assert.ok(Math.abs(distanceKm({ lat: 50, lng: west }, { lat: 50, lng: east }) - 160) < 1);
	assert.ok(Math.abs(north - south - 160 / 111.195) < 0.01);
	assert.equal(boundsOf([]), null);
	assert.deepEqual(boundsOf([[1, 5], [-2, 7]]), [[-2, 5], [1, 7]]);
	assert.deepEqual(boxOf([[9.99999, 47.00001], [10.00001, 48]]), [9.9999, 47, 10.0001, 48]);
	assert.deepEqual(boxOf([[-200, -95], [200, 95]]), [-180, -90, 180, 90]);
	assert.deepEqual(boxOf([[175, 0], [190, 1]]), [175, 0, -170, 1]);
});

test("opening hours", () => {
	assert.deepEqual(readableHours("Mo-Fr 09:00-17:00; Sa,Su 10:00-18:00; PH off", "de"), ["Mo–Fr 09:00–17:00", "Sa, So 10:00–18:00", "Feiertage geschlossen"]);
	assert.deepEqual(readableHours("Apr-Oct: Tu-Su 10:00-18:00", "de"), ["April–Okt.: Di–So 10:00–18:00"]);
	assert.deepEqual(readableHours("We-Th 10:00-12:00", "en"), ["Wed–Thu 10:00–12:00"]);
	assert.deepEqual(readableHours("24/7", "de"), ["durchgehend geöffnet"]);
	assert.deepEqual(readableHours('"nach Vereinbarung, Mo-Fr"', "de"), ["nach Vereinbarung, Mo-Fr"]);
});

test("words", () => {
	assert.deepEqual([0.004, 0.449, 0.96, 5.04, 12.6, 1234].map((km) => distance("de", km)), ["10 m", "450 m", "1 km", "5 km", "13 km", "1.234 km"]);
	assert.equal(distance("en", 3.25), "3.3 km");
	assert.deepEqual(linked("Mein Dienst · © OpenStreetMap · Protomaps").map((p) => p.href ?? p.text), ["Mein Dienst · © ", "https://www.openstreetmap.org/copyright", " · ", "https://protomaps.com"]);
	assert.deepEqual(["https://a.de/", "javascript:alert(1)", "data:text/html,x", "a.de", undefined].map(webAddress), ["https://a.de/", undefined, undefined, undefined, undefined]);
	assert.deepEqual(["#ffee00", "#17654a", "#000000"].map(readableOn), ["#000000", "#ffffff", "#ffffff"]);
});

function answering(t, ...answers) {
	const calls = [];
	t.mock.method(globalThis, "fetch", (url, init) => {
		calls.push({ url, init });
		const answer = answers.shift() ?? { status: 200, body: { n: calls.length } };
		if (answer === "never") return new Promise((_, reject) => init.signal.addEventListener("abort", () => reject(init.signal.reason)));
		return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status, headers: answer.headers }));
	});
	return calls;
}

test("equal requests are made once and answers are kept", async (t) => {
	const calls = answering(t);
	const client = new Client("smk_x");
	const [a, b] = await Promise.all([client.get("https://x/1"), client.get("https://x/1")]);
	assert.equal(a, b);
	await client.get("https://x/1");
	assert.equal(calls.length, 1);
	assert.deepEqual([calls[0].init.headers, calls[0].init.credentials], [{ "X-Service-Key": "smk_x" }, "omit"]);
});

test("a request is cancelled when nobody waits for it any more", async (t) => {
	const calls = answering(t, "never");
	const client = new Client();
	const [one, two] = [new AbortController(), new AbortController()];
	const both = [client.get("https://x/1", { signal: one.signal }), client.get("https://x/1", { signal: two.signal })];
	one.abort();
	await assert.rejects(both[0], { name: "AbortError" });
	assert.equal(calls[0].init.signal.aborted, false);
	two.abort();
	await assert.rejects(both[1], { name: "AbortError" });
	assert.equal(calls[0].init.signal.aborted, true);
	assert.deepEqual(await client.get("https://x/1"), { n: 2 });
});

test("what was asked early is used, once", async (t) => {
	const calls = answering(t);
	const early = new Map([["https://x/1", Promise.resolve(new Response('{"early":true}'))]]);
	assert.deepEqual(await new Client().get("https://x/1", { early }), { early: true });
	assert.deepEqual([calls.length, early.size], [0, 0]);
});

test("a 429 is waited out by everybody, as long as it says", async (t) => {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	let now = 0;
	t.mock.method(performance, "now", () => now);
	const calls = answering(t, { status: 429, body: { ok: false, error: "slow down", retryAfterSeconds: 2 } });
	const client = new Client();
	const told = [];
	const first = client.get("https://x/1", { waiting: (s) => told.push(s) });
	await new Promise(setImmediate);
	const second = client.get("https://x/2", { waiting: (s) => told.push(s) });
	for (let ms = 0; ms < 2000; ms += 500) {
		assert.equal(calls.length, 1, `asked again after ${ms} ms`);
		now += 500;
		t.mock.timers.tick(500);
		await new Promise(setImmediate);
	}
	await Promise.all([first, second]);
	assert.equal(calls.length, 3);
	assert.ok(told.includes(2) && told.includes(1));
});

test("other errors are told with status and message, and not kept", async (t) => {
	answering(t, { status: 403, body: { ok: false, error: "not enabled" } }, { status: 502, body: "proxy" });
	const client = new Client();
	await assert.rejects(client.get("https://x/1"), (e) => e instanceof ApiError && e.status === 403 && e.message === "not enabled");
	await assert.rejects(client.get("https://x/1"), { status: 502, message: "status 502" });
	assert.deepEqual(await client.get("https://x/1"), { n: 3 });
});

test("only so many maps are awake, and hidden ones sleep first", async () => {
	const bed = new Bed(2);
	let awake = 0;
	let most = 0;
	const sleeper = (visible, pinned = false) => ({
		visible, pinned, up: false,
		rise() { this.up = true; most = Math.max(most, ++awake); },
		async sleep() { await null; this.up = false; awake--; },
	});
	const [a, b, c, d] = [sleeper(true), sleeper(false), sleeper(true), sleeper(true, true)];
	await Promise.all([a, b, c, d].map((s) => bed.wake(s)));
	assert.deepEqual([a, b, c, d].map((s) => s.up), [false, false, true, true]);
	await bed.wake(a);
	assert.deepEqual([a, b, c, d].map((s) => s.up), [true, false, false, true]);
	awake--; // gone with its context
	bed.leave(a);
	await bed.wake(b);
	assert.equal(d.up, true);
	assert.equal(most, 2);
});
