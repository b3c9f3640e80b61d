import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { sessionDeps } from "../../../../testing/sessions/session-deps.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { failSession } from "../attempts/fail-session.ts";
import { createSession } from "../create-session.ts";
import { readTimeline } from "../reports/timeline.ts";
import { findSession } from "../session.ts";
import { holdDecision, settleDecisions, undoDecision } from "./held-decisions.ts";
import { addNote, assignCase, casesOf, countWaiting } from "./review-case.ts";
import { type Reviewer, reviewSession } from "./review-session.ts";

const person = (id: string): Reviewer => ({ kind: "person", id, actor: { actor: id, address: "192.0.2.1" } });
const approve = { decision: "approve", reason: "seen on a call" } as const;
const minuteMs = 60_000;

/** Three members of a team, the last with read access only, and a session that waits for a review. */
async function begin(t: TestContext, kind: StoreKind) {
  const { deps, clock, asked } = await sessionDeps(t, kind);
  const { db } = deps.store;
  const { accountId } = asked;
  for (const [id, role] of [
    ["usr_a", "reviewer"],
    ["usr_b", "admin"],
    ["usr_v", "viewer"],
  ] as const) {
    await db
      .insertInto("users")
      .values({ id, email: `${id}@example.com`, operator: 0, created_at_ms: 0 })
      .execute();
    await db.insertInto("members").values({ account_id: accountId, user_id: id, role, created_at_ms: 0 }).execute();
  }
  const { session } = await createSession(deps, { ...asked, review: true, attempts: 1 });
  const { id } = session;
  const now = async () => (await findSession(db, accountId, id)) ?? assert.fail("the session is gone");
  const fail = async () => {
    const row = await now();
    await db.transaction().execute((transaction) => failSession(deps, transaction, row, {}, clock.nowMs));
  };
  await fail();
  const hold = async (by: string, review = approve as Parameters<typeof holdDecision>[3]) =>
    (await holdDecision(deps, accountId, id, review, person(by))).outcome;
  const settle = () => settleDecisions(deps, silent, () => false);
  const caseNow = async () => (await casesOf(db, [id])).get(id);
  return { deps, db, clock, accountId, id, now, fail, hold, settle, caseNow };
}

onEachStore("a case for reviewers", (kind) => {
  test("a decision takes effect after a minute, and not before", async (t) => {
    const { hold, settle, now, clock, caseNow, db, id } = await begin(t, kind);
    assert.equal(await hold("usr_a"), "held");
    assert.deepEqual((await caseNow())?.held?.person, "usr_a");
    clock.nowMs += minuteMs - 1;
    await settle();
    assert.equal((await now()).status, "needs_review");
    clock.nowMs += 1;
    await Promise.all([settle(), settle()]);
    assert.equal((await now()).status, "verified");
    const moments = (await readTimeline(db, id)).filter(({ kind }) => kind === "reviewed");
    assert.deepEqual(
      moments.map(({ data }) => [data["person"], data["decision"]]),
      [["usr_a", "approve"]],
    );
  });

  test("it can be undone by who took it alone, and taken anew", async (t) => {
    const { hold, settle, now, clock, deps, accountId, id } = await begin(t, kind);
    assert.equal(await hold("usr_a"), "held");
    assert.equal(await hold("usr_b"), "being_decided");
    assert.equal(await undoDecision(deps, accountId, id, "usr_b"), "nothing_to_undo");
    assert.equal(await undoDecision(deps, "acc_other", id, "usr_a"), "not_found");
    assert.equal(await undoDecision(deps, accountId, id, "usr_a"), "undone");
    assert.equal(await undoDecision(deps, accountId, id, "usr_a"), "nothing_to_undo");
    clock.nowMs += minuteMs;
    await settle();
    assert.equal((await now()).status, "needs_review");
    assert.equal(await hold("usr_b", { decision: "reject", reason: "another person" }), "held");
    assert.equal(await hold("usr_b"), "held", "one's own is replaced");
    clock.nowMs += minuteMs;
    await settle();
    assert.equal((await now()).status, "verified");
    assert.equal(await hold("usr_a"), "not_in_review");
  });

  test("of two reviewers at once one has it", async (t) => {
    const { hold } = await begin(t, kind);
    const outcomes = await Promise.all(["usr_a", "usr_b"].map((by) => hold(by)));
    assert.deepEqual(outcomes.toSorted(), ["being_decided", "held"]);
  });

  test("it is dropped where its reviewer may not decide any more, or the session went on", async (t) => {
    const first = await begin(t, kind);
    await first.hold("usr_a");
    await first.db.updateTable("members").set({ role: "viewer" }).where("user_id", "=", "usr_a").execute();
    first.clock.nowMs += minuteMs;
    await first.settle();
    assert.equal((await first.now()).status, "needs_review");
    assert.equal((await first.caseNow())?.held, null);

    const second = await begin(t, kind);
    await second.hold("usr_a");
    const retry = { decision: "retry", reason: "bad light" } as const;
    await reviewSession(second.deps, second.accountId, second.id, retry, person("usr_b"));
    await second.fail();
    second.clock.nowMs += minuteMs;
    await second.settle();
    assert.equal((await second.now()).status, "needs_review", "the new case is not decided by the old decision");
  });

  test("it is assigned to reviewers of the team, and counted", async (t) => {
    const { deps, db, accountId, id, caseNow } = await begin(t, kind);
    const assign = async (to: string | null) => (await assignCase(deps, accountId, id, to, person("usr_b"))).outcome;
    assert.deepEqual([await assign("usr_v"), await assign("usr_none")], ["no_such_reviewer", "no_such_reviewer"]);
    assert.equal(await assign("usr_a"), "changed");
    assert.equal((await caseNow())?.assignedTo, "usr_a");
    const counted = (who: string) => countWaiting(db, accountId, false, who);
    assert.deepEqual([(await counted("usr_a")).mine, (await counted("usr_b")).mine], [1, 0]);
    assert.deepEqual((await countWaiting(db, accountId, true, "usr_a")).waiting, 0, "test sessions are apart");
    assert.equal(await assign(null), "changed");
    assert.equal((await caseNow())?.assignedTo, null);
    assert.equal((await assignCase(deps, "acc_other", id, null, person("usr_b"))).outcome, "not_found");
  });

  test("notes are kept in order, at most 50, and by their account alone", async (t) => {
    const { deps, db, accountId, id } = await begin(t, kind);
    const add = async (text: string, account = accountId) =>
      (await addNote(deps, account, id, text, person("usr_a"))).outcome;
    for (let i = 0; i < 50; i++) assert.equal(await add(`note ${i}`), "changed");
    assert.deepEqual([await add("one more"), await add("foreign", "acc_other")], ["too_many_notes", "not_found"]);
    const notes = (await readTimeline(db, id)).filter(({ kind }) => kind === "note");
    assert.deepEqual([notes[0]?.data, notes.length], [{ text: "note 0", by: "person", person: "usr_a" }, 50]);
  });
});
