import assert from "node:assert/strict";
import { test } from "node:test";
import { isolationAdvice } from "./isolation-advice.ts";

test("without namespaces it says what is lost, and what to do where it runs", () => {
  const advices = [
    [{ platform: "linux", inContainer: true }, /let the container's network do it: allow only the database/],
    [{ platform: "linux", inContainer: false }, /sysctl user\.max_user_namespaces/],
    [{ platform: "darwin", inContainer: false }, /Only Linux has them/],
  ] as const;
  for (const [surroundings, advice] of advices) {
    assert.match(
      isolationAdvice(surroundings),
      /^workers share the service's network .* reaches what the service reaches\./,
    );
    assert.match(isolationAdvice(surroundings), advice);
  }
});
