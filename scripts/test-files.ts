import { globSync, readFileSync } from "node:fs";

export type TestKind = "all" | "unit" | "fuzz";

const packages = ["packages/*/src/**/*.test.{ts,tsx}", "scripts/*.test.ts", "bench/report/*.test.ts"];

/** A file that names one of these starts a browser, the models, a whole service or other processes, or builds what they need. */
const heavy =
  /\b(openBrowser|testModels|createEngine|startService|startServer|startNode|startDashboard|nodeUnderTest|installClient|buildAll|spawn|fork|execFile)\b/;

const says = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(file, "utf8"));

/** The test files of a kind: which it is, the file itself says by what it imports. */
export function filesOf(kind: TestKind): string[] {
  const ours = globSync(packages).toSorted();
  if (kind === "unit") return ours.filter((file) => !says(heavy)(file));
  const all = [...ours, ...globSync("e2e/*.test.ts").toSorted()];
  return kind === "fuzz" ? all.filter(says(/\b(fuzzRuns|isFuzzRun)\b/)) : all;
}
