import assert from "node:assert/strict";
import { test } from "node:test";
import { filesOf, grouped } from "./test-files.ts";

test("npm run test:fuzz has the document bombs, the bit flips and the flood, which runs by itself", () => {
  const { files, last, together } = grouped(filesOf("fuzz"));
  const all = [...files, ...last, together].join("\n");
  for (const name of ["faces/document-bombs", "wallet/wallet-bombs", "documents/flips", "e2e/flood", "v3/rush"])
    assert.ok(all.includes(`${name}.test.ts`), name);
  assert.deepEqual(last, ["e2e/flood.test.ts", "packages/server/src/api/v3/rush.test.ts"]);
});
