import assert from "node:assert/strict";
import { test } from "node:test";
import { createOutageGuard, isOutage, StoreUnavailable } from "./outage.ts";
import type { Log } from "./log.ts";

const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

function start() {
  let nowMs = 0;
  const said: string[] = [];
  const say = (_detail: object, text: string) => void said.push(text);
  const log: Log = { info: say, warn: say, error: say };
  const guard = createOutageGuard(log, () => nowMs);
  const run = <T>(work: () => Promise<T>) => guard.run(work);
  return { run, said, advance: (ms: number) => (nowMs += ms) };
}

test("after a failure the database is left alone for a second, and what is asked fails at once", async () => {
  const { run, said, advance } = start();
  await assert.rejects(
    run(() => Promise.reject(refused)),
    StoreUnavailable,
  );
  await assert.rejects(
    run(() => assert.fail("not tried")),
    StoreUnavailable,
  );
  advance(1000);
  assert.equal(await run(async () => "back"), "back");
  assert.deepEqual(said, ["the database cannot be reached", "the database is back"]);
});

test("one tries whether it is back; the others do not wait for it", async () => {
  const { run, said, advance } = start();
  await assert.rejects(run(() => Promise.reject(refused)));
  advance(1000);
  const slow = Promise.withResolvers<void>();
  const trying = run(() => slow.promise);
  await assert.rejects(
    run(() => assert.fail("not tried")),
    StoreUnavailable,
  );
  slow.reject(refused);
  await assert.rejects(trying, StoreUnavailable);
  advance(1000);
  await run(async () => {});
  await run(async () => {});
  assert.equal(said.length, 2, "each is said once");
});

test("a wrong query is not an outage", async () => {
  const { run, said } = start();
  const wrong = Object.assign(new Error('relation "x" does not exist'), { code: "42P01" });
  await assert.rejects(
    run(() => Promise.reject(wrong)),
    /does not exist/,
  );
  assert.deepEqual(said, []);
});

test("what says that the database is away", () => {
  for (const code of ["ECONNRESET", "57P01", "57P03", "53300", "08006", "57014", "28P01", "25006", "3D000", "55000"]) {
    assert.ok(isOutage(Object.assign(new Error("x"), { code })), code);
  }
  assert.ok(isOutage(Object.assign(new Error("database is locked"), { code: "ERR_SQLITE_ERROR", errcode: 5 })));
  assert.ok(isOutage(Object.assign(new Error("database or disk is full"), { errcode: 13 })));
  assert.ok(isOutage(new Error("Connection terminated unexpectedly")));
  for (const error of [new Error("x"), "x", undefined, Object.assign(new Error("x"), { code: "23505" })]) {
    assert.ok(!isOutage(error));
  }
});
