/** Tests what a comparison stores, and when it counts. capture.test.ts tests that nothing of a face remains. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { scriptedComparison } from "@selfsame/photo/testing/engine/scripted-engine";
import { sessionDeps } from "../../../../testing/sessions/session-deps.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { referenceOf } from "@selfsame/photo/verify/references";
import { createSession } from "../create-session.ts";
import { linkSecret } from "../link.ts";
import { readTimeline } from "../reports/timeline.ts";
import { findSession, type SessionResult } from "../session.ts";
import { captureSession, openCapture, sealCapture } from "./capture.ts";
import { compareCapture, settleComparison } from "./compare-session.ts";

const unsent = { photos: [], evidence: [] } as const;
const selfie = Float32Array.of(1, 0.2, 0.3);
const attempted: SessionResult = {
  match: null,
  similarity: null,
  threshold: 0.6,
  false_match_rate: null,
  challenge: null,
  challenge_details: null,
  light: null,
  passive_liveness: null,
  reasons: [],
  model: "m-1",
  reviewed_by: null,
  review_reason: null,
};
const unlike = { match: false, reasons: ["no_match"], similarity: 0.123_456_7 } as const;
const alike = { match: true, reasons: [], similarity: 0.876_543_21 } as const;

async function begin(t: TestContext, kind: StoreKind, compareLater = { limit: 3, minutes: 2 }) {
  const { deps: own, clock, asked } = await sessionDeps(t, kind);
  const deps = { ...own, comparison: scriptedComparison };
  const { db } = deps.store;
  const { session } = await createSession(deps, { ...asked, reference: undefined, compareLater });
  const { id } = session;
  const now = async () => (await findSession(db, asked.accountId, id)) ?? assert.fail("the session is gone");
  const start = () => db.updateTable("verification_sessions").set({ status: "started" }).where("id", "=", id).execute();
  const secret = linkSecret(deps.seal, { id, link: 1 });
  const capture = async (
    sealed: string | null = sealCapture(deps.seal, secret, "m-1", { selfie, frames: undefined }),
  ) => {
    const row = await now();
    return deps.store.db
      .transaction()
      .execute((transaction) => captureSession(deps, transaction, row, { result: attempted, sealed }, clock.nowMs));
  };
  const also: string[] = [];
  const settle = async (likeness: Parameters<typeof settleComparison>[2]) =>
    settleComparison(deps, await now(), likeness, 0.6, unsent, async (_, row) => void also.push(row.status));
  return { deps, clock, id, now, start, capture, settle, also };
}

onEachStore("a comparison after the capture", (kind) => {
  test("that fails stores no similarity, and how alike an impostor was is in no answer", async (t) => {
    const { id, now, start, capture, settle, also, deps } = await begin(t, kind);
    await start();
    await capture();
    const { version } = await now();
    const counted = await settle(unlike);
    assert.deepEqual([counted?.status, counted?.comparisons, counted?.version], ["captured", 1, version + 1]);
    await settle(unlike);
    const last = await settle(unlike);
    assert.equal(last?.status, "failed");
    assert.deepEqual(JSON.parse(last?.result ?? "{}"), {
      ...attempted,
      match: false,
      reasons: ["no_match"],
      model: scriptedComparison.model,
    });
    assert.deepEqual(also, ["captured", "captured", "failed"]);
    assert.equal(await settle(alike), undefined, "none is left");
    assert.equal(also.length, 3);
    const compared = (await readTimeline(deps.store.db, id)).filter((entry) => entry.kind === "comparison");
    assert.deepEqual(
      compared.map(({ data }) => data),
      [1, 2, 3].map((number) => ({ number, passed: false, reasons: ["no_match"] })),
    );
    assert.ok(!JSON.stringify(await readTimeline(deps.store.db, id)).includes("0.123"));
  });

  test("that matches stores the similarity, and how many impostors have one as high to three digits", async (t) => {
    const { deps, start, capture, now } = await begin(t, kind);
    await start();
    await capture();
    const comparison = { ...scriptedComparison, falseMatchRate: (similarity: number) => similarity / 10_000 };
    const verified = await settleComparison({ ...deps, comparison }, await now(), alike, 0.6, unsent, async () => {});
    const result = JSON.parse(verified?.result ?? "{}") as SessionResult;
    assert.deepEqual([verified?.status, result.match, result.reasons], ["verified", true, []]);
    assert.deepEqual([result.similarity, result.false_match_rate], [alike.similarity, 0.000_087_7]);
  });

  test("of one more than are left, sent at once, does not count", async (t) => {
    for (const limit of [1, 3]) {
      const { start, capture, settle, also, now } = await begin(t, kind, { limit, minutes: 2 });
      await start();
      await capture();
      const settled = await Promise.all(Array.from({ length: limit + 1 }, () => settle(unlike)));
      assert.equal(settled.filter((row) => row === undefined).length, 1);
      assert.equal(also.length, limit);
      const { comparisons, status } = await now();
      assert.deepEqual([comparisons, status], [limit, "failed"]);
    }
  });

  test("counts until its minutes are over, to the millisecond, and of sessions that are compared later alone", async (t) => {
    const { clock, now, start, capture, settle, id, deps } = await begin(t, kind);
    assert.equal(await capture(), undefined, "no attempt was started");
    assert.deepEqual(
      (await readTimeline(deps.store.db, id)).map((entry) => entry.kind),
      ["created"],
    );
    await start();
    // As if a reviewer had granted another attempt.
    await deps.store.db.updateTable("verification_sessions").set({ comparisons: 2 }).execute();
    const { version } = await now();
    const captured = await capture();
    assert.equal(captured?.expires_at_ms, clock.nowMs + 120_000);
    assert.deepEqual([captured?.comparisons, captured?.version, captured?.status], [0, version + 1, "captured"]);
    assert.deepEqual(
      (await readTimeline(deps.store.db, id)).map((entry) => entry.kind),
      ["created", "captured"],
    );
    clock.nowMs += 119_999;
    assert.equal((await settle(unlike))?.comparisons, 1);
    clock.nowMs += 1;
    assert.equal(await settle(alike), undefined);

    for (const column of ["compare_limit", "compare_minutes"] as const) {
      const at = await begin(t, kind);
      await at.start();
      await at.deps.store.db
        .updateTable("verification_sessions")
        .set({ [column]: null })
        .execute();
      assert.equal(await at.capture(), undefined, column);
      assert.equal((await at.now()).status, "started");
    }
  });

  test("of a test session, which has no capture, of another model or another key cancels it", async (t) => {
    const other = { ...scriptedComparison, model: "m-2" };
    for (const [sealed, comparison, why] of [
      [undefined, other, "model_changed"],
      [null, scriptedComparison, "key_changed"],
      ["not sealed with this key", scriptedComparison, "key_changed"],
    ] as const) {
      const { deps, id, start, capture, now } = await begin(t, kind);
      await start();
      await capture(sealed);
      assert.equal(await compareCapture({ ...deps, comparison }, await now(), referenceOf([selfie]), 0.6), undefined);
      assert.equal((await now()).status, "cancelled");
      assert.equal((await readTimeline(deps.store.db, id)).at(-1)?.data["why"], why);
    }
    const { deps, start, capture, now } = await begin(t, kind);
    await start();
    await capture();
    const own = { ...deps, comparison: { ...scriptedComparison, model: "m-1" } };
    assert.equal((await compareCapture(own, await now(), referenceOf([selfie]), 0.6))?.match, true);
    assert.equal((await now()).status, "captured");
  });
});

test("a capture opens as it was sealed, with its frames or without", async (t) => {
  const { deps } = await sessionDeps(t, "sqlite");
  for (const frames of [
    undefined,
    { sum: Float32Array.of(3, 4, 5), frames: 2 },
    { sum: Float32Array.of(7, 8, 9), frames: 1 },
  ]) {
    const sealed = sealCapture(deps.seal, "secret", "m-1", { selfie, frames });
    assert.deepEqual(openCapture(deps.seal, "secret", "m-1", sealed), { selfie, frames });
    assert.equal(openCapture(deps.seal, "another", "m-1", sealed), undefined);
    assert.equal(openCapture(deps.seal, "secret", "m-2", sealed), undefined);
  }
});
