import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import type { Mail } from "../mail/compose.ts";
import { changeReviewMail } from "../../accounts/people/teams/review-mail.ts";
import { note } from "../sessions/reports/timeline.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { makeAccount } from "../../../testing/make-account.ts";
import { sessionRow } from "../../../testing/sessions/session-row.ts";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { mailReviewers } from "./waiting-reviews.ts";

const hourMs = 3600_000;

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  const { db } = store;
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const { account } = await makeAccount(store, commandLine, { email: "ana@example.com", plan: "free" }, nowMs);
  const accountId = account.id;
  const sent: (readonly [to: string | null, language: string | undefined, mail: Mail, account: string | undefined])[] =
    [];
  const mailer = {
    on: true,
    send: async (...mail: (typeof sent)[number]) => {
      sent.push(mail);
      return true;
    },
  };
  const deps = { store, mailer, publicUrl: () => "https://faces.test", now: () => nowMs };
  /** Checks on two nodes at once. @returns what was sent */
  const check = async () => {
    await Promise.all([mailReviewers(deps), mailReviewers(deps)]);
    return sent.splice(0);
  };
  const receivers = async () => (await check()).map(([to]) => to);
  const join = async (email: string, role: "viewer" | "reviewer", language: string | null = null) => {
    const id = `usr_${email}`;
    const user = { id, email, password_hash: null, operator: 0, last_account_id: null, email_proven_at_ms: nowMs };
    await db
      .insertInto("users")
      .values({ ...user, language, created_at_ms: nowMs })
      .execute();
    await db.insertInto("members").values({ account_id: accountId, user_id: id, role, created_at_ms: nowMs }).execute();
    return id;
  };
  let made = 0;
  const wait = async (inTest = 0) => {
    const id = `vs_${++made}`;
    const row = { ...sessionRow(id, accountId, nowMs), status: "needs_review", review: 1, test: inTest } as const;
    await db.insertInto("verification_sessions").values(row).execute();
    await note(db, id, "needs_review", nowMs);
    return id;
  };
  return { store, deps, accountId, check, receivers, join, wait, advance: (ms: number) => (nowMs += ms) };
}

onEachStore("mail to reviewers", (kind) => {
  test("goes to who may decide, in their language, with the number and the oldest, and the way to the desk", async (t) => {
    const { accountId, check, join, wait, advance } = await start(t, kind);
    await join("rae@example.com", "reviewer", "de");
    await join("vic@example.com", "viewer");
    await wait(1);
    assert.deepEqual(await check(), [], "those of test keys wait for nobody");
    await wait();
    advance(1000);
    await wait();
    const found = (await check()).toSorted(([a], [b]) => String(a).localeCompare(String(b)));
    const mail: Mail = {
      kind: "review",
      link: "https://faces.test/#/reviews",
      team: "ana@example.com",
      waiting: 2,
      oldestMs: Date.UTC(2026, 10, 21, 12),
    };
    assert.deepEqual(found, [
      ["ana@example.com", undefined, mail, accountId],
      ["rae@example.com", "de", mail, accountId],
    ]);
  });

  test("once for what is new, and not again within four hours; then it sums up", async (t) => {
    const { check, receivers, wait, advance } = await start(t, kind);
    await wait();
    assert.deepEqual(await receivers(), ["ana@example.com"]);
    advance(5 * hourMs);
    assert.deepEqual(await receivers(), [], "nothing is new");
    await wait();
    assert.deepEqual(await receivers(), ["ana@example.com"]);
    advance(4 * hourMs - 1);
    await wait();
    await wait();
    assert.deepEqual(await receivers(), [], "not yet");
    advance(1);
    const [only, ...more] = await check();
    assert.deepEqual([only?.[2].kind === "review" && only[2].waiting, more], [4, []]);
  });

  test("not to who turned it off, to a closed team, for what was decided, or where the service sends no mail", async (t) => {
    const { store, deps, accountId, receivers, join, wait } = await start(t, kind);
    const rae = await join("rae@example.com", "reviewer");
    const id = await wait();
    await changeReviewMail(store, accountId, rae, false);
    await mailReviewers({ ...deps, mailer: { ...deps.mailer, on: false } });
    await store.db.updateTable("accounts").set({ closed_at_ms: 1 }).execute();
    assert.deepEqual(await receivers(), []);
    await store.db.updateTable("accounts").set({ closed_at_ms: null }).execute();
    await store.db.updateTable("verification_sessions").set({ status: "verified", ended_at_ms: 1 }).execute();
    assert.deepEqual(await receivers(), []);
    await store.db
      .updateTable("verification_sessions")
      .set({ status: "needs_review", ended_at_ms: null })
      .where("id", "=", id)
      .execute();
    assert.deepEqual(await receivers(), ["ana@example.com"], "the owner alone");
  });
});
