import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { reviewSettings } from "../../../../accounts/people/teams/review-settings.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { changeSetting } from "@selfsame/platform/settings/setting";

const [amal, bea] = await Promise.all([portrait("amal"), portrait("bea")]);
const dayMs = 24 * 3600_000;

const because = (decision: string, reason = "Passport seen on a call") => ({ decision, reason });

/** A service, a key that may review, and sessions whose only attempt was an impostor's. */
async function start(t: TestContext, kind: StoreKind) {
  const clock = { aheadMs: 0 };
  const service = await startSessionService(t, { kind, sessionNow: () => Date.now() + clock.aheadMs });
  const { ask, create, makeKey, store, visit } = service;
  const reviewer = await makeKey({ scopes: ["sessions:review"] });
  const failed = async (settings: Readonly<Record<string, string>> = { review: "true" }) => {
    const made = await create(formOf({ reference: amal, challenge: "off", attempts: "1", ...settings }));
    const page = visit(made.secret);
    await page.start();
    const last = await page.complete({ selfie: bea });
    return { ...made, id: made.session.id as string, page, last: last.body.data };
  };
  const review = (id: string, json: unknown, key = reviewer.secret) => ask("POST", `/sessions/${id}/review`, json, key);
  const audit = async (id: string) => {
    const rows = await store.db.selectFrom("audit").select(["action", "actor"]).where("target", "=", id).execute();
    return rows.map(({ action, actor }) => [action, actor]);
  };
  const settings = async (change: { readonly reviewFailed?: boolean; readonly byTwo?: boolean }) => {
    const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    const by = { actor: null, address: null };
    await changeSetting(store.db, by, id, reviewSettings, { reviewFailed: false, byTwo: false, ...change }, Date.now());
  };
  return { ...service, clock, reviewer, failed, review, audit, settings };
}

