import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@selfsame/platform/testing/until";
import { createLogoPlaces } from "./logo-places.ts";

const file = Buffer.from("a logo");

/** Uploads whose drawing ends when the test ends it. */
function start() {
  const places = createLogoPlaces();
  const drawing: { readonly account: string; readonly end: () => void }[] = [];
  let most = 0;
  const upload = (account: string, read = async () => file) => {
    const outcome = places
      .take(account, read, async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const one = { account, end: resolve };
        drawing.push(one);
        most = Math.max(most, drawing.length);
        await promise;
        drawing.splice(drawing.indexOf(one), 1);
      })
      .then((outcome) => (outcome === "no_turn" ? "refused" : "drawn"), String);
    return outcome;
  };
  const drawAll = async <T>(all: Promise<T>): Promise<T> => {
    let over = false;
    void all.then(() => (over = true));
    await until(() => {
      drawing[0]?.end();
      return over;
    });
    return all;
  };
  return { upload, drawing, drawAll, most: () => most };
}

const count = (outcomes: readonly string[], wanted: string) => outcomes.filter((one) => one === wanted).length;

test("of 200 logos of one account at once one is drawn, one waits, and another account's is drawn beside them", async () => {
  const { upload, drawing, drawAll, most } = start();
  const greedy = Promise.all(Array.from({ length: 200 }, () => upload("greedy")));
  const other = upload("other");
  await until(() => drawing.length === 2);
  assert.deepEqual(
    drawing.map(({ account }) => account),
    ["greedy", "other"],
  );
  const outcomes = await drawAll(greedy);
  assert.deepEqual([count(outcomes, "drawn"), count(outcomes, "refused")], [2, 198]);
  assert.equal(await other, "drawn");
  assert.equal(most(), 2);
});

test("of 200 accounts two are drawn at once, sixteen wait, and the rest must retry", async () => {
  const { upload, drawAll, most } = start();
  const outcomes = await drawAll(Promise.all(Array.from({ length: 200 }, (_, i) => upload(`account-${i}`))));
  assert.deepEqual([count(outcomes, "drawn"), count(outcomes, "refused"), most()], [18, 182, 2]);
  assert.equal(await drawAll(upload("account-199")), "drawn");
});

test("files that come slowly keep no other account from drawing", async () => {
  const { upload, drawAll } = start();
  const arrived = Promise.withResolvers<typeof file>();
  const slow = Array.from({ length: 20 }, (_, i) => upload(`slow-${i}`, () => arrived.promise));
  assert.equal(await drawAll(upload("quick")), "drawn");
  arrived.reject(new Error("gone"));
  assert.deepEqual(new Set(await Promise.all(slow)), new Set(["Error: gone"]));
});
