import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test, type TestContext } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import { createSeal } from "@selfsame/platform/secrets/seal";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { sessionDeps } from "../../../../testing/sessions/session-deps.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { createSession } from "../create-session.ts";
import { cancelSession } from "../end-session.ts";
import { openReference } from "../reference.ts";
import { renewLink } from "../renew-link.ts";
import { readTimeline } from "../reports/timeline.ts";
import { findSession, type SessionRow } from "../session.ts";
import {
  acceptWallet,
  findWalletRequest,
  needsWallet,
  openWalletRequest,
  rejectWallet,
  takeWalletRequest,
  walletState,
  whyGone,
} from "./wallet-request.ts";

const minuteMs = 60_000;
const embedding = Float32Array.of(1, 2, 3);
const portrait = { embedding, model: "m-2", document: { format: "mdoc" } };

/** A started session that waits for the person's wallet. */
async function begin(t: TestContext, kind: StoreKind, expiresInSeconds = 3600) {
  const { deps, clock, asked } = await sessionDeps(t, kind);
  const { db } = deps.store;
  const settings = { ...asked, reference: undefined, wallet: true, expiresInSeconds };
  const { session, secret } = await createSession(deps, settings);
  await db.updateTable("verification_sessions").set({ status: "started" }).where("id", "=", session.id).execute();
  const now = async () => (await findSession(db, asked.accountId, session.id)) ?? assert.fail("the session is gone");
  const open = async () => {
    const opened = await openWalletRequest(deps, await now());
    return (opened && (await findWalletRequest(deps, opened.id))) ?? assert.fail("no request");
  };
  const kinds = async () => (await readTimeline(db, session.id)).map((entry) => entry.kind);
  return { deps, clock, asked, session, secret, now, open, kinds };
}

test("a wallet is asked where it has to give the reference and has not, and never by a test key", () => {
  const row = (wallet: number, has_reference: number, ofTest: number) =>
    needsWallet({ wallet, has_reference, test: ofTest } as SessionRow);
  for (const wallet of [0, 1]) {
    for (const has of [0, 1]) {
      for (const ofTest of [0, 1]) assert.equal(row(wallet, has, ofTest), wallet === 1 && has === 0 && ofTest === 0);
    }
  }
});

