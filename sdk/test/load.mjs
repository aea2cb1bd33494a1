// Lets tests import the TypeScript of src/ as it is.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

/** The exports of a file below src/. */
export async function load(name) {
	const { outputFiles } = await build({ entryPoints: [fileURLToPath(new URL(`../src/${name}`, import.meta.url))], bundle: true, format: "esm", write: false, target: "es2022" });
	return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
