// Browsers allow a page only so many WebGL contexts and drop the oldest
// without asking. So only a few maps are awake; the others show a picture of
// themselves until they are needed.

/** Phones allow eight contexts, and the page may need some of its own. */
export const maxAwake = 6;

export interface Sleeper {
	/** In the viewport. */
	readonly visible: boolean;
	/** Must not sleep: the page holds its map. */
	readonly pinned: boolean;
	/** Takes a context, at once. */
	rise(): void;
	/** Resolves when the context is given back. */
	sleep(): Promise<void>;
}

export class Bed {
	private readonly awake = new Set<Sleeper>();
	private readonly waiting: { sleeper: Sleeper; done: () => void }[] = [];
	private busy = false;

	constructor(private readonly max = maxAwake) {}

	/** Lets a map rise when there is a context for it; resolves then, or when it has left. */
	wake(sleeper: Sleeper): Promise<void> {
		if (this.awake.has(sleeper) || this.waiting.some((w) => w.sleeper === sleeper)) return Promise.resolve();
		return new Promise((done) => {
			this.waiting.push({ sleeper, done });
			void this.pump();
		});
	}

	/** The map is gone for good. */
	leave(sleeper: Sleeper): void {
		this.awake.delete(sleeper);
		const at = this.waiting.findIndex((w) => w.sleeper === sleeper);
		if (at >= 0) this.waiting.splice(at, 1)[0]!.done();
		void this.pump();
	}

	private async pump(): Promise<void> {
		if (this.busy) return;
		this.busy = true;
		while (this.waiting.length > 0) {
			if (this.awake.size >= this.max) {
				const victim = this.victim();
				if (victim) {
					await victim.sleep();
					this.awake.delete(victim);
					continue;
				}
			}
			const next = this.waiting.shift();
			if (!next) break;
			this.awake.add(next.sleeper);
			next.sleeper.rise();
			next.done();
		}
		this.busy = false;
	}

	// Whoever was woken longest ago, and out of sight before those in sight.
	private victim(): Sleeper | undefined {
		const free = [...this.awake].filter((s) => !s.pinned);
		return free.find((s) => !s.visible) ?? free[0];
	}
}

/** Tells whether an element is in or near the viewport, whenever that changes. */
export function watchSight(element: Element, tell: (visible: boolean) => void): IntersectionObserver {
	const observer = new IntersectionObserver((entries) => tell(entries[entries.length - 1]!.isIntersecting), { rootMargin: "200px" });
	observer.observe(element);
	return observer;
}
