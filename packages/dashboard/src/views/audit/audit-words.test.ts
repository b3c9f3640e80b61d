import assert from "node:assert/strict";
import { test } from "node:test";
import { actionCode, actionName } from "./audit-words.ts";

test("what the log calls an action, and what a person types for it, are one", () => {
  for (const [code, name] of [
    ["key_revoked", "Key revoked"],
    ["session_ended", "Sign-in ended"],
  ] as const) {
    assert.equal(actionName(code), name);
    assert.equal(actionCode(` ${name} `), code);
  }
  assert.equal(actionCode("key_revoked"), "key_revoked");
  assert.equal(actionCode(""), "");
});
