import { resolve } from "node:path";

export const defaultManifestPath = resolve(import.meta.dirname, "../../../../models/manifest.json");
