/** `npm run comparison`: lists rows of docs/comparison.md whose source was read more than 60 days ago, and fails if there are any. */
import { readFileSync } from "node:fs";

const daysMax = 60;
const dayMs = 86_400_000;

/** @returns project and date of each old row: `Idswyft: 2026-11-24`. @throws if a product's row has no date */
export function oldRows(page: string, nowMs: number): readonly string[] {
  const rows = page
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| project "))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return rows.flatMap(([, project = "", , date = ""]) => {
    const readMs = Date.parse(date);
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(readMs))
      throw new Error(`${project}: no date in the third column`);
    return nowMs - readMs > daysMax * dayMs ? [`${project}: ${date}`] : [];
  });
}

if (import.meta.main) {
  const old = oldRows(readFileSync(new URL("../docs/comparison.md", import.meta.url), "utf8"), Date.now());
  for (const row of old) console.log(row);
  if (old.length > 0) process.exitCode = 1;
}
