// What a map stands on: MapLibre with its worker, the service's configuration,
// and the style for the theme.
import type { StyleSpecification } from "maplibre-gl";
import type { Job } from "../bridge";
import { configUrl, styleUrl } from "../request";
import type { Client } from "./api";
import type { ConfigAnswer } from "./places";
import { prepare, rest } from "./view";

export class Ground {
	config: ConfigAnswer | null = null;
	style: StyleSpecification | null = null;
	private prepared = false;
	private worker = () => this.job.worker;

	constructor(private readonly job: Job, private readonly client: Client, private readonly signal: AbortSignal, private readonly waiting: (seconds: number) => void) {}

	/** Brings everything, or what failed the last time. */
	async load(theme: "light" | "dark"): Promise<void> {
		if (!this.prepared) {
			const { worker, job } = this;
			this.worker = job.workerAgain ?? worker; // if this one fails
			const url = await worker();
			if (this.signal.aborted) return;
			prepare(url, job.spareWorker);
			this.prepared = true;
		}
		const ask = { signal: this.signal, early: this.job.early, waiting: this.waiting };
		this.config = await this.client.get<ConfigAnswer>(configUrl(this.job.base), ask);
		this.style = await this.client.get<StyleSpecification>(styleUrl(this.config.styleUrl, theme, this.job.lang), ask);
	}

	destroy(): void {
		if (this.prepared) rest();
	}
}
