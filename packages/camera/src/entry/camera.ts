/** /camera.js */
import { loadSibling } from "../assets.ts";
import { VerifyCamera } from "../camera-v2.ts";
import { runningScript } from "./script.ts";

loadSibling(runningScript("camera.js"));
Object.assign(window, { VerifyCamera });
