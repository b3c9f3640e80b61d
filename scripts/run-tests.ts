/**
 * Run by test.ts, for `npm test`: every *.test.ts of e2e/ and of the packages, most of them together in a few processes. Arguments narrow it to files:
 * `npm test -- packages/face/src/plane/affine.test.ts`. What the tests need and is missing, the models and a browser, is fetched first.
 * Three failing files at most are run once more, by themselves, and the end names them, with the error that ended a process.
 * `--fast`: the unit tests, both contracts and one page in a browser, on SQLite. `--unit`: what needs no browser, no models and no other
 * server, nothing fetched. `--fuzz`: thousands of made-up inputs instead of hundreds.
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
/** Where more files fail, it is not chance. */
const runAgainMax = 3;
const slowestListed = 10;
/** For processes that are gone after minutes and share two cores: promises nobody follows, fewer collections and none beside the tests. */
const nodeFlags = [
  `--import=${new URL("../testing/untracked-promises.ts", import.meta.url).href}`,
  "--min-semi-space-size=64",
  "--max-semi-space-size=128",
  "--single-threaded-gc",
];
/** More than there are cores: tests with a browser wait much of their time. Each holds up to a gigabyte of memory. */
const filesAtOnce = Math.min(8, availableParallelism() + 2);
const options = { fast: { type: "boolean" }, unit: { type: "boolean" }, fuzz: { type: "boolean" } } as const;
const { values, positionals: named } = parseArgs({ options, allowPositionals: true });
const kind = values.unit ? "unit" : values.fast ? "fast" : values.fuzz ? "fuzz" : "all";
const { files, last, together } =
  named.length > 0
    ? { files: named.flatMap((name) => globSync(name)), last: [], together: "" }
    : grouped(filesOf(kind));
process.env["SELFSAME_TEST_TOGETHER"] = together;
// Every file loads much the same modules.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "../node_modules/.cache/selfsame-tests");
if (kind === "fuzz") process.env["SELFSAME_TEST_FUZZ"] = "true";
// Not asked for, so not there: the same tests run on SQLite alone.
if (kind === "unit" || kind === "fast")
  Object.assign(process.env, { SELFSAME_TEST_POSTGRES: "", SELFSAME_TEST_REDIS: "" });

const { notes, failed } = kind === "unit" ? { notes: [], failed: false } : await prepare((line) => console.log(line));
// Vite sets it where it had to build the pages; what is tested then would be for production.
delete process.env["NODE_ENV"];
const first = await runAll();
// On a machine that has much else to do a test may lose a race that it did not foresee: its file is run by itself, and named.
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
// A test file that left something open must not keep a finished run from ending.
process.exit();

/** Those that measure come last, by themselves. */
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
  /** Also false where a process ended before its tests did, which no count shows. */
  readonly passed: boolean;
  readonly counts: Counts;
  readonly failedIn: readonly string[];
  /** Lines to print: errors that no test caught, and how processes ended. */
  readonly uncaught: readonly string[];
  /** Lines to print. */
  readonly slowest: readonly string[];
}

/** Counts each test once: of the files that were run again, what the second run said. */
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
    // Of a suite in which a test failed there is nothing to say: one that a helper made is in no file of tests.
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
