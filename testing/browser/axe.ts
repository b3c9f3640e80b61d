import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Only what is wrong leaves the page: to tell of all that is right takes twice as long as to look at it. */
const look = (runOnly: readonly string[] | undefined) =>
  `axe.run(${JSON.stringify({ resultTypes: ["violations"], runOnly })}).then(({ violations }) => violations)`;

/**
 * What axe-core finds wrong with the page as it stands, a line each.
 * @param runOnly rules by their names; all unless given
 */
export async function violations(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const found = await page.evaluate<readonly Violation[]>(look(runOnly));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
