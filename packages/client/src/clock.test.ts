import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "./clock.ts";

test("a sleep ends by itself and leaves no listener behind", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const controller = new AbortController();
  const removed = t.mock.method(controller.signal, "removeEventListener");
  const sleep = systemClock.sleep(1000, controller.signal);
  t.mock.timers.tick(1000);
  await sleep;
  assert.equal(removed.mock.callCount(), 1);
});

test("a sleep is ended by the signal, with its reason", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const controller = new AbortController();
  const reason = new Error("enough");
  const sleep = systemClock.sleep(1000, controller.signal);
  controller.abort(reason);
  await assert.rejects(sleep, reason);
  await assert.rejects(systemClock.sleep(1000, controller.signal), reason);
});