onEachStore("a request to a wallet", (kind) => {
  test("ends after ten minutes, or with its session, to the millisecond", async (t) => {
    for (const [seconds, lifeMs] of [
      [3600, 10 * minuteMs],
      [240, 4 * minuteMs],
    ] as const) {
      const { deps, clock, open } = await begin(t, kind, seconds);
      const { id, expiresAtMs, nonce, state, jwk } = await open();
      assert.equal(expiresAtMs, clock.nowMs + lifeMs);
      assert.deepEqual([id.length, nonce.length, state.length, jwk.crv], [32, 32, 32, "P-256"]);
      assert.notEqual(nonce, state);
      clock.nowMs += lifeMs - 1;
      assert.equal((await findWalletRequest(deps, id))?.nonce, nonce);
      assert.equal(await findWalletRequest({ ...deps, seal: createSeal(randomBytes(32)) }, id), undefined);
      clock.nowMs += 1;
      assert.equal(await findWalletRequest(deps, id), undefined);
    }
  });

  test("is answered once: the second of two takes nothing, and nor does one after a newer request", async (t) => {
    const { deps, open } = await begin(t, kind);
    const first = await open();
    const second = await open();
    assert.equal(await takeWalletRequest(deps, first.id), false);
    const taken = await Promise.all([takeWalletRequest(deps, second.id), takeWalletRequest(deps, second.id)]);
    assert.deepEqual(taken.toSorted(), [false, true]);
    assert.equal(await findWalletRequest(deps, second.id), undefined);
  });

  test("that is gone is answered, expired or unknown, and its time is up for an answer on its way, too", async (t) => {
    const { deps, clock, open } = await begin(t, kind);
    const answered = await open();
    assert.equal(await takeWalletRequest(deps, answered.id), true);
    assert.equal(await whyGone(deps, answered.id), "answered");
    const late = await open();
    assert.equal(await whyGone(deps, answered.id), "unknown", "a newer one is in its place");
    clock.nowMs = late.expiresAtMs;
    assert.equal(await whyGone(deps, late.id), "expired");
    assert.equal(await takeWalletRequest(deps, late.id), false);
    assert.equal(await whyGone(deps, late.id), "expired");
    assert.equal(await whyGone(deps, "none"), "unknown");
  });

  test("counts against its account until it is answered or expired", async (t) => {
    const { deps, clock, asked, now, open } = await begin(t, kind);
    const { db } = deps.store;
    await open();
    const request = await db.selectFrom("wallet_requests").selectAll().executeTakeFirstOrThrow();
    const row = await now();
    const others = Array.from({ length: 500 }, (_, i) => i);
    await db.transaction().execute(async (all) => {
      for (const i of others) {
        const session = { ...row, id: `vs_${i}` };
        await all.insertInto("verification_sessions").values(session).execute();
        const other = { ...request, id: `${i}`, session_id: session.id };
        await all.insertInto("wallet_requests").values(other).execute();
      }
    });
    assert.equal(await openWalletRequest(deps, row), undefined);
    await takeWalletRequest(deps, "7");
    const opened = await openWalletRequest(deps, row);
    assert.equal(opened && (await findWalletRequest(deps, opened.id))?.accountId, asked.accountId);
    await db.updateTable("wallet_requests").set({ sealed: request.sealed }).where("id", "=", "7").execute();
    assert.equal(await openWalletRequest(deps, row), undefined);
    clock.nowMs = request.expires_at_ms;
    assert.ok(await openWalletRequest(deps, row), "all have expired");
  });

  test("that is rejected moves the session's version, is noted, and shown until a new one", async (t) => {
    const { deps, now, open, kinds } = await begin(t, kind);
    const request = await open();
    const { version } = await now();
    assert.deepEqual(await walletState(deps, await now()), { received: false, rejected: false, reason: null });
    await rejectWallet(deps, request, "document_expired");
    const row = await now();
    assert.equal(row.version, version + 1);
    assert.deepEqual(await walletState(deps, row), { received: false, rejected: true, reason: "expired" });
    assert.deepEqual(await kinds(), ["created", "wallet_rejected"]);
    await open();
    assert.deepEqual(await walletState(deps, row), { received: false, rejected: false, reason: null });
  });

  test("takes one portrait: a second, a late one and one of a session that ended change nothing", async (t) => {
    const { deps, clock, now, open, secret, kinds } = await begin(t, kind);
    const request = await open();
    const { version, expires_at_ms } = await now();
    const atMs = clock.nowMs;
    clock.nowMs = expires_at_ms;
    assert.equal(await acceptWallet(deps, request, portrait), false, "too late");
    clock.nowMs = atMs;
    assert.equal(await acceptWallet(deps, { ...request, sessionId: "vs_none" }, portrait), false, "no session");
    const both = await Promise.all([acceptWallet(deps, request, portrait), acceptWallet(deps, request, portrait)]);
    assert.deepEqual(both.toSorted(), [false, true]);
    const row = await now();
    assert.deepEqual([row.has_reference, row.model, row.version], [1, "m-2", version + 1]);
    assert.deepEqual(openReference(deps.seal, secret, row.reference ?? ""), embedding);
    assert.deepEqual(JSON.parse(row.document ?? ""), portrait.document);
    const another = { ...portrait, embedding: Float32Array.of(9, 9, 9) };
    assert.equal(await acceptWallet(deps, request, another), false, "a second portrait");
    assert.equal((await now()).reference, row.reference);
    assert.deepEqual(await walletState(deps, await now()), { received: true, rejected: false, reason: null });
    assert.deepEqual(await kinds(), ["created", "wallet_accepted"]);

    const ended = await begin(t, kind);
    const late = await ended.open();
    await rejectWallet(ended.deps, late, "document_expired");
    await cancelSession(ended.deps, ended.asked.accountId, ended.session.id);
    assert.equal(await acceptWallet(ended.deps, late, portrait), false);
    assert.deepEqual(await walletState(ended.deps, await ended.now()), {
      received: false,
      rejected: false,
      reason: null,
    });
    assert.deepEqual([(await ended.now()).reference, (await ended.now()).has_reference], [null, 0]);
  });

  test("of a session whose link is renewed meanwhile gives no reference that the new link cannot open", async (t) => {
    const before = await begin(t, kind);
    const request = await before.open();
    const renew = async ({ deps, asked, session }: typeof before) => {
      const renewed = await renewLink(deps, asked.accountId, session.id, commandLine);
      return renewed.outcome === "renewed" ? renewed.secret : assert.fail(renewed.outcome);
    };
    const secret = await renew(before);
    assert.equal(await acceptWallet(before.deps, request, portrait), false, "who opens the new link consents again");
    const { db } = before.deps.store;
    await db.updateTable("verification_sessions").set({ status: "started" }).execute();
    assert.equal(await acceptWallet(before.deps, request, portrait), true);
    assert.deepEqual(openReference(before.deps.seal, secret, (await before.now()).reference ?? ""), embedding);

    const meanwhile = await begin(t, kind);
    const asked = await meanwhile.open();
    const [next] = await Promise.all([renew(meanwhile), acceptWallet(meanwhile.deps, asked, portrait)]);
    const { reference, has_reference } = await meanwhile.now();
    assert.equal(has_reference, Number(reference !== null));
    if (reference !== null) assert.deepEqual(openReference(meanwhile.deps.seal, next, reference), embedding);
  });
});

test("the page of a session that no wallet is asked for, or of a test key, shows nothing of one", async () => {
  const store = { run: () => assert.fail("no request is read"), db: undefined } as never;
  const row = (of: Partial<SessionRow>) =>
    ({ wallet: 1, test: 0, has_reference: 0, status: "open", ...of }) as SessionRow;
  assert.equal(await walletState({ store }, row({ wallet: 0 })), null);
  assert.equal(await walletState({ store }, row({ test: 1 })), null);
  assert.deepEqual(await walletState({ store }, row({ has_reference: 1 })), {
    received: true,
    rejected: false,
    reason: null,
  });
  assert.deepEqual(await walletState({ store }, row({ status: "failed" })), {
    received: false,
    rejected: false,
    reason: null,
  });
});
