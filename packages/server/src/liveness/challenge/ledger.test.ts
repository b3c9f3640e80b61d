import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test, type TestContext } from "node:test";
import type { DetailHash } from "@selfsame/face/assess/hashes/detail-hash";
import { sweepStore } from "../../features/retention/retention.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { attemptsMax, challengeLifeMs, createLedger } from "./ledger.ts";
import { addFrames } from "../../../testing/challenge/add-frames.ts";
import { createSeenFrames, isRepeat } from "./seen-frames.ts";

/** See detail-hash.ts. */
const [regions, shifts] = [28, 49] as const;

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  await prepareFirstStart(store);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const clock = { nowMs: 1_000_000 };
  const now = () => clock.nowMs;
  return {
    store,
    accountId,
    clock,
    ledger: createLedger(store, now),
    add: addFrames(store, createSeenFrames(store, now)),
  };
}

const wordsOf = (): Uint32Array => new Uint32Array(Uint8Array.from(randomBytes(4 * regions)).buffer);
/** A detail hash with the same bits for each region at all shifts. */
const detailOf = (words: Uint32Array): DetailHash => ({
  words,
  shifted: Uint32Array.from({ length: words.length * shifts }, (_, i) => words[Math.floor(i / shifts)] as number),
});
const frame = () => ({
  sha256: randomBytes(32).toString("hex"),
  faceHash: randomBytes(32).toString("hex"),
  detail: detailOf(wordsOf()),
});
/** The same picture, compressed again: another file, with two other bits in the face hash. */
const copyOf = ({ faceHash }: { readonly faceHash: string }) => {
  const hash = Buffer.from(faceHash, "hex");
  hash[3] = (hash[3] ?? 0) ^ 0b101;
  return { ...frame(), faceHash: hash.toString("hex") };
};

