import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { mutantsOf } from "./mutants.ts";
import { filesOf, targetNamed, targets, testsOf } from "./targets.ts";

test("each file of a target has tests that must notice its mutants", async () => {
  for (const target of targets) {
    const files = filesOf(target);
    assert.ok(files.length > 0, target.path);
    for (const file of files) {
      if (mutantsOf(await readFile(file, "utf8")).length > 0) assert.ok(testsOf(file, target).length > 0, file);
    }
  }
});

test("a word names a target, or a part of one with the tests of the whole", () => {
  const documents = targetNamed("documents");
  assert.equal(documents.path, "packages/server/src/documents");
  const part = targetNamed("packages/server/src/documents/chip/sod.ts");
  assert.deepEqual([part.path, part.tests], ["packages/server/src/documents/chip/sod.ts", documents.tests]);
  assert.equal(targetNamed("platform/turns.ts").tests, undefined);
  assert.throws(() => targetNamed("no-such-folder"), /There is no no-such-folder/);
});

/** A project of one file and its test, and the output of `npm run test:mutants` there. */
async function mutateProject(t: TestContext, assertion: string): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-mutate-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "is-adult.ts"), "export const isAdult = (age: number): boolean => age >= 18;\n");
  const source = `import assert from "node:assert/strict";
    import { test } from "node:test";
    import { isAdult } from "./is-adult.ts";
    test("it knows who is one", () => { ${assertion} });`;
  await writeFile(join(folder, "is-adult.test.ts"), source);
  return new Promise((resolve) => {
    const script = join(import.meta.dirname, "../mutate.ts");
    execFile(process.execPath, [script, "is-adult.ts"], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

test("what no test notices is named, and the run fails below the bar", async (t) => {
  const { code, output } = await mutateProject(t, "assert.ok(isAdult(40)); assert.ok(!isAdult(10));");
  assert.match(output, /^is-adult\.ts: 1 of 3 noticed\n {2}line 1:54: >= -> >\n {2}line 1:57: 18 -> 19$/m);
  assert.match(output, /^Mutants: 1 of 3 noticed \(33 %\); the bar is 90 %$/m);
  assert.equal(code, 1);
});

test("a run reaches the bar where each mutant is noticed", async (t) => {
  const { code, output } = await mutateProject(t, "assert.ok(isAdult(18)); assert.ok(!isAdult(17));");
  assert.match(output, /3 of 3 noticed \(100 %\)/);
  assert.equal(code, 0);
});
