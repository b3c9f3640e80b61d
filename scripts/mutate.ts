/**
 * `npm run test:mutants`: changes one thing at a time in the files whose mistakes cost most, and runs the tests beside them. What no test
 * notices is printed, with the share that was noticed. Arguments narrow it to files; `--each N` takes at most N mutants of each file (20),
 * spread evenly over it. Takes minutes, once a release.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { criticalFiles, testsOf } from "./mutation/critical.ts";
import { type Mutant, mutantsOf, mutated } from "./mutation/mutants.ts";

/** What hangs is noticed, too: a test run would not end. */
const slowestMs = 120_000;
const loader = pathToFileURL(join(import.meta.dirname, "mutation/load-mutant.js")).href;
const { values, positionals } = parseArgs({
  options: { each: { type: "string", default: "20" } },
  allowPositionals: true,
});
const each = Number(values.each);
if (!Number.isInteger(each) || each < 1) throw new Error("--each takes a whole number from 1");

const chosen = positionals.length > 0 ? positionals : criticalFiles;
for (const file of chosen) if (testsOf(file).length === 0) throw new Error(`No test beside ${file} imports it`);
const folder = mkdtempSync(join(tmpdir(), "selfsame-mutants-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

let written = 0;
let noticedOfAll = 0;
let triedOfAll = 0;
for (const file of chosen) {
  const { noticed, tried, survivors } = await tryMutants(file);
  noticedOfAll += noticed;
  triedOfAll += tried;
  console.log(`${file}: ${noticed} of ${tried} noticed`);
  for (const line of survivors) console.log(`  ${line}`);
}
const share = Math.round((100 * noticedOfAll) / triedOfAll);
console.log(`Mutants: ${noticedOfAll} of ${triedOfAll} noticed (${share} %)`);

interface Outcome {
  readonly noticed: number;
  readonly tried: number;
  /** Lines to print. */
  readonly survivors: readonly string[];
}

async function tryMutants(file: string): Promise<Outcome> {
  const tests = testsOf(file);
  const source = readFileSync(file, "utf8");
  if (!(await passes(file, source, tests))) throw new Error(`The tests of ${file} fail without a mutant`);
  const mutants = spread(mutantsOf(source), each);
  const survivors: string[] = [];
  const waiting = [...mutants];
  const tryNext = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      if (await passes(file, mutated(source, mutant), tests)) survivors.push(describe(source, mutant));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, tryNext));
  return { noticed: mutants.length - survivors.length, tried: mutants.length, survivors };
}

function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] as T);
}

function describe(source: string, { start, end, text, line }: Mutant): string {
  return `line ${line}: ${source.slice(start, end).replaceAll(/\s+/g, " ")} -> ${text || "(nothing)"}`;
}

async function passes(file: string, source: string, tests: readonly string[]): Promise<boolean> {
  written += 1;
  const mutant = join(folder, `${written}.json`);
  writeFileSync(mutant, JSON.stringify({ url: pathToFileURL(resolve(file)).href, source }));
  for (const test of tests) if (!(await passesOne(test, mutant))) return false;
  return true;
}

function passesOne(test: string, mutant: string): Promise<boolean> {
  const options = { env: { ...process.env, SELFSAME_MUTANT: mutant, NODE_OPTIONS: `--import=${loader}` } } as const;
  // A group of its own, so that what the test started ends with it.
  const run = spawn(process.execPath, [test], { ...options, stdio: "ignore", detached: true });
  const slowest = setTimeout(() => end(run.pid), slowestMs);
  return new Promise((settle) => {
    run.on("close", (code) => {
      clearTimeout(slowest);
      end(run.pid);
      settle(code === 0);
    });
  });
}

function end(group: number | undefined): void {
  if (group === undefined) return;
  try {
    process.kill(-group, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
