import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { clientCodesPath, renderClientCodes } from "./client-codes.ts";

test("the client knows every code of the catalogue: npm run docs", () => {
  assert.equal(readFileSync(clientCodesPath, "utf8"), renderClientCodes());
});
