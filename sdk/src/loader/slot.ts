// One map in a page, from the moment it is asked for: waits for consent and
// for the viewport, starts the engine, and is the handle that authors hold.
import type { Early, Running } from "../bridge";
import { readMarkers, readPois, type Settings, strictly } from "../options";
import { langOf, themeOf } from "../surroundings";
import type { Bounds, EventName, Lang, Listener, MapEvents, Marker, PendingServiceMapHandle, PoiQuery, ServiceMapHandle } from "../types";
import { type Assets, assetsOf, type Place, spareWorker } from "./assets";
import { agree, agreed, onAgreed } from "./consent";
import { askEarly } from "./early";
import { isNear, whenNear } from "./near";
import { Shell } from "./shell";

const destroyedText = "ServiceMap: the map was destroyed";

/** Which element holds which map. */
export const slots = new WeakMap<Element, Slot>();

export class Slot {
	readonly handle: ServiceMapHandle;
	/** The handle, to be awaited. */
	readonly pending: PendingServiceMapHandle;
	private readonly listeners = new Map<EventName, Set<Listener<EventName>>>();
	private readonly cleanups: (() => void)[] = [];
	private readonly lang: Lang;
	private shell: Shell;
	private running: Running | null = null;
	private asked: { assets: Promise<Assets>; early: Early } | null = null;
	private started = false;
	private demanded = false;
	private destroyed = false;
	private arrive!: () => void;
	private fail!: (error: Error) => void;
	private arrival!: Promise<void>;

	constructor(readonly container: HTMLElement, private settings: Settings, private readonly place: Place, private readonly warn: (text: string) => void) {
		slots.set(container, this);
		this.lang = langOf(container, settings.lang);
		// What a map in sight needs is asked for before anything is drawn.
		if (this.allowed() && isNear(container)) this.ask();
		this.shell = new Shell(container, this.lang, this.theme() === "dark");
		this.expectArrival();
		this.handle = this.makeHandle();
		this.pending = Object.assign(Object.create(this.handle) as ServiceMapHandle, { then: this.then.bind(this) }) as PendingServiceMapHandle;
		this.wait();
	}

	/** Applies other settings, with as little effort as they need. */
	update(settings: Settings): void {
		const old = this.settings;
		this.settings = settings;
		const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
		if (!this.running) return;
		const asksAnew = !same(old.pois, settings.pois);
		// Another question brings its own place to look at.
		const apart = { pois: 0, markers: 0, ...(asksAnew && { center: 0 }) };
		if (!same({ ...old, ...apart }, { ...settings, ...apart })) return this.restart();
		if (asksAnew) this.running.setPois(settings.pois).catch(() => undefined);
		if (!same(old.markers, settings.markers)) this.running.setMarkers(settings.markers);
	}

	destroy(): void {
		if (this.destroyed) return;
		this.destroyed = true;
		this.cleanups.splice(0).forEach((cleanup) => cleanup());
		this.running?.destroy();
		this.running = null;
		this.shell.remove();
		this.listeners.clear();
		this.fail(new Error(destroyedText));
		slots.delete(this.container);
	}

	private theme(): "light" | "dark" {
		return themeOf(this.container, this.settings.theme);
	}

	private expectArrival(): void {
		this.arrival = new Promise((resolve, reject) => {
			this.arrive = resolve;
			this.fail = reject;
		});
		this.arrival.catch(() => undefined);
	}

	// Consent first, then the viewport: before consent nothing may be asked for.
	private wait(): void {
		if (this.allowed()) return this.waitNear();
		const go = () => {
			if (!this.started) this.start();
		};
		this.shell.askConsent(this.place.base, () => {
			agree(this.place.base, this.settings.consent === "remember");
			go();
		});
		this.checkHeight();
		this.cleanups.push(onAgreed(this.place.base, go));
	}

	private waitNear(): void {
		this.shell.showLoading();
		this.checkHeight();
		const go = () => {
			this.checkHeight();
			if (!this.started) this.start();
		};
		if (this.demanded) return go();
		this.cleanups.push(whenNear(this.container, go));
	}

