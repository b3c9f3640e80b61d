/** /camera-v3.mjs */
import { loadBeside } from "../assets.ts";
import { defineElement } from "../element.ts";

loadBeside(import.meta.url);
defineElement();
export { VerifyCameraV3, type Capture } from "../camera-v3.ts";
export type { CaptureOptions } from "../options.ts";
