import assert from "node:assert/strict";
import { test } from "node:test";
import { BudgetExhausted } from "@selfsame/photo/images/memory-budget";
import { createHostPlaces } from "./host-places.ts";

/** Photos that arrive when the test resolves them. */
function photos() {
  const hosts = createHostPlaces(8);
  const begun: string[] = [];
  const never = new AbortController().signal;
  const fetch = (accountId: string, host = "photos.test", signal = never) => {
    const photo = Promise.withResolvers<void>();
    const done = hosts.take(host, { accountId, signal }, () => {
      begun.push(`${accountId} ${host}`);
      return photo.promise;
    });
    return { done, come: photo.resolve, fail: photo.reject };
  };
  const beginning = async () => {
    await new Promise(setImmediate);
    return begun.splice(0);
  };
  return { fetch, beginning };
}

test("an account alone has four places at a host, another comes at once, and hosts do not know of each other", async () => {
  const { fetch, beginning } = photos();
  const slow = Array.from({ length: 9 }, () => fetch("slow"));
  assert.deepEqual(
    await beginning(),
    Array.from({ length: 4 }, () => "slow photos.test"),
  );
  const other = fetch("shop");
  const elsewhere = fetch("slow", "elsewhere.test");
  assert.deepEqual(await beginning(), ["shop photos.test", "slow elsewhere.test"]);
  other.come();
  elsewhere.come();
  await Promise.all([other.done, elsewhere.done]);
  for (const { come } of slow) come();
  await Promise.all(slow.map(({ done }) => done));
  assert.equal((await beginning()).length, 5);
});

test("a photo that fails releases its slot, and an abandoned request holds up no other", async () => {
  const { fetch, beginning } = photos();
  const failing = Array.from({ length: 4 }, () => fetch("slow"));
  const gone = new AbortController();
  const waiting = fetch("slow", "photos.test", gone.signal);
  const next = fetch("slow");
  assert.equal((await beginning()).length, 4);
  gone.abort();
  await assert.rejects(waiting.done, BudgetExhausted);
  failing[0]?.fail(new Error("no"));
  await assert.rejects(failing[0]?.done ?? Promise.resolve(), /^Error: no$/);
  assert.equal((await beginning()).length, 1);
  for (const { come } of [...failing, next]) come();
  await Promise.all([next.done, ...failing.slice(1).map(({ done }) => done)]);
});
