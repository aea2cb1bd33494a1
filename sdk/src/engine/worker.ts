// Stands in for the browser's Worker in MapLibre (see build.mjs): the first
// worker that it asks for is the one that the loader has started already, while
// the engine was on its way.

let spare: ((url: string | URL) => Worker | null) | undefined;

/** Says who may have a worker at hand. */
export function expectSpare(take: ((url: string | URL) => Worker | null) | undefined): void {
	spare = take;
}

class SpareOrNew {
	constructor(url: string | URL, options?: WorkerOptions) {
		return spare?.(url) ?? new globalThis.Worker(url, options);
	}
}

export { SpareOrNew as Worker };
