// Talks to the API: one client for all maps of a page that use the same
// service and key. Answers are cached, equal requests are made once, a request
// that nobody waits for is cancelled, and a 429 is waited out for everybody.
import type { Answer, Early } from "../bridge";
import { requestInit } from "../request";

const freshMs = 5 * 60_000;
const cacheSize = 200;
const tries = 4;

export class ApiError extends Error {
	constructor(message: string, readonly status: number) {
		super(message);
		this.name = "ServiceMapError";
	}
}

export interface Ask {
	signal?: AbortSignal;
	/** The service asks to wait; told how many seconds. */
	waiting?: (seconds: number) => void;
	early?: Early;
}

interface Flight {
	promise: Promise<unknown>;
	control: AbortController;
	waiting: Set<(seconds: number) => void>;
	interested: number;
}

const clients = new Map<string, Client>();

export function clientFor(base: string, key: string | undefined): Client {
	const name = `${key ?? ""} ${base}`;
	const client = clients.get(name) ?? new Client(key);
	clients.set(name, client);
	return client;
}

export class Client {
	private readonly cache = new Map<string, { at: number; value: unknown }>();
	private readonly flights = new Map<string, Flight>();
	private pausedUntil = 0;

	constructor(private readonly key: string | undefined) {}

	async get<T>(url: string, ask: Ask = {}): Promise<T> {
		ask.signal?.throwIfAborted();
		const cached = this.cache.get(url);
		if (cached && performance.now() - cached.at < freshMs) return cached.value as T;
		const flight = this.flights.get(url) ?? this.launch(url, ask.early);
		flight.interested++;
		if (ask.waiting) flight.waiting.add(ask.waiting);
		try {
			return (await untilAborted(flight.promise, ask.signal)) as T;
		} finally {
			if (ask.waiting) flight.waiting.delete(ask.waiting);
			if (--flight.interested === 0) flight.control.abort();
		}
	}

	private launch(url: string, early?: Early): Flight {
		const control = new AbortController();
		const flight: Flight = { control, waiting: new Set(), interested: 0, promise: Promise.resolve() };
		flight.promise = this.fetch(url, flight, early).finally(() => {
			if (this.flights.get(url) === flight) this.flights.delete(url);
		});
		flight.promise.catch(() => undefined);
		control.signal.addEventListener("abort", () => {
			if (this.flights.get(url) === flight) this.flights.delete(url);
		});
		this.flights.set(url, flight);
		return flight;
	}

	private async fetch(url: string, flight: Flight, early?: Early): Promise<unknown> {
		const { signal } = flight.control;
		let first = early?.get(url);
		early?.delete(url);
		for (let attempt = 1; ; attempt++) {
			await this.pause(flight);
			const response: Answer = await (first ?? fetch(url, requestInit(this.key, signal)));
			first = undefined;
			if (response.ok) return this.keep(url, await response.json());
			const error = await errorOf(response);
			if (response.status !== 429 || attempt === tries) throw error;
			this.pausedUntil = Math.max(this.pausedUntil, performance.now() + retryAfterSeconds(response, error.wait) * 1000);
		}
	}

	// Whoever comes while the service asks to wait, waits too.
	private async pause(flight: Flight): Promise<void> {
		for (;;) {
			const ms = this.pausedUntil - performance.now();
			if (ms <= 0) return;
			flight.waiting.forEach((tell) => tell(Math.ceil(ms / 1000)));
			await sleep(Math.min(ms, 1000), flight.control.signal);
		}
	}

	private keep(url: string, value: unknown): unknown {
		this.cache.delete(url);
		this.cache.set(url, { at: performance.now(), value });
		for (const oldest of this.cache.keys()) {
			if (this.cache.size <= cacheSize) break;
			this.cache.delete(oldest);
		}
		return value;
	}
}

/** The seconds that a 429 asks to wait: from its body, else its header, else 5. */
export function retryAfterSeconds(response: Answer, told?: number): number {
	const seconds = told ?? Number(response.headers.get("Retry-After") ?? NaN);
	return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 3600) : 5;
}

async function errorOf(response: Answer): Promise<ApiError & { wait?: number }> {
	let message = `status ${response.status}`;
	let wait: number | undefined;
	try {
		const body = await response.json();
		if (typeof body.error === "string") message = body.error;
		if (typeof body.retryAfterSeconds === "number") wait = body.retryAfterSeconds;
	} catch {
		// Not one of the service's answers: the status has to do.
	}
	return Object.assign(new ApiError(message, response.status), { wait });
}

function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return promise;
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		signal.addEventListener("abort", abort, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, ms);
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			reject(signal.reason);
		}, { once: true });
	});
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

/** The key is unknown or not for this page: trying again is of no use. */
export const isDenied = (error: Error): boolean => error instanceof ApiError && (error.status === 401 || error.status === 403);
