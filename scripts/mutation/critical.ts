import { globSync } from "node:fs";

const server = "packages/server/src";

/**
 * The files whose mistakes cost most, each with the tests that must notice them: those beside it where nothing else is named.
 * A test here ends within seconds; what needs a browser is not among them.
 */
const further: Readonly<Record<string, readonly string[]>> = {
  [`${server}/challenge/judge.ts`]: [],
  [`${server}/challenge/ledger.ts`]: [],
  [`${server}/challenge/tokens/tokens.ts`]: [],
  [`${server}/engine/fair-queue.ts`]: [],
  [`${server}/idempotency.ts`]: [],
  [`${server}/images/memory-budget.ts`]: [],
  [`${server}/keys/callers.ts`]: [],
  [`${server}/keys/address-ranges.ts`]: [],
  [`${server}/limits/limits.ts`]: [`${server}/limits/counters.test.ts`],
  [`${server}/limits/month-counter.ts`]: [],
  [`${server}/limits/public-limits.ts`]: [],
  [`${server}/outbound/address.ts`]: [],
  [`${server}/people/factors/totp.ts`]: [],
  [`${server}/people/sign-on/judge-claims.ts`]: [],
  [`${server}/queue/shares.ts`]: [],
  [`${server}/retention/erasures.ts`]: [],
  [`${server}/secrets/seal.ts`]: [],
  [`${server}/usage/recorder.ts`]: [],
  "packages/face/src/compare/score.ts": [],
  "packages/face/src/crop.ts": [],
};

export interface CriticalFile {
  readonly file: string;
  readonly tests: readonly string[];
}

const beside = (file: string) => globSync(file.replace(/\.ts$/, ".test.ts"));

export const criticalFiles: readonly CriticalFile[] = Object.entries(further).map(([file, tests]) => ({
  file,
  tests: [...beside(file), ...tests],
}));

export const withTestsBeside = (file: string): CriticalFile => ({
  file,
  tests: [...beside(file), ...(further[file] ?? [])],
});
