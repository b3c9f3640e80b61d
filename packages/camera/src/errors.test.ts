import assert from "node:assert/strict";
import { test } from "node:test";
import { cameraErrorFrom } from "./errors.ts";

const cases = [
  ["NotAllowedError", "NotAllowedError"],
  ["NotFoundError", "NotFoundError"],
  ["OverconstrainedError", "NotFoundError"],
  ["NotReadableError", "NotReadableError"],
  ["AbortError", "NotReadableError"],
  ["SecurityError", "SecurityError"],
  ["toString", "NotReadableError"],
] as const;

for (const [given, name] of cases) {
  test(`${given} of the browser becomes ${name}`, () => {
    const cause = new DOMException("browser's own words", given);
    const error = cameraErrorFrom(cause);
    assert.ok(error instanceof Error);
    assert.equal(error.name, name);
    assert.equal(error.cause, cause);
  });
}

test("what is not an error at all becomes one", () => {
  assert.equal(cameraErrorFrom(undefined).name, "NotReadableError");
});
