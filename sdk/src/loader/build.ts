// What the build knows: filled in by build.mjs.
import type { Manifest } from "../bridge";

declare const SDK_VERSION: string;
declare const SDK_MANIFEST: Manifest | null;

export const version = SDK_VERSION;
/** `null` in the npm package, which asks the server that it is used with. */
export const manifest = SDK_MANIFEST;
