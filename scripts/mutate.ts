/**
 * `npm run test:mutants`: changes one thing at a time in the folders and files whose faults cost most, and runs the tests next to them. It prints
 * mutants that no test notices, and the share that was noticed, which must reach the bar. Arguments narrow it to folders or files: `npm run
 * test:mutants -- documents`. Options: `--each N` takes at most N mutants of each file, spread evenly over it (by default 20, and all of a named
 * path), `--bar N` sets another share than 90 %, `--jobs N` another number of parallel runs than one for each core.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Mutant, mutantsOf, mutated } from "./mutation/mutants.ts";
import { endRuns, passes } from "./mutation/run-test.ts";
import { filesOf, targetNamed, targets, testsOf } from "./mutation/targets.ts";

const { values, positionals } = parseArgs({
  options: { each: { type: "string" }, bar: { type: "string" }, jobs: { type: "string" } },
  allowPositionals: true,
});
const each = whole("each", positionals.length > 0 ? Number.MAX_SAFE_INTEGER : 20);
const bar = whole("bar", 90);
const jobs = whole("jobs", availableParallelism());

interface Timed {
  readonly test: string;
  readonly tookMs: number;
}

interface Mutated {
  readonly file: string;
  readonly source: string;
  /** The fastest first, because several tests notice most mutants. */
  readonly tests: readonly Timed[];
  readonly mutants: readonly Mutant[];
}

const folder = mkdtempSync(join(tmpdir(), "selfsame-mutants-"));
process.on("exit", () => {
  endRuns();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

let runs = 0;
let noticedOfAll = 0;
let triedOfAll = 0;
for (const target of positionals.length > 0 ? positionals.map(targetNamed) : targets) {
  const files = filesOf(target).map((file) => ({ file, tests: testsOf(file, target) }));
  const timed = await timeTests(files);
  let noticedHere = 0;
  let triedHere = 0;
  for (const { file, tests } of files) {
    const source = readFileSync(file, "utf8");
    const mutants = spread(mutantsOf(source), each);
    if (mutants.length === 0) continue;
    const fastestFirst = timed.filter(({ test }) => tests.includes(test));
    const survivors = await survivorsOf({ file, source, tests: fastestFirst, mutants });
    noticedHere += mutants.length - survivors.length;
    triedHere += mutants.length;
    console.log(`${file}: ${mutants.length - survivors.length} of ${mutants.length} noticed`);
    for (const mutant of survivors) console.log(`  ${describe(source, mutant)}`);
  }
  if (files.length > 1) console.log(`${target.path}: ${share(noticedHere, triedHere)}`);
  noticedOfAll += noticedHere;
  triedOfAll += triedHere;
}
console.log(`Mutants: ${share(noticedOfAll, triedOfAll)}; the bar is ${bar} %`);
process.exitCode = 100 * noticedOfAll >= bar * triedOfAll ? 0 : 1;

/** @throws if a file has no test, or a test fails without a mutant */
async function timeTests(files: readonly { file: string; tests: readonly string[] }[]): Promise<readonly Timed[]> {
  const timed = new Map<string, Timed>();
  for (const { file, tests } of files) {
    const source = readFileSync(file, "utf8");
    if (tests.length === 0 && mutantsOf(source).length > 0) throw new Error(`No test beside ${file} imports it`);
    for (const test of tests.filter((one) => !timed.has(one))) {
      const startedMs = performance.now();
      if (!(await passesWith(test, file, source))) throw new Error(`${test} fails without a mutant`);
      timed.set(test, { test, tookMs: performance.now() - startedMs });
    }
  }
  return [...timed.values()].toSorted((a, b) => a.tookMs - b.tookMs);
}

async function survivorsOf({ file, source, tests, mutants }: Mutated): Promise<readonly Mutant[]> {
  const survivors = new Set<Mutant>();
  const waiting = [...mutants];
  const tryNext = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const text = mutated(source, mutant);
      let survives = true;
      for (const { test, tookMs } of tests) {
        // A mutant that hangs counts as noticed: a test run would not end.
        survives = await passesWith(test, file, text, 20_000 + 10 * tookMs);
        if (!survives) break;
      }
      if (survives) survivors.add(mutant);
    }
  };
  await Promise.all(Array.from({ length: jobs }, tryNext));
  return mutants.filter((mutant) => survivors.has(mutant));
}

function passesWith(test: string, file: string, source: string, slowestMs = 120_000): Promise<boolean> {
  runs += 1;
  const mutant = { url: pathToFileURL(resolve(file)).href, source };
  return passes({ test, mutant, folder: join(folder, `${runs}`), slowestMs });
}

function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] as T);
}

function describe(source: string, { start, end, text, line }: Mutant): string {
  const column = start - source.lastIndexOf("\n", start - 1);
  return `line ${line}:${column}: ${source.slice(start, end).replaceAll(/\s+/g, " ")} -> ${text || "(nothing)"}`;
}

function share(noticed: number, tried: number): string {
  // Rounds down: 89.9 % is less than 90 %.
  return `${noticed} of ${tried} noticed (${tried === 0 ? 100 : Math.floor((100 * noticed) / tried)} %)`;
}

function whole(name: keyof typeof values, otherwise: number): number {
  const value = values[name] === undefined ? otherwise : Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1`);
  return value;
}
