// "Try it" in the API reference: sends what the form says and shows the
// answer, with the same request as a curl command.
import { byId, config, copyFrom, el, fill, type Texts } from "./dom";

interface Config {
	base: string;
	texts: Texts;
}

const { base, texts } = config<Config>();
const key = byId<HTMLInputElement>("key");
const longest = 20_000;
const shownHeaders = ["content-type", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after", "etag"];

export function requestUrl(root: string, path: string, fields: Iterable<[string, string]>): string {
	const query = new URLSearchParams();
	for (const [name, value] of fields) {
		const text = value.trim();
		if (text === "") continue;
		if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(text));
		else query.append(name, text);
	}
	return root + path + (query.size > 0 ? `?${query}` : "");
}

function curl(url: string): string {
	const header = key.value === "" ? "" : ` -H 'X-Service-Key: YOUR_KEY'`;
	return `curl${header} '${url.replaceAll("'", "%27")}'`;
}

function pretty(text: string): string {
	try {
		text = JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		// Not JSON: as it came.
	}
	return text.length <= longest ? text : `${text.slice(0, longest)}\n${fill(texts.cut, { n: text.length })}`;
}

async function send(form: HTMLFormElement, out: HTMLElement): Promise<void> {
	const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
	const url = requestUrl(base, form.dataset.path ?? "/", fields);
	out.hidden = false;
	out.replaceChildren(el("p", {}, texts.running));
	const copy = el("button", { type: "button", class: "quiet" }, texts.copy);
	copy.addEventListener("click", () => void copyFrom(copy, curl(url), texts.copied ?? ""));
	const address = el("pre", { tabindex: 0 }, el("code", {}, curl(url)));
	try {
		const response = await fetch(url, { headers: key.value === "" ? {} : { "X-Service-Key": key.value.trim() } });
		const headers = shownHeaders.flatMap((name) => (response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : []));
		const status = el("span", { class: `status s${Math.floor(response.status / 100)}` }, String(response.status));
		out.replaceChildren(
			address,
			el("p", { class: "try-head" }, status, copy),
			el("pre", { tabindex: 0 }, el("code", {}, headers.join("\n"))),
			el("pre", { tabindex: 0, class: "try-body" }, el("code", {}, pretty(await response.text()))),
		);
	} catch (error) {
		out.replaceChildren(address, el("p", { role: "alert" }, fill(texts.failed, { error: String(error) })));
	}
}

for (const form of document.querySelectorAll<HTMLFormElement>(".try form")) {
	const out = form.parentElement?.querySelector<HTMLElement>(".try-result");
	if (!out) continue;
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		void send(form, out);
	});
}
