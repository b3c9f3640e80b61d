import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { storeProblem } from "./store-problem.ts";

/** An error with the file system's code, made here because the user who runs the tests may have every permission. */
const refused = (code: string, path: string) => Object.assign(new Error(`${code}: refused`), { code, path });

test("a data folder that may not be written to is reported by its setting, whatever the file system calls it", () => {
  for (const dataDir of ["/data", "/data/"]) {
    for (const [code, file] of [
      ["EACCES", "selfsame.db"],
      ["EPERM", "selfsame.db"],
      ["EROFS", "secret.key.5f0c"],
    ] as const) {
      assert.equal(
        storeProblem(refused(code, join(dataDir, file)), { dataDir })?.message,
        `The database in ${dataDir} (SELFSAME_DATA_DIR) may not be written to.`,
      );
    }
  }
});

test("what is refused elsewhere is no problem of the data folder", () => {
  assert.equal(storeProblem(refused("EACCES", "/models/manifest.json"), { dataDir: "/data" }), undefined);
});
