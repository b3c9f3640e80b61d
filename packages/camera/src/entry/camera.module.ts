/** /camera.mjs */
import { loadBeside } from "../assets.ts";

loadBeside(import.meta.url);
export { VerifyCamera, type PhotoData } from "../camera-v2.ts";