	private checkHeight(): void {
		if (this.shell.ensureHeight()) this.warn("the element has no height; 400 px are used. Give it one, for example style=\"height:400px\".");
	}

	private allowed(): boolean {
		return this.settings.consent === "none" || agreed(this.place.base);
	}

	private ask(): { assets: Promise<Assets>; early: Early } {
		return (this.asked ??= { assets: assetsOf(this.place), early: askEarly(this.place.base, this.settings, this.lang, this.theme()) });
	}

	private start(): void {
		this.started = true;
		this.shell.showLoading();
		const { assets, early } = this.ask();
		this.asked = null; // another start asks anew
		assets.then(
			({ engine, worker }) => {
				if (this.destroyed) return;
				this.running = engine.start({
					container: this.container, shadow: this.shell.shadow, settings: this.settings, lang: this.lang,
					base: this.place.base, worker, workerAgain: async () => (await assetsOf(this.place)).worker, spareWorker, early,
					emit: (event, detail) => this.emit(event, detail),
				});
				this.running.ready.then(() => this.arrived(), (error: Error) => this.fail(error));
			},
			(error: Error) => this.failed(error),
		);
	}

	private arrived(): void {
		if (this.destroyed || !this.running) return;
		this.arrive();
		this.emit("ready", { handle: this.handle });
	}

	private failed(error: Error): void {
		if (this.destroyed) return;
		this.shell.showFailure(() => this.start());
		this.emit("error", { error });
		console.error(`ServiceMap: ${error.message}`);
	}

	private restart(): void {
		this.running?.destroy();
		this.running = null;
		this.expectArrival();
		this.shell.remove();
		this.shell = new Shell(this.container, langOf(this.container, this.settings.lang), this.theme() === "dark");
		this.start();
	}

	private emit<E extends EventName>(event: E, detail: MapEvents[E]): void {
		if (this.destroyed) return;
		for (const listener of [...(this.listeners.get(event) ?? [])]) {
			try {
				listener(detail as MapEvents[EventName]);
			} catch (error) {
				console.error(error);
			}
		}
		this.container.dispatchEvent(new CustomEvent(`service-map-${event}`, { detail, bubbles: true, composed: true }));
	}

	/** The map at work, once it is; never after the end. */
	private async present(): Promise<Running> {
		await this.arrival;
		if (!this.running) throw new Error(destroyedText);
		return this.running;
	}

	// Somebody waits for this map, so it does not wait for the viewport.
	private then<A, B>(done?: ((handle: ServiceMapHandle) => A) | null, failed?: ((error: unknown) => B) | null): Promise<A | B> {
		this.demanded = true;
		if (!this.started && this.allowed()) this.start();
		return this.arrival.then(() => this.handle).then(done, failed) as Promise<A | B>;
	}

	private makeHandle(): ServiceMapHandle {
		const handle: ServiceMapHandle = {
			container: this.container,
			on: (event, listener) => {
				const all = this.listeners.get(event) ?? new Set();
				this.listeners.set(event, all.add(listener as Listener<EventName>));
				return handle;
			},
			off: (event, listener) => {
				this.listeners.get(event)?.delete(listener as Listener<EventName>);
				return handle;
			},
			setPois: async (pois: PoiQuery | false, how?: { fit?: boolean }) => {
				const checked = strictly((report) => readPois(pois, undefined, report));
				if (!this.started) this.settings = { ...this.settings, pois: checked };
				return (await this.present()).setPois(checked, how);
			},
			setMarkers: (markers: Marker[]) => {
				const checked = strictly((report) => readMarkers(markers, report));
				this.settings = { ...this.settings, markers: checked };
				this.present().then((running) => running.setMarkers(checked)).catch(() => undefined);
			},
			select: (slug: string | null) => this.present().then((running) => running.select(slug)),
			fitBounds: (bounds: Bounds) => void this.present().then((running) => running.fitBounds(bounds)).catch(() => undefined),
			getMap: <M>() => (this.running?.getMap() ?? null) as M | null,
			destroy: () => this.destroy(),
		};
		return handle;
	}
}
