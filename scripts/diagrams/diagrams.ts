/**
 * The diagrams of docs/diagrams/. `npm run docs` draws them from their descriptions and from the manifest, and a test compares the files with these.
 */
import { writeFileSync } from "node:fs";
import { readManifest } from "../../packages/photo/src/models/manifest.ts";
import { charts } from "./charts.ts";
import { flows } from "./flows.ts";
import { drawLayers } from "./layers.ts";
import { drawSequence } from "./sequence.ts";
import { picture } from "./svg.ts";
import { systems } from "./systems.ts";

export const diagramsDir = new URL("../../docs/diagrams/", import.meta.url);

const { calibration } = readManifest().models.embed;
if (!calibration) throw new Error("the default recognizer is not calibrated");

/** SVG by name. */
export const diagrams: ReadonlyMap<string, string> = new Map([
  ...Object.entries(flows).map(([name, flow]) => [name, picture(flow.title, drawSequence(flow))] as const),
  ...Object.entries(systems).map(([name, system]) => [name, picture(system.title, drawLayers(system))] as const),
  ...Object.entries(charts(calibration)).map(([name, chart]) => [name, picture(chart.title, chart)] as const),
]);

export function writeDiagrams(): void {
  for (const [name, svg] of diagrams) writeFileSync(new URL(`${name}.svg`, diagramsDir), svg);
}
