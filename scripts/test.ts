/**
 * `npm test`: every *.test.ts of the packages, then of e2e/. Arguments narrow it to files:
 * `npm test -- packages/face/src/align.test.ts`. What the tests need and is missing, the models and a browser, is fetched first.
 */
import { globSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { prepare } from "./prepare.ts";

const slowestFileMs = 10 * 60_000;
const named = process.argv.slice(2);
const all = ["packages/*/src/**/*.test.{ts,tsx}", "scripts/*.test.ts", "bench/*.test.ts", "e2e/*.test.ts"];
const files = named.length > 0 ? named : globSync(all).toSorted();

const { notes, failed } = await prepare((line) => console.log(line));
const tests = run({ files, concurrency: 2, timeout: slowestFileMs });
let closing = "Tests: not finished";
process.exitCode = 1;
tests.on("test:summary", ({ file, success, counts }) => {
  if (file !== undefined) return;
  closing = `Tests: ${counts.passed} passed, ${counts.tests - counts.passed - counts.skipped - counts.todo} failed, ${counts.skipped + counts.todo} skipped`;
  process.exitCode = success && !failed ? 0 : 1;
});
for await (const line of tests.compose(new spec())) process.stdout.write(String(line));
for (const note of notes) console.log(note);
console.log(closing);
// A test file that left something open must not keep a finished run from ending.
process.exit();
