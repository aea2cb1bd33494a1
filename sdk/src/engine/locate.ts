/** Asks the browser where the visitor is: `[lng, lat]`. */
export function locate(found: (position: [number, number]) => void, failed: () => void): void {
	navigator.geolocation.getCurrentPosition(({ coords }) => found([coords.longitude, coords.latitude]), failed, { timeout: 10_000, maximumAge: 60_000 });
}
