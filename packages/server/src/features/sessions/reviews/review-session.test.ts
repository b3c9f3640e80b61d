import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { insertKey } from "../../../accounts/keys/keys.ts";
import { reviewSettings } from "../../../accounts/people/teams/review-settings.ts";
import { changeSetting } from "@selfsame/platform/settings/setting";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { sessionDeps } from "../../../../testing/sessions/session-deps.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { failSession } from "../attempts/fail-session.ts";
import { createSession } from "../create-session.ts";
import { readTimeline } from "../reports/timeline.ts";
import { type Reviewer, reviewSchema, reviewSession } from "./review-session.ts";
import { findSession, pendingOf, type ReviewDecision } from "../session.ts";

const dayMs = 24 * 3600_000;
const because = (decision: ReviewDecision) => ({ decision, reason: "seen on a call" });
const person = (id: string): Reviewer => ({ kind: "person", id, actor: { actor: id, address: null } });
const key = (id: string): Reviewer => ({ kind: "key", id, actor: { actor: id, address: null } });

/** A failed session that waits for a review. */
async function begin(t: TestContext, kind: StoreKind, byTwo: boolean) {
  const { deps, clock, asked } = await sessionDeps(t, kind);
  const { db } = deps.store;
  const { session } = await createSession(deps, { ...asked, review: true, attempts: 1 });
  const { id } = session;
  const { accountId } = asked;
  const settings = (two: boolean) =>
    changeSetting(
      db,
      person("usr_owner").actor,
      accountId,
      reviewSettings,
      { reviewFailed: true, byTwo: two },
      clock.nowMs,
    );
  await settings(byTwo);
  const now = async () => (await findSession(db, accountId, id)) ?? assert.fail("the session is gone");
  const fail = async () => {
    const row = await now();
    await db.transaction().execute((transaction) => failSession(deps, transaction, row, {}, clock.nowMs));
  };
  await fail();
  const review = async (decision: ReviewDecision, by: Reviewer) => {
    const { outcome } = await reviewSession(deps, accountId, id, because(decision), by);
    return outcome;
  };
  /** @param actsFor the people who have seen the key; null for a key from a version that did not record them */
  const makeKey = async (actsFor: readonly string[] | null) => {
    const made = await insertKey(db, accountId, { name: "reviews", kind: "private" }, clock.nowMs);
    const acts_for = actsFor && JSON.stringify(actsFor);
    await db.updateTable("api_keys").set({ acts_for }).where("id", "=", made.key.id).execute();
    return key(made.key.id);
  };
  const logged = async () => {
    const rows = await db.selectFrom("audit").select("action").where("target", "=", id).orderBy("id").execute();
    return rows.map(({ action }) => action);
  };
  const emitted = async () => {
    const rows = await db.selectFrom("events").select(["type", "created_at_ms"]).orderBy("created_at_ms").execute();
    return rows.map(({ type, created_at_ms }) => [type, created_at_ms - clock.nowMs] as const);
  };
  const kinds = async () => (await readTimeline(db, id)).map((entry) => entry.kind);
  return { deps, clock, accountId, id, now, fail, review, settings, makeKey, logged, emitted, kinds };
}

test("a reason has 1 to 500 characters", () => {
  const takes = (reason: string) => reviewSchema.safeParse({ decision: "approve", reason }).success;
  for (const [length, isTaken] of [
    [0, false],
    [1, true],
    [500, true],
    [501, false],
  ] as const) {
    assert.equal(takes("x".repeat(length)), isTaken, `${length}`);
  }
});

