import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { postClose } from "./embedder-messages.ts";

const origin = "https://shop.example";

/** Collects what the page sends to the one that embeds it. */
function embedder(t: TestContext): readonly unknown[] {
  const sent: unknown[] = [];
  const parent = { postMessage: (message: unknown, to: string) => void sent.push([message, to]) };
  Object.assign(globalThis, { parent });
  t.after(() => Reflect.deleteProperty(globalThis, "parent"));
  return sent;
}

test("the embedding page learns that the person has finished, and whether a reviewer has to decide first", (t) => {
  const sent = embedder(t);
  for (const state of ["done", "not_confirmed", "in_review", "capturing"] as const) postClose(origin, state);
  const close = { selfsame: "close", declined: false };
  assert.deepEqual(sent, [
    [{ ...close, status: "done" }, origin],
    [{ ...close, status: "done" }, origin],
    [{ ...close, status: "done", in_review: true }, origin],
    [{ ...close, status: "closed" }, origin],
  ]);
});
