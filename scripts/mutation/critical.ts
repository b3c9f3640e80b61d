import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";

/** The files whose mistakes cost most. Their tests end within seconds and need no browser. */
export const criticalFiles: readonly string[] = [
  ...[
    "challenge/judge.ts",
    "challenge/ledger.ts",
    "challenge/tokens/tokens.ts",
    "engine/fair-queue.ts",
    "idempotency.ts",
    "images/memory-budget.ts",
    "keys/address-ranges.ts",
    "keys/callers.ts",
    "limits/limits.ts",
    "limits/month-counter.ts",
    "limits/public-limits.ts",
    "outbound/address.ts",
    "people/factors/totp.ts",
    "people/sign-on/judge-claims.ts",
    "queue/shares.ts",
    "retention/erasures.ts",
    "secrets/seal.ts",
    "usage/recorder.ts",
  ].map((file) => `packages/server/src/${file}`),
  "packages/face/src/compare/score.ts",
  "packages/face/src/crop.ts",
];

/** The tests that must notice what changes in a file: those in its folder that have its name or import it. */
export function testsOf(file: string): readonly string[] {
  const own = file.replace(/\.ts$/, ".test.ts");
  const imported = `"./${basename(file)}"`;
  const isIts = (test: string) => test === own || readFileSync(test, "utf8").includes(imported);
  return globSync(`${dirname(file)}/*.test.ts`).filter(isIts);
}
