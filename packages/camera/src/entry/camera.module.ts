/** /camera.mjs */
import { loadSibling } from "../assets.ts";

loadSibling(import.meta.url);
export { VerifyCamera, type PhotoData } from "../camera-v2.ts";
