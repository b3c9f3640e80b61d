/** /camera-v3.mjs */
import { loadBeside } from "../assets.ts";

loadBeside(import.meta.url);
export { VerifyCameraV3, type Capture, type CaptureOptions } from "../camera-v3.ts";
