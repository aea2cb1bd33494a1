// Tells when an element comes near the viewport.

const margin = "300px";
const calls = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls once; what it returns takes the call back. */
export function whenNear(element: Element, call: () => void): () => void {
	observer ??= new IntersectionObserver(
		(entries) => {
			for (const entry of entries) {
				if (!entry.isIntersecting) continue;
				const due = calls.get(entry.target);
				forget(entry.target);
				due?.();
			}
		},
		{ rootMargin: margin },
	);
	calls.set(element, call);
	observer.observe(element);
	return () => forget(element);
}

function forget(element: Element): void {
	calls.delete(element);
	observer?.unobserve(element);
}
