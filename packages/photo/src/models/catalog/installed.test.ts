import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { choose, listInstalled, manifestInUse, nameInUse, readInstalled } from "./installed.ts";

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), "selfsame-installed-"));
  t.after(() => rmSync(dir, { recursive: true }));
  return dir;
}

test("where nothing was added or chosen, the default is in use", async (t) => {
  const modelsDir = folder(t);
  assert.deepEqual([nameInUse(modelsDir), manifestInUse(modelsDir)], [undefined, undefined]);
  assert.deepEqual(await listInstalled(modelsDir), []);
  assert.throws(() => readInstalled(modelsDir, "another"), /has not been added\. Run: selfsame models add another/);
});

test("a choice whose process was killed before it was whole counts for nothing", async (t) => {
  const modelsDir = folder(t);
  await choose(modelsDir, "one");
  writeFileSync(join(modelsDir, "in-use.json.new"), '{ "mod');
  assert.equal(nameInUse(modelsDir), "one");
  await choose(modelsDir, "two");
  assert.equal(nameInUse(modelsDir), "two");
  await choose(modelsDir, undefined);
  assert.equal(nameInUse(modelsDir), undefined);
});

test("a model in use that is gone, and a choice that is damaged, are named with what to do", async (t) => {
  const modelsDir = folder(t);
  await choose(modelsDir, "gone");
  assert.throws(() => manifestInUse(modelsDir), /"gone", is not in .*selfsame models use default/);
  for (const damaged of ["", '{ "model": "../../elsewhere" }\n', "{}"]) {
    writeFileSync(join(modelsDir, "in-use.json"), damaged);
    assert.throws(() => manifestInUse(modelsDir), /is damaged\. Choose a model again/);
  }
});
