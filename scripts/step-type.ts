import { stepNames } from "../packages/face/src/assess/gestures.ts";

export const cameraTypesPath = new URL("../packages/camera/camera-v3.d.ts", import.meta.url);

/** The formatter's line width. */
const widest = 120;

/** The camera's declarations with the name of every step: one file without imports. */
export function withStepType(declarations: string): string {
  const names = stepNames.map((name) => `"${name}"`);
  const line = `export type Step = ${names.join(" | ")};`;
  const lines = `export type Step =\n${names.map((name) => `  | ${name}`).join("\n")};`;
  return declarations.replace(/^export type Step =[^;]*;/m, line.length > widest ? lines : line);
}
