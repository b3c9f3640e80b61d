/** /camera-v3.js */
import { loadSibling } from "../assets.ts";
import { VerifyCameraV3 } from "../camera-v3.ts";
import { defineElement } from "../element.ts";
import { runningScript } from "./script.ts";

loadSibling(runningScript("camera-v3.js"));
Object.assign(window, { VerifyCameraV3 });
defineElement();
