/** /camera-v3.mjs */
import { loadSibling } from "../assets.ts";
import { defineElement } from "../element.ts";

loadSibling(import.meta.url);
defineElement();
export { VerifyCameraV3, type Capture } from "../camera-v3.ts";
export type { CaptureOptions } from "../options.ts";
