export interface Debounced {
	(): void;
	cancel(): void;
}

/** Calls once things have been quiet for a while. */
export function debounce(call: () => void, ms: number): Debounced {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const cancel = () => clearTimeout(timer);
	return Object.assign(() => {
		cancel();
		timer = setTimeout(call, ms);
	}, { cancel });
}

/** Whether the visitor has asked for less motion. */
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
