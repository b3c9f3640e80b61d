/** /camera.js */
import { loadBeside } from "../assets.ts";
import { VerifyCamera } from "../camera-v2.ts";
import { runningScript } from "./script.ts";

loadBeside(runningScript("camera.js"));
Object.assign(window, { VerifyCamera });
