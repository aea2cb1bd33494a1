// What stands in the page before the engine is there: a calm surface, the
// question for consent, a failure with another try.
import { el, sheet } from "../dom";
import type { Lang } from "../types";

const css = `
:host{all:initial!important;display:block!important;position:relative!important;contain:content!important;container:servicemap/inline-size!important;
box-sizing:border-box!important;width:100%!important;height:100%!important;min-height:inherit!important;
font:400 14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif!important}
:host([data-hidden]){display:none!important}
.wait{position:absolute;inset:0;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:12px;
padding:20px;box-sizing:border-box;text-align:center;overflow:auto;background:#eef1ee;color:#26312b}
.wait.dark{background:#1d2321;color:#e4ebe6}
.wait p{margin:0;max-width:44ch}
.wait strong{font-size:16px}
.wait button{font:inherit;font-weight:600;min-height:44px;padding:0 20px;border:0;border-radius:22px;background:#17654a;color:#fff;cursor:pointer}
.wait button:hover{background:#0f5039}
.wait a{color:inherit;font-size:13px}
.wait :focus-visible{outline:3px solid #1a73e8;outline-offset:2px}
.wait small{font-size:13px}`;

const texts = {
	de: {
		title: "Karte mit Ausflugszielen",
		ask: "Beim Laden der Karte werden Daten wie Ihre IP-Adresse an {host} übertragen.",
		load: "Karte laden",
		privacy: "Datenschutzhinweise",
		loading: "Karte wird geladen …",
		failed: "Die Karte konnte nicht geladen werden.",
		again: "Erneut versuchen",
	},
	en: {
		title: "Map of places to go",
		ask: "Loading the map sends data such as your IP address to {host}.",
		load: "Load map",
		privacy: "Privacy notice",
		loading: "Loading map …",
		failed: "The map could not be loaded.",
		again: "Try again",
	},
} satisfies Record<Lang, Record<string, string>>;

const loadingAfterMs = 500;

let shared: CSSStyleSheet | undefined;

/** The element in the page's container that everything of a map lives in. */
export class Shell {
	readonly shadow: ShadowRoot;
	private readonly host = document.createElement("div");
	private readonly before: Node[];
	private height?: string;

	constructor(private readonly container: HTMLElement, private readonly lang: Lang, private readonly dark: boolean) {
		this.shadow = this.host.attachShadow({ mode: "open" });
		this.shadow.adoptedStyleSheets = [(shared ??= sheet(css))];
		this.before = [...container.childNodes];
		container.replaceChildren(this.host);
	}

	/** Gives a container without height one; true if it did. */
	ensureHeight(): boolean {
		if (this.height !== undefined || this.container.getClientRects().length === 0 || this.container.clientHeight >= 40) return false;
		this.height = this.container.style.height;
		this.container.style.height = "400px";
		return true;
	}

	/** A calm surface; words only if it takes long. */
	showLoading(): void {
		const line = el("small", { role: "status" });
		this.show(line);
		setTimeout(() => (line.textContent = texts[this.lang].loading), loadingAfterMs);
	}

	/** Asks the visitor; `agreed` is called at most once. */
	askConsent(base: string, agreed: () => void): void {
		const t = texts[this.lang];
		const button = el("button", { type: "button" }, t.load);
		button.addEventListener("click", agreed, { once: true });
		this.show(
			el("strong", {}, t.title),
			el("p", {}, t.ask.replace("{host}", new URL(base).host)),
			button,
			el("a", { href: `${base}/privacy`, target: "_blank", rel: "noopener" }, t.privacy),
		);
	}

	showFailure(again: () => void): void {
		const t = texts[this.lang];
		const button = el("button", { type: "button" }, t.again);
		button.addEventListener("click", again, { once: true });
		this.show(el("p", { role: "alert" }, t.failed), button);
	}

	private show(...content: Node[]): void {
		this.shadow.replaceChildren(el("div", { class: this.dark ? "wait dark" : "wait", lang: this.lang }, ...content));
	}

	/** Leaves the container as it was found. */
	remove(): void {
		if (this.host.parentNode === this.container) this.container.replaceChildren(...this.before);
		else this.host.remove();
		if (this.height === undefined) return;
		this.container.style.height = this.height;
		if (this.container.getAttribute("style") === "") this.container.removeAttribute("style");
	}
}
