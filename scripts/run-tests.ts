/**
 * Run by test.ts, for `npm test`: every *.test.ts of e2e/ and of the packages, most of them grouped in a few processes. Arguments narrow it to files:
 * `npm test -- packages/face/src/plane/affine.test.ts`. Downloads missing models and a browser first. At most three failing files run once more, by
 * themselves; the end names them, with the error that ended a process. `--fast`: the unit tests, both contracts and one page in a browser, on SQLite.
 * `--unit`: tests that need no browser, no models and no other server; downloads nothing. `--fuzz`: thousands of random inputs instead of hundreds.
 */
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { prepare } from "./prepare.ts";
import { filesOf, grouped } from "./test-files.ts";

const slowestFileMs = 20 * 60_000;
/** Failing files that run again; more failures are not chance. */
const runAgainMax = 3;
const slowestListed = 10;
/** For short processes that share two cores: no tracking of promises, and fewer garbage collections, none of them in parallel. */
const nodeFlags = [
  `--import=${new URL("../testing/untracked-promises.ts", import.meta.url).href}`,
  "--min-semi-space-size=64",
  "--max-semi-space-size=128",
  "--single-threaded-gc",
];
/** More than the number of cores, because tests with a browser often wait. Each uses up to a gigabyte of memory. */
const filesAtOnce = Math.min(8, availableParallelism() + 2);
const options = { fast: { type: "boolean" }, unit: { type: "boolean" }, fuzz: { type: "boolean" } } as const;
const { values, positionals: named } = parseArgs({ options, allowPositionals: true });
const kind = values.unit ? "unit" : values.fast ? "fast" : values.fuzz ? "fuzz" : "all";
const { files, last, together } =
  named.length > 0
    ? { files: named.flatMap((name) => globSync(name)), last: [], together: "" }
    : grouped(filesOf(kind));
process.env["SELFSAME_TEST_TOGETHER"] = together;
// Files load mostly the same modules.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "../node_modules/.cache/selfsame-tests");
if (kind === "fuzz") process.env["SELFSAME_TEST_FUZZ"] = "true";
// Not requested, so not used: these tests run on SQLite alone.
if (kind === "unit" || kind === "fast")
  Object.assign(process.env, { SELFSAME_TEST_POSTGRES: "", SELFSAME_TEST_REDIS: "" });

const { notes, failed } = kind === "unit" ? { notes: [], failed: false } : await prepare((line) => console.log(line));
// Vite sets it when it builds the pages; tests would then run in production mode.
delete process.env["NODE_ENV"];
const first = await runAll();
// On a busy machine a test may lose an unexpected race, so its file runs again by itself, and is named.
const again = first.failedIn;
const second = again.length > 0 && again.length <= runAgainMax ? await runTests(again, 1) : undefined;
const passed = first.passed || (second?.passed ?? false);
process.exitCode = passed && !failed ? 0 : 1;
if (named.length === 0) for (const line of first.slowest) console.log(line);
for (const note of notes) console.log(note);
for (const line of [...first.uncaught, ...(second?.uncaught ?? [])]) console.log(line);
if (second) {
  console.log(`Failed first: ${first.counts.failed}, in ${again.map((file) => relative(".", file)).join(", ")}.`);
  console.log("These files were run once more, by themselves.");
}
console.log(closingLine(first, second));
// A test file with open handles must not keep a finished run from ending.
process.exit();

/** Runs all files; those that measure run last, by themselves. */
async function runAll(): Promise<Ran> {
  const beside = await runTests(files, filesAtOnce);
  if (last.length === 0) return beside;
  const alone = await runTests(last, 1);
  return {
    passed: beside.passed && alone.passed,
    counts: {
      passed: beside.counts.passed + alone.counts.passed,
      failed: beside.counts.failed + alone.counts.failed,
      skipped: beside.counts.skipped + alone.counts.skipped,
    },
    failedIn: [...beside.failedIn, ...alone.failedIn],
    uncaught: [...beside.uncaught, ...alone.uncaught],
    slowest: beside.slowest,
  };
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Ran {
  /** Also false if a process ended before its tests did, which no count shows. */
  readonly passed: boolean;
  readonly counts: Counts;
  readonly failedIn: readonly string[];
  /** Lines to print: errors that no test caught, and how processes ended. */
  readonly uncaught: readonly string[];
  /** Lines to print: the slowest tests. */
  readonly slowest: readonly string[];
}

/** Counts each test once; for files that ran again, the second run counts. */
function closingLine({ counts }: Ran, second: Ran | undefined): string {
  const failed = second?.counts.failed ?? counts.failed;
  const passed = counts.passed + counts.failed - failed;
  return `Tests: ${passed} passed, ${failed} failed, ${counts.skipped} skipped`;
}

async function runTests(files: readonly string[], concurrency: number): Promise<Ran> {
  const tests = run({ files: [...files], concurrency, timeout: slowestFileMs, execArgv: nodeFlags });
  const failedIn = new Set<string>();
  const uncaught: string[] = [];
  let ran = { passed: false, counts: { passed: 0, failed: 0, skipped: 0 } };
  tests.on("test:fail", ({ name, file = "an unknown file", details: { error } }) => {
    // A suite with a failed test needs no line of its own, and one that a helper made belongs to no test file.
    if ("failureType" in error && error.failureType === "subtestsFailed") return;
    failedIn.add(file);
    if (name !== relative(".", file) && name !== file) return;
    const { exitCode, signal } = error as { exitCode?: number; signal?: string };
    uncaught.push(`${relative(".", file)} ended with ${signal ?? `exit code ${exitCode}`}`);
  });
  tests.on("test:diagnostic", ({ file, message }) => {
    if (file !== undefined && /uncaughtException|unhandledRejection/.test(message)) {
      uncaught.push(`${relative(".", file)}: ${message}`);
    }
  });
  const took: { readonly name: string; readonly seconds: number }[] = [];
  tests.on("test:summary", ({ file, success, counts, duration_ms }) => {
    if (file !== undefined) return void took.push({ name: relative(".", file), seconds: duration_ms / 1000 });
    const skipped = counts.skipped + counts.todo;
    const failed = counts.tests - counts.passed - skipped;
    ran = { passed: success, counts: { passed: counts.passed, failed, skipped } };
  });
  for await (const line of tests.compose(new spec())) process.stdout.write(String(line));
  const slowest = took
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowestListed)
    .map(({ name, seconds }) => `${Math.round(seconds).toString().padStart(6)} s  ${name}`);
  return {
    ...ran,
    failedIn: [...failedIn],
    uncaught,
    slowest: ["The files that took longest:", ...slowest],
  };
}