onEachStore("challenges", (kind) => {
  test("a challenge has three attempts, is completed once, and is its account's alone", async (t) => {
    const { store, ledger, accountId } = await start(t, kind);
    const opened = await ledger.open({ accountId, steps: ["blink", "turn_left", "smile"] });
    const { id, steps } = opened;
    assert.deepEqual(steps, ["blink", "turn_left", "smile"]);
    assert.deepEqual(await ledger.find(accountId, id), { outcome: "begun", challenge: opened });
    assert.equal((await ledger.begin("acc_other", id)).outcome, "not_found");
    assert.equal((await ledger.begin(accountId, "chl_none")).outcome, "not_found");
    for (let i = 0; i < attemptsMax; i++) assert.equal((await ledger.begin(accountId, id)).outcome, "begun");
    assert.equal((await ledger.begin(accountId, id)).outcome, "used_up");
    await ledger.release(id);
    assert.equal((await ledger.begin(accountId, id)).outcome, "begun");
    assert.equal((await ledger.begin(accountId, id)).outcome, "used_up", "one attempt was taken back");
    const completed = await Promise.all(Array.from({ length: 5 }, () => ledger.complete(id, store.db)));
    assert.equal(completed.filter(Boolean).length, 1);
    assert.equal((await ledger.begin(accountId, id)).outcome, "completed");
  });

  test("a stepwise challenge has one attempt, and is read with its plan without counting one", async (t) => {
    const { ledger, accountId, clock } = await start(t, kind);
    const plan = { total: 3, avoid: ["blink"] } as const;
    const opened = await ledger.open({ accountId, steps: [], plan, nonce: "n", keyId: undefined });
    assert.equal(opened.expiresAtMs, clock.nowMs + 120_000);
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await ledger.find(accountId, opened.id), { outcome: "begun", challenge: opened });
    }
    assert.equal(await ledger.refusal(accountId, opened.id, "stepwise"), undefined);
    assert.deepEqual(await ledger.begin(accountId, opened.id), { outcome: "begun", challenge: opened });
    assert.equal(await ledger.refusal(accountId, opened.id, "stepwise"), "used_up");
    assert.equal((await ledger.find(accountId, opened.id)).outcome, "used_up");
    assert.equal((await ledger.find("acc_other", opened.id)).outcome, "not_found");
  });

  test("an ended challenge leaves no attempt, and only an attempt that began is released", async (t) => {
    const { ledger, accountId } = await start(t, kind);
    const open = async () => (await ledger.open({ accountId, steps: ["blink"] })).id;
    const [ended, fresh] = [await open(), await open()];
    await ledger.end(ended);
    assert.equal((await ledger.begin(accountId, ended)).outcome, "used_up");
    await ledger.release(fresh);
    for (let i = 0; i < attemptsMax; i++) assert.equal((await ledger.begin(accountId, fresh)).outcome, "begun");
    assert.equal((await ledger.begin(accountId, fresh)).outcome, "used_up");
  });

  test("a challenge expires, and is forgotten when the store is cleaned", async (t) => {
    const { ledger, accountId, clock, store } = await start(t, kind);
    const { id } = await ledger.open({ accountId, steps: ["look_up", "blink", "smile"] });
    clock.nowMs += challengeLifeMs - 1;
    assert.equal((await ledger.begin(accountId, id)).outcome, "begun");
    clock.nowMs += 1;
    assert.equal((await ledger.begin(accountId, id)).outcome, "expired");
    await sweepStore(store, clock.nowMs, silent);
    assert.equal((await ledger.begin(accountId, id)).outcome, "expired");
    await sweepStore(store, clock.nowMs + 3600_001, silent);
    assert.equal((await ledger.begin(accountId, id)).outcome, "not_found");
  });

  test("what a requester did not pass is counted for an hour", async (t) => {
    const { ledger, accountId, clock, store } = await start(t, kind);
    const open = async (requester: string) => (await ledger.open({ accountId, steps: ["blink"], requester })).id;
    const passed = await open("one");
    const failed = await open("one");
    await open("one");
    await open("another");
    await ledger.begin(accountId, failed);
    await ledger.complete(passed, store.db);
    assert.deepEqual(
      [await ledger.unpassed("one"), await ledger.unpassed("another"), await ledger.unpassed("no")],
      [2, 1, 0],
    );
    clock.nowMs += 3600_000 - 1;
    await sweepStore(store, clock.nowMs, silent);
    assert.equal(await ledger.unpassed("one"), 2);
    clock.nowMs += 1;
    assert.equal(await ledger.unpassed("one"), 0);
  });

  test("of attempts at once, no more than three begin", async (t) => {
    const { ledger, accountId } = await start(t, kind);
    const { id } = await ledger.open({ accountId, steps: ["look_up", "blink", "smile"] });
    const begun = await Promise.all(Array.from({ length: 8 }, () => ledger.begin(accountId, id)));
    assert.equal(begun.filter(({ outcome }) => outcome === "begun").length, attemptsMax);
  });

  test("a file that was sent before is known, in whatever account", async (t) => {
    const { add, accountId, store } = await start(t, kind);
    const frames = [frame(), frame(), frame(), frame()];
    assert.equal(isRepeat([await add(accountId, frames)]), false);
    assert.equal(isRepeat([await add(accountId, [frame(), frames[1] ?? frame(), frame(), frame()])]), true);
    const other = { id: "acc_other", plan: "unlimited", created_at_ms: 1 } as const;
    await store.db.insertInto("accounts").values(other).execute();
    assert.equal(isRepeat([await add("acc_other", [frame(), frame(), frames[3] ?? frame(), frame()])]), true);
  });

  test("one file twice in a performance is known", async (t) => {
    const { add, accountId } = await start(t, kind);
    const one = frame();
    assert.equal(isRepeat([await add(accountId, [one, frame(), { ...one }, frame()])]), true);
  });

  test("a performance that was compressed again is known by its faces; one alike frame is chance", async (t) => {
    const { add, accountId } = await start(t, kind);
    const frames = [frame(), frame(), frame(), frame()];
    assert.equal(isRepeat([await add(accountId, frames)]), false);
    assert.equal(isRepeat([await add(accountId, [frame(), frame(), copyOf(frames[2] ?? frame()), frame()])]), false);
    assert.equal(isRepeat([await add(accountId, frames.map(copyOf))]), true);
  });

  test("a frame that was stretched or relit is found as well, by its remaining detail", async (t) => {
    const { add, accountId } = await start(t, kind);
    const frames = [frame(), frame(), frame(), frame()];
    /** With one bit of 32 changed, the agreement is 0.94; with five, 0.69. */
    const lit = (bits: number) => (one: ReturnType<typeof frame>) => ({
      ...frame(),
      detail: detailOf(one.detail.words.map((word) => (word ^ (2 ** bits - 1)) >>> 0)),
    });
    assert.equal(isRepeat([await add(accountId, frames)]), false);
    assert.equal(isRepeat([await add(accountId, frames.map(lit(5)))]), false);
    assert.equal(isRepeat([await add(accountId, frames.map(lit(1)))]), true);
  });

  test("a frame that an earlier version saw has no detail, and is known by its face all the same", async (t) => {
    const { add, accountId, store } = await start(t, kind);
    const frames = [frame(), frame(), frame(), frame()];
    const rows = frames.map(({ sha256, faceHash }) => ({
      sha256,
      account_id: accountId,
      face_hash: faceHash,
      seen_at_ms: 1,
    }));
    await store.db.insertInto("challenge_frames").values(rows).execute();
    assert.equal(isRepeat([await add(accountId, [frame(), frame(), frame(), frame()])]), false);
    assert.equal(isRepeat([await add(accountId, frames.map(copyOf))]), true);
  });

  test("copies are found behind thousands of other frames, many of one moment among them, and not after thirty days", async (t) => {
    const { add, accountId, store, clock } = await start(t, kind);
    const frames = [frame(), frame(), frame(), frame()];
    await add(accountId, frames);
    const later = Array.from({ length: 12_000 }, (_, i) => {
      const { sha256, faceHash } = frame();
      return { sha256, account_id: accountId, face_hash: faceHash, seen_at_ms: clock.nowMs + Math.ceil(i / 3000) };
    });
    for (let at = 0; at < later.length; at += 1000) {
      await store.db
        .insertInto("challenge_frames")
        .values(later.slice(at, at + 1000))
        .execute();
    }
    clock.nowMs += 29 * 24 * 3600_000;
    assert.equal((await add(accountId, frames.map(copyOf))).copies, 4);
    clock.nowMs += 31 * 24 * 3600_000;
    assert.equal((await add(accountId, frames.map(copyOf))).copies, 0, "stored, as where nothing is swept");
  });

  test("frames are forgotten after thirty days", async (t) => {
    const { add, accountId, store, clock } = await start(t, kind);
    const frames = [frame(), frame(), frame(), frame()];
    await add(accountId, frames);
    clock.nowMs += 30 * 24 * 3600_000 + 1;
    await sweepStore(store, clock.nowMs, silent);
    assert.equal(isRepeat([await add(accountId, frames)]), false);
  });
});
