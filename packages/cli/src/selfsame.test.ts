import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

test("on an older Node the error names the version needed and how to get it", () => {
  const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })`;
  const args = ["--import", `data:text/javascript,${older}`, join(import.meta.dirname, "selfsame.js"), "--version"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.deepEqual([status, stdout], [1, ""]);
  assert.match(stderr, /^selfsame needs Node 24, .*npx selfsame/);
});
