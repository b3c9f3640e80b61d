import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Returns only violations: serializing the passed rules as well would take twice as long as the check. */
const look = (runOnly: readonly string[] | undefined) =>
  `axe.run(${JSON.stringify({ resultTypes: ["violations"], runOnly })}).then(({ violations }) => violations)`;

/**
 * axe-core's violations on the page in its current state, one line each.
 * @param runOnly names of rules; all by default
 */
export async function violations(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const found = await page.evaluate<readonly Violation[]>(look(runOnly));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
