// Who has agreed that maps of a service are loaded: for this page, or for good.

const granted = new Set<string>();
const waiting = new Map<string, Set<() => void>>();
const storageKey = (base: string) => `service-map-consent ${base}`;

export function agreed(base: string): boolean {
	if (granted.has(base)) return true;
	try {
		return localStorage.getItem(storageKey(base)) === "1";
	} catch {
		return false; // storage is switched off: ask again
	}
}

/** Agrees for every map of the service in this page. */
export function agree(base: string, remember: boolean): void {
	granted.add(base);
	if (remember) {
		try {
			localStorage.setItem(storageKey(base), "1");
		} catch {
			// Without storage the answer holds for this page.
		}
	}
	waiting.get(base)?.forEach((go) => go());
	waiting.delete(base);
}

export function agreeAll(): void {
	for (const base of [...waiting.keys()]) agree(base, false);
}

export function onAgreed(base: string, go: () => void): () => void {
	const all = waiting.get(base) ?? new Set();
	waiting.set(base, all.add(go));
	return () => all.delete(go);
}
