// Tells when an element comes near the viewport.

const marginPx = 300;
const calls = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls once, at once if it is near already; what it returns takes the call back. */
export function whenNear(element: Element, call: () => void): () => void {
	if (isNear(element)) {
		call();
		return () => undefined;
	}
	observer ??= new IntersectionObserver(
		(entries) => {
			for (const entry of entries) {
				if (!entry.isIntersecting) continue;
				const due = calls.get(entry.target);
				forget(entry.target);
				due?.();
			}
		},
		{ rootMargin: `${marginPx}px` },
	);
	calls.set(element, call);
	observer.observe(element);
	return () => forget(element);
}

/** Whether it is near now; an observer tells only after the next frame. */
export function isNear(element: Element): boolean {
	const box = element.getBoundingClientRect();
	const sized = box.width > 0 && box.height > 0;
	return sized && box.top < innerHeight + marginPx && box.bottom > -marginPx && box.left < innerWidth + marginPx && box.right > -marginPx;
}

function forget(element: Element): void {
	calls.delete(element);
	observer?.unobserve(element);
}