onEachStore("a reviewer's decision", (kind) => {
  for (const [decision, status] of [
    ["approve", "verified"],
    ["reject", "failed"],
  ] as const) {
    test(`to ${decision} is noted and reported a millisecond before the end that it causes`, async (t) => {
      const { review, now, emitted, kinds, logged, clock } = await begin(t, kind, false);
      clock.nowMs += 1000;
      const { version } = await now();
      assert.equal(await review(decision, person("usr_1")), "decided");
      const row = await now();
      assert.deepEqual([row.status, row.version], [status, version + 2]);
      assert.deepEqual(JSON.parse(row.result ?? "{}"), { reviewed_by: "person", review_reason: "seen on a call" });
      assert.deepEqual((await emitted()).slice(-2), [
        ["session.reviewed", 0],
        [`session.${status}`, 1],
      ]);
      assert.deepEqual((await kinds()).slice(-3), ["needs_review", "reviewed", status]);
      assert.deepEqual(await logged(), [decision === "approve" ? "verification_approved" : "verification_rejected"]);
      assert.equal(await review("approve", person("usr_2")), "not_in_review");
    });
  }

  test("to retry offers one attempt more, for a day at least, and is noted", async (t) => {
    const { deps, review, now, fail, kinds, logged, clock } = await begin(t, kind, false);
    clock.nowMs = (await now()).expires_at_ms - 1000;
    assert.equal(await review("retry", person("usr_1")), "decided");
    const row = await now();
    assert.deepEqual([row.status, row.attempts_allowed], ["open", row.attempts + 1]);
    assert.equal(row.expires_at_ms, clock.nowMs + dayMs);
    assert.equal((await kinds()).at(-1), "reviewed");
    assert.deepEqual(await logged(), ["verification_retried"]);
    await fail();
    const { expires_at_ms } = await now();
    assert.equal(await review("retry", person("usr_1")), "decided");
    assert.equal((await now()).expires_at_ms, expires_at_ms, "a later end stays");
    for (const [attempts, outcome] of [
      [10, "no_more_attempts"],
      [9, "decided"],
    ] as const) {
      await fail();
      await deps.store.db.updateTable("verification_sessions").set({ attempts }).execute();
      assert.equal(await review("retry", person("usr_1")), outcome);
    }
    await fail();
    await deps.store.db.updateTable("verification_sessions").set({ attempts: 10 }).execute();
    assert.equal(await review("approve", person("usr_1")), "decided");
  });

  test("does not outlive the retry that another one chose: the next failure waits for two again", async (t) => {
    const { review, now, fail, settings } = await begin(t, kind, true);
    assert.equal(await review("approve", person("usr_1")), "pending");
    await settings(false);
    assert.equal(await review("retry", person("usr_2")), "decided");
    assert.equal((await now()).review_pending, null);
    await settings(true);
    await fail();
    assert.equal(pendingOf(await now()), null);
    assert.equal(await review("approve", person("usr_2")), "pending");
  });

  test("is possible until the week is over, to the millisecond", async (t) => {
    for (const [late, outcome, status] of [
      [-1, "decided", "verified"],
      [0, "not_in_review", "expired"],
    ] as const) {
      const { review, now, clock } = await begin(t, kind, false);
      clock.nowMs = (await now()).expires_at_ms + late;
      assert.equal(await review("approve", person("usr_1")), outcome);
      assert.equal((await now()).status, status);
    }
    const { deps, accountId } = await begin(t, kind, false);
    const none = await reviewSession(deps, accountId, "vs_none", because("approve"), person("usr_1"));
    assert.equal(none.outcome, "not_found");
  });

  test("of two takes two people: a key is who has seen it, and one of the two decides in person", async (t) => {
    type Who = readonly string[] | null | string;
    // The first reviewer, the second reviewer, and the outcome for the second.
    const cases: readonly (readonly [Who, Who, string])[] = [
      ["usr_1", "usr_2", "decided"],
      ["usr_1", "usr_1", "needs_another"],
      ["usr_1", ["usr_2"], "decided"],
      [["usr_2"], "usr_1", "decided"],
      ["usr_1", ["usr_1"], "needs_another"],
      [["usr_1"], "usr_1", "needs_another"],
      [["usr_1", "usr_2"], "usr_2", "needs_another"],
      ["usr_1", ["usr_2", "usr_1"], "needs_another"],
      [["usr_1"], ["usr_2"], "needs_another"],
      ["usr_1", [], "needs_another"],
      ["usr_1", null, "needs_another"],
    ];
    const { review, now, deps, makeKey, logged, kinds } = await begin(t, kind, true);
    for (const [first, second, outcome] of cases) {
      const who = (one: Who) => (typeof one === "string" ? person(one) : makeKey(one));
      await deps.store.db
        .updateTable("verification_sessions")
        .set({ review_pending: null, status: "needs_review", ended_at_ms: null })
        .execute();
      assert.equal(await review("approve", await who(first)), "pending");
      assert.equal(await review("approve", await who(second)), outcome, JSON.stringify([first, second]));
      assert.equal((await now()).status, outcome === "decided" ? "verified" : "needs_review");
    }
    assert.equal(await review("approve", key("key_gone")), "needs_another");
    assert.equal(await review("reject", person("usr_9")), "pending", "another decision takes its place");
    assert.deepEqual([pendingOf(await now())?.decision, pendingOf(await now())?.id], ["reject", "usr_9"]);
    assert.equal((await logged()).at(-1), "verification_review_proposed");
    assert.equal((await kinds()).at(-1), "review_pending");
  });

  test("of an earlier version, which recorded no people, counts as of those that are behind it now", async (t) => {
    const { review, now, deps, makeKey } = await begin(t, kind, true);
    const seen = await makeKey(["usr_1"]);
    const nobodys = await makeKey([]);
    for (const [first, second, outcome] of [
      [person("usr_1"), person("usr_1"), "needs_another"],
      [seen, person("usr_1"), "needs_another"],
      [nobodys, person("usr_1"), "needs_another"],
      [seen, person("usr_2"), "decided"],
    ] as const) {
      const pending = { ...because("approve"), by: first.kind, id: first.id, atMs: 0 };
      const review_pending = JSON.stringify(pending);
      await deps.store.db.updateTable("verification_sessions").set({ review_pending }).execute();
      assert.equal(await review("approve", second), outcome);
    }
    assert.equal((await now()).status, "verified");
  });
});