onEachStore("a review", (kind) => {
  test("is waited for instead of the failure, and approves", async (t) => {
    const { audit, eventTypes, failed, read, review, reviewer } = await start(t, kind);
    const { id, last, page } = await failed();
    assert.deepEqual(last, { outcome: "in_review", because: null, attempts_left: 0 });
    const state = (await page.state()).body.data;
    assert.deepEqual([state.status, state.end], ["ended", "in_review"]);
    assert.equal((await page.start()).body.error.code, "session_ended");
    const waiting = await read(id);
    assert.deepEqual(
      [waiting.status, waiting.review, waiting.ended_at, waiting.result.reasons, waiting.result.reviewed_by],
      ["needs_review", true, null, ["no_match"], null],
    );
    assert.ok(Date.parse(waiting.expires_at) > Date.now() + 6.9 * dayMs, "a review has a week");

    const { status, body } = await review(id, because("approve", "  Passport seen on a call\nby Ana "));
    assert.deepEqual([status, body.data.status], [200, "verified"]);
    const { result, ended_at } = await read(id);
    assert.deepEqual(
      [result.match, result.reasons, result.reviewed_by, result.review_reason, typeof ended_at],
      [false, ["no_match"], "key", "Passport seen on a call\nby Ana", "string"],
    );
    assert.deepEqual(await audit(id), [["verification_approved", reviewer.id]]);
    assert.deepEqual(await eventTypes(), [
      "session.started",
      "session.needs_review",
      "session.reviewed",
      "session.verified",
    ]);
    assert.equal((await page.state()).body.data.end, "done");
  });

  test("rejects", async (t) => {
    const { eventTypes, failed, read, review } = await start(t, kind);
    const { id, page } = await failed();
    assert.equal((await review(id, because("reject"))).body.data.status, "failed");
    const { status, result } = await read(id);
    assert.deepEqual([status, result.reviewed_by], ["failed", "key"]);
    assert.deepEqual((await eventTypes()).slice(2), ["session.reviewed", "session.failed"]);
    assert.equal((await page.state()).body.data.end, "not_confirmed");
  });

  test("offers attempts by the same link, up to ten in all", async (t) => {
    const { eventTypes, failed, read, review, store } = await start(t, kind);
    const { id, page } = await failed();
    const { data } = (await review(id, because("retry"))).body;
    assert.deepEqual(
      [data.status, data.attempts, data.attempts_allowed, data.result, data.consent],
      ["open", 1, 2, null, null],
    );
    assert.ok(Date.parse(data.expires_at) > Date.now() + 0.9 * dayMs);
    const state = (await page.state()).body.data;
    assert.deepEqual([state.status, state.attempts_left, state.consent.given, state.here], ["open", 1, false, null]);
    assert.equal((await page.complete({ selfie: amal })).body.error.code, "session_not_started");
    await page.start();
    assert.equal((await page.complete({ selfie: bea })).body.data.outcome, "in_review");
    await store.db
      .updateTable("verification_sessions")
      .set({ attempts: 9, attempts_allowed: 9 })
      .where("id", "=", id)
      .execute();
    assert.equal((await review(id, because("retry"))).body.data.attempts_allowed, 10);
    await page.start();
    assert.equal((await page.complete({ selfie: bea })).body.data.outcome, "in_review");
    assert.equal((await review(id, because("retry"))).body.error.code, "no_more_attempts");
    assert.equal((await review(id, because("approve"))).body.data.status, "verified");
    assert.equal((await read(id)).attempts, 10);
    assert.equal((await eventTypes()).filter((type: string) => type === "session.reviewed").length, 3);
  });

  test("is asked for by the team, unless the request says otherwise", async (t) => {
    const { failed, settings } = await start(t, kind);
    assert.equal((await failed({})).last.outcome, "not_confirmed");
    await settings({ reviewFailed: true });
    assert.equal((await failed({})).last.outcome, "in_review");
    assert.equal((await failed({ review: "false" })).last.outcome, "not_confirmed");
  });

  test("waits for a week, then the session expires; it can be cancelled before", async (t) => {
    const { ask, clock, eventTypes, failed, read, review } = await start(t, kind);
    const [{ id }, other] = [await failed(), await failed()];
    assert.equal((await ask("POST", `/sessions/${other.id}/cancel`)).body.data.status, "cancelled");
    clock.aheadMs = 7 * dayMs + 60_000;
    assert.equal((await review(id, because("approve"))).body.error.code, "session_not_in_review");
    const { status, result } = await read(id);
    assert.deepEqual([status, result.reasons, result.reviewed_by], ["expired", ["no_match"], null]);
    assert.equal((await eventTypes()).at(-1), "session.expired");
  });

  test("of several at once one decides", async (t) => {
    const { audit, eventTypes, failed, review } = await start(t, kind);
    const { id } = await failed();
    const decisions = ["approve", "reject", "approve", "retry", "reject"];
    const answers = await Promise.all(decisions.map((decision) => review(id, because(decision))));
    const codes = answers.map(({ body }): string => body.error?.code ?? "decided").toSorted();
    assert.deepEqual(codes, ["decided", ...Array(4).fill("session_not_in_review")]);
    assert.equal((await audit(id)).length, 1);
    assert.equal((await eventTypes()).filter((type: string) => type === "session.reviewed").length, 1);
  });

  test("of two people: no key agrees with itself, nor with another key", async (t) => {
    const { audit, eventTypes, failed, makeKey, read, review, settings } = await start(t, kind);
    const other = await makeKey({ scopes: ["sessions:review"] });
    await settings({ byTwo: true });
    const { id } = await failed();
    const answers = await Promise.all([review(id, because("approve")), review(id, because("approve"), other.secret)]);
    const codes = answers.map(({ body }): string => body.error?.code ?? body.data.status).toSorted();
    assert.deepEqual(codes, ["another_reviewer_needed", "needs_review"]);
    assert.equal((await review(id, because("approve"))).body.error.code, "another_reviewer_needed");
    // A second decision replaces the first.
    assert.equal((await review(id, because("reject", "Not the person"))).body.data.status, "needs_review");
    const { review_pending } = await read(id);
    assert.deepEqual(
      [review_pending.decision, review_pending.reason, review_pending.by],
      ["reject", "Not the person", "key"],
    );
    assert.deepEqual(
      (await audit(id)).map(([action]) => action),
      Array(2).fill("verification_review_proposed"),
    );
    assert.equal((await eventTypes()).includes("session.reviewed"), false);
  });

  test("takes no other body, key or session", async (t) => {
    const { apiKey, create, failed, makeKey, review } = await start(t, kind);
    const { id } = await failed();
    for (const [json, param] of [
      [{ decision: "approve" }, "reason"],
      [because("approve", " "), "reason"],
      [because("approve", "x".repeat(501)), "reason"],
      [because("approve", "a\u0000b"), "reason"],
      [because("perhaps"), "decision"],
      [{ ...because("approve"), by: "me" }, "by"],
    ] as const) {
      const { status, body } = await review(id, json);
      assert.deepEqual([status, body.error.code, body.error.param], [400, "invalid_parameter", param]);
    }
    assert.equal((await review(id, because("approve"), apiKey)).body.error.code, "scope_missing", "by name alone");
    const tests = await makeKey({ kind: "test", scopes: ["sessions:review"] });
    assert.equal((await review(id, because("approve"), tests.secret)).body.error.code, "session_not_found");
    const open = await create();
    assert.equal((await review(open.session.id, because("approve"))).body.error.code, "session_not_in_review");
    assert.equal((await review("vs_nobody", because("approve"))).body.error.code, "session_not_found");
  });

  test("has its notes in the timeline, which a key reads with the scope of reviews alone", async (t) => {
    const { apiKey, ask, failed, makeKey, review, reviewer } = await start(t, kind);
    const { id } = await failed();
    await review(id, because("reject"));
    const timeline = (key: string) => ask("GET", `/sessions/${id}/timeline`, undefined, key);
    assert.equal((await timeline(apiKey)).body.error.code, "scope_missing");
    const tests = await makeKey({ kind: "test", scopes: ["sessions:review"] });
    assert.equal((await timeline(tests.secret)).body.error.code, "session_not_found");
    const { entries } = (await timeline(reviewer.secret)).body.data;
    assert.deepEqual(
      entries.slice(-3).map(({ kind: what, by, reason }: Record<string, unknown>) => [what, by, reason]),
      [
        ["needs_review", null, null],
        ["reviewed", "key", "Passport seen on a call"],
        ["failed", null, null],
      ],
    );
  });
});
