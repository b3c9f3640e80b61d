import { isDepthStep, steps } from "@selfsame/face/assess/gestures";
import { challenge } from "@selfsame/texts/languages/en";
import { withBlock } from "./generated-block.ts";

const row = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;

const table = [
  row("step", "the camera asks", "shows depth"),
  "|---|---|---|",
  ...steps.map((step) => row(`\`${step}\``, challenge[step], isDepthStep(step) ? "yes" : "no")),
  row("`follow_dot`", challenge.follow_dot, "yes"),
];

/** docs/challenge-steps.md with the table of all steps. */
export const withStepTable = (page: string): string =>
  withBlock(page, "<!-- begin steps: from the code by `npm run docs` -->", "<!-- end steps -->", table.join("\n"));
