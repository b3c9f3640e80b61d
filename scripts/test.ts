/**
 * `npm test`: every *.test.ts of the packages, then of e2e/. Arguments narrow it to files:
 * `npm test -- packages/face/src/plane/affine.test.ts`. What the tests need and is missing, the models and a browser, is fetched first.
 * `--unit`: what needs no browser, no models and no other server, nothing fetched. `--fuzz`: thousands of made-up inputs instead of hundreds.
 */
import { globSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { prepare } from "./prepare.ts";
import { filesOf } from "./test-files.ts";

const slowestFileMs = 20 * 60_000;
const options = { unit: { type: "boolean" }, fuzz: { type: "boolean" } } as const;
const { values, positionals: named } = parseArgs({ options, allowPositionals: true });
const kind = values.unit ? "unit" : values.fuzz ? "fuzz" : "all";
const files = named.length > 0 ? named.flatMap((name) => globSync(name)) : filesOf(kind);
if (kind === "fuzz") process.env["SELFSAME_TEST_FUZZ"] = "true";
// Not asked for, so not there: the same tests run on SQLite alone.
if (kind === "unit") Object.assign(process.env, { SELFSAME_TEST_POSTGRES: "", SELFSAME_TEST_REDIS: "" });

const { notes, failed } = kind === "unit" ? { notes: [], failed: false } : await prepare((line) => console.log(line));
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
