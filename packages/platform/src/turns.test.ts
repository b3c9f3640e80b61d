import assert from "node:assert/strict";
import { test } from "node:test";
import { createTurns, NoTurn } from "./turns.ts";

/** Work that ends when the test ends it. */
function begin(turns: ReturnType<typeof createTurns>, of: string, name: string, begun: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = turns.take(of, () => {
    begun.push(name);
    return promise;
  });
  return { done, end: resolve };
}

test("so many at once of each kind, and the next when one ends, also where it fails", async () => {
  const turns = createTurns(1);
  const begun: string[] = [];
  const [first, second, other] = [
    begin(turns, "a", "first", begun),
    begin(turns, "a", "second", begun),
    begin(turns, "b", "other", begun),
  ];
  assert.deepEqual(begun, ["first", "other"]);
  first.end();
  await first.done;
  assert.deepEqual(begun, ["first", "other", "second"]);
  second.end();
  other.end();
  await Promise.all([second.done, other.done]);
  await assert.rejects(
    turns.take("a", () => Promise.reject(new Error("no"))),
    /^Error: no$/,
  );
  assert.equal(await turns.take("a", async () => "then"), "then");
});

test("who finds as many waiting as may is refused, and leaves the others' turns alone", async () => {
  const turns = createTurns(1, 1);
  const begun: string[] = [];
  const first = begin(turns, "a", "first", begun);
  const second = begin(turns, "a", "second", begun);
  await assert.rejects(begin(turns, "a", "third", begun).done, NoTurn);
  first.end();
  second.end();
  await Promise.all([first.done, second.done]);
  assert.deepEqual(begun, ["first", "second"]);
  assert.equal(await turns.take("a", async () => "then"), "then");
});
