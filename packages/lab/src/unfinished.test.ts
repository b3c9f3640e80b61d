import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openUnfinished } from "./unfinished.ts";

test("interrupted twice in the middle of a line, the work goes on with all that was whole", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "selfsame-unfinished-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, ".state.jsonl");
  for (const [i, before] of [[], ["0"], ["0", "1"]].entries()) {
    const state = await openUnfinished<string>(path);
    assert.deepEqual(state.done, before);
    await state.add(String(i));
    appendFileSync(path, '"cut o');
  }
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const { done, remove } = await openUnfinished<string>(path);
  assert.deepEqual(done, ["0", "1", "2"]);
  await remove();
  assert.ok(!existsSync(path));
});
