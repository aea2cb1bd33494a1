// What is chosen: a destination or one of the page's markers, and the card
// that tells about it.
import type { Job } from "../bridge";
import type { Marker, Poi } from "../types";
import { ApiError, isAbort } from "./api";
import { Card } from "./card";
import type { Data } from "./data";
import { colorOf, type Place } from "./places";
import type { Text } from "./text";

export interface SelectionActions {
	shown(slug: string | null, poi?: Poi): void;
	reveal(place: Place, card: DOMRect): void;
	tell(error: Error): void;
}

export class Selection {
	readonly card: Card;
	slug: string | null = null;
	marker: Marker | null = null;

	constructor(private readonly job: Job, private readonly data: Data, private readonly text: Text, private readonly actions: SelectionActions) {
		this.card = new Card(text, job.lang, job.settings.photos, {
			close: () => void this.clear(),
			retry: () => {
				if (this.slug !== null) void this.load(this.slug);
			},
		});
	}

	/** Chooses a destination; `known` is what is already known of it. */
	async choose(slug: string, known?: Poi): Promise<void> {
		if (slug === this.slug) return;
		this.forget();
		this.slug = slug;
		const poi = known ?? this.data.places.find((place) => place.poi.slug === slug)?.poi;
		this.actions.shown(slug, poi);
		if (poi) {
			this.card.showSummary(poi, colorOf(poi));
			this.reveal(poi);
		}
		this.job.emit("select", { slug, poi });
		await this.load(slug);
	}

	chooseMarker(marker: Marker): void {
		if (marker === this.marker) return;
		this.forget();
		this.marker = marker;
		this.actions.shown(null);
		if (marker.title || marker.label) this.card.showMarker(marker);
		else this.card.hide();
		this.job.emit("select", { marker });
	}

	async clear(): Promise<void> {
		this.forget();
		this.card.hide();
		this.actions.shown(null);
	}

	private reveal(poi: Poi): void {
		this.actions.reveal({ poi, color: colorOf(poi) }, this.card.element.getBoundingClientRect());
	}

	private forget(): void {
		const { slug, marker } = this;
		this.slug = null;
		this.marker = null;
		if (slug !== null) this.job.emit("deselect", { slug });
		if (marker) this.job.emit("deselect", { marker });
	}

	private async load(slug: string): Promise<void> {
		try {
			const poi = await this.data.details(slug);
			if (this.slug !== slug) return;
			if (!this.card.open) {
				this.actions.shown(slug, poi);
				this.card.showSummary(poi, colorOf(poi));
			}
			this.card.showDetails(poi, colorOf(poi));
			this.reveal(poi);
		} catch (error) {
			if (isAbort(error) || this.slug !== slug) return;
			this.actions.tell(error as Error);
			const gone = error instanceof ApiError && error.status === 404;
			if (this.card.open) this.card.showFailure(gone ? this.text.notFound : this.text.failedPlace, !gone);
			else await this.clear();
		}
	}
}
