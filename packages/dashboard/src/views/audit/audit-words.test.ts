import assert from "node:assert/strict";
import { test } from "node:test";
import { actionCode, actionName } from "./audit-words.ts";

test("what the log calls an action, and what a person types for it, are one", () => {
  for (const [code, name] of [
    ["key_revoked", "Key revoked"],
    ["session_ended", "Sign-in ended"],
    ["team_setting_changed", "Setting changed"],
    // Entries of earlier versions.
    ["screen_colors_changed", "Screen colors changed"],
    ["document_status_changed", "Document status changed"],
  ] as const) {
    assert.equal(actionName(code), name);
    assert.equal(actionCode(` ${name} `), code);
  }
  assert.equal(actionCode("key_revoked"), "key_revoked");
  assert.equal(actionCode(""), "");
});
