import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { sourcePath } from "../source-path.ts";

export interface Target {
  /** A file, or a folder with all its files. */
  readonly path: string;
  /** Globs of tests in other folders. Tests next to the files are found automatically. */
  readonly tests?: readonly string[];
}

const server = "packages/server/src";
const queue = "packages/platform/src/queue";
const routes = `${server}/api`;
const sessionRoutes = `${routes}/v3/endpoints/sessions`;

/** Folders that protect people, or decide about them: covered whole, including files added later. */
const folders: readonly Target[] = [
  { path: "features/alerts" },
  { path: "liveness/challenge/light" },
  {
    path: "documents",
    tests: [
      `${routes}/v3/endpoints/faces/*document*.test.ts`,
      `${routes}/{dashboard,v3/endpoints}/trust-anchors.test.ts`,
      "packages/cli/src/documents/documents.test.ts",
    ],
  },
  { path: "features/overview", tests: [`${routes}/dashboard/overview.test.ts`] },
  {
    path: "platform/queue/claim-by-turns.ts",
    tests: [`${queue}/{queue,shares,unanswered-claims}.test.ts`],
  },
  { path: "features/search", tests: [`${routes}/dashboard/find.test.ts`] },
  { path: "features/sessions/captures", tests: [`${sessionRoutes}/session-compare.test.ts`] },
  {
    path: "features/sessions/reviews",
    tests: [`${sessionRoutes}/review-session.test.ts`, `${routes}/dashboard/verifications.test.ts`],
  },
  { path: "features/sessions/wallet", tests: [`${routes}/wallet/*.test.ts`] },
];

/** Other files whose faults cost most. Their tests end within seconds and need no browser. */
const files: readonly string[] = [
  "liveness/challenge/judge.ts",
  "liveness/challenge/ledger.ts",
  "liveness/challenge/tokens/tokens.ts",
  "photo/engine/fair-queue.ts",
  "features/idempotency.ts",
  "photo/images/memory-budget.ts",
  "accounts/keys/address-ranges.ts",
  "accounts/keys/callers.ts",
  "accounts/limits/limits.ts",
  "accounts/limits/month-counter.ts",
  "accounts/limits/public-limits.ts",
  "platform/outbound/address.ts",
  "accounts/people/factors/totp.ts",
  "accounts/people/sign-on/judge-claims.ts",
  "platform/queue/shares.ts",
  "features/retention/erasures.ts",
  "platform/secrets/seal.ts",
  "accounts/usage/recorder.ts",
];

export const targets: readonly Target[] = [
  ...[...folders, ...files.map((path): Target => ({ path }))].map((one) => ({ ...one, path: sourcePath(one.path) })),
  { path: "packages/face/src/compare/score.ts" },
  { path: "packages/face/src/crop.ts" },
];

/**
 * Resolves an argument of the command line: a path relative to the root, or a short one (`sourcePath`).
 * @returns the target that it is or belongs to, with its tests
 */
export function targetNamed(word: string): Target {
  const path = [word, sourcePath(word)].map((one) => normalize(one).replace(/\/$/, "")).find((one) => existsSync(one));
  if (path === undefined) throw new Error(`There is no ${word}, and no ${sourcePath(word)}`);
  const around = targets.find((one) => path === one.path || path.startsWith(`${one.path}/`));
  return { ...around, path };
}

export const filesOf = ({ path }: Target): readonly string[] =>
  isFolder(path) ? globSync(`${path}/**/*.ts`, { exclude: ["**/*.test.ts", "**/*.d.ts"] }).toSorted() : [path];

/**
 * The tests that must notice a change of a file: the target's own tests, and those next to the file. Next to a file are tests in its folder that have
 * its name or import it; in a target that is a folder, also tests that import it through other files.
 */
export function testsOf(file: string, target: Target): readonly string[] {
  const beside = isFolder(target.path)
    ? globSync(`${target.path}/**/*.test.ts`).filter((test) => reached(test).has(file))
    : globSync(`${dirname(file)}/*.test.ts`).filter(
        (test) => test === file.replace(/\.ts$/, ".test.ts") || imports(test, file),
      );
  return [...new Set([...beside, ...globSync(target.tests ?? [])])];
}

const isFolder = (path: string): boolean => statSync(path).isDirectory();
const imports = (test: string, file: string): boolean => readFileSync(test, "utf8").includes(`"./${basename(file)}"`);

const reachedFrom = new Map<string, ReadonlySet<string>>();

/** All files that a file imports, directly or indirectly. */
function reached(from: string): ReadonlySet<string> {
  const known = reachedFrom.get(from);
  if (known) return known;
  const found = new Set<string>();
  const waiting = [from];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/["'](\.\.?\/[^"'\n]+\.[jt]s)["']/g)) {
      const path = join(dirname(file), name);
      if (found.has(path) || !existsSync(path)) continue;
      found.add(path);
      waiting.push(path);
    }
  }
  reachedFrom.set(from, found);
  return found;
}
