import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test, type TestContext } from "node:test";
import { nameFirstAccount } from "../../../accounts/people/accounts/claim.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { newSessionId } from "@selfsame/platform/ids/ids";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { silent } from "@selfsame/platform/store/log";
import { makeAccount } from "../../../../testing/make-account.ts";
import { sessionDeps } from "../../../../testing/sessions/session-deps.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { eraseAccount } from "../../retention/erasures.ts";
import { sweepStore } from "../../retention/retention.ts";
import { createSession } from "../create-session.ts";
import { findSession } from "../session.ts";
import { addEvidence, deleteEvidence, listEvidence } from "./evidence.ts";
import type { EvidencePublicKey } from "./public-key.ts";
import { sealedEvidence, type EvidenceSettings, settingsOf } from "./settings.ts";
import { changeSetting } from "@selfsame/platform/settings/setting";

const dayMs = 24 * 3600_000;
const newKey = () => generateKeyPairSync("x25519").publicKey.export({ format: "jwk" }) as unknown as EvidencePublicKey;
const publicKey = newKey();
const reference = { part: "reference", attempt: 0, jwe: "r" } as const;
const selfie = (jwe: string) => ({ part: "selfie", attempt: 1, jwe }) as const;

async function start(t: TestContext, kind: StoreKind) {
  const { deps, clock, asked } = await sessionDeps(t, kind);
  const { db } = deps.store;
  const change = (settings: { readonly days: number } | null) =>
    changeSetting(
      deps.store.db,
      commandLine,
      asked.accountId,
      sealedEvidence,
      settings && { publicKey, ...settings },
      clock.nowMs,
    );
  const make = async () => (await createSession(deps, asked)).session;
  const says = async (id: string) => (await findSession(db, asked.accountId, id))?.evidence;
  const count = async () => (await db.selectFrom("evidence").select("id").execute()).length;
  return { deps, db, clock, asked, change, make, says, count };
}

onEachStore("sealed evidence", (kind) => {
  test("is stored of sessions made while there is a key, and not of those under way once it is gone", async (t) => {
    const { db, clock, change, make, says, count } = await start(t, kind);
    const before = await make();
    await change({ days: 7 });
    assert.equal(await addEvidence(db, before, [selfie("a")], clock.nowMs), undefined, "its person was not asked");
    const session = await make();
    assert.equal(await addEvidence(db, session, [selfie("b")], clock.nowMs), "sealed");
    await change(null);
    assert.equal(await addEvidence(db, session, [selfie("c")], clock.nowMs), undefined);
    assert.deepEqual([await count(), await says(before.id), await says(session.id)], [1, null, "sealed"]);
    await deleteEvidence(db, session.id);
    assert.deepEqual([await count(), await says(session.id)], [0, null]);
  });

  test("what does not fit a session or an account is left out, and the session says so", async (t) => {
    const { db, clock, change, make, says } = await start(t, kind);
    await change({ days: 7 });
    const limits = { sessionBytes: 10, accountBytes: 15 };
    const [one, other] = [await make(), await make()];
    const add = (session: typeof one, jwe: string) => addEvidence(db, session, [selfie(jwe)], clock.nowMs, limits);
    assert.equal(await add(one, "x".repeat(10)), "sealed");
    assert.equal(await add(one, "x"), "over_limit");
    assert.equal(await add(other, "x".repeat(5)), "sealed");
    assert.equal(await add(other, "x"), "over_limit");
    assert.equal(await add(other, ""), "over_limit", "one that fits changes nothing: something is missing");
    assert.deepEqual([await says(one.id), (await listEvidence(db, one.id, clock.nowMs)).length], ["over_limit", 1]);
  });

  test("an account that has used its share takes nothing of another's", async (t) => {
    const { deps, db, clock, asked, change, make } = await start(t, kind);
    const { account } = await makeAccount(
      deps.store,
      commandLine,
      { email: "b@example.com", plan: "free" },
      clock.nowMs,
    );
    await change({ days: 7 });
    await changeSetting(deps.store.db, commandLine, account.id, sealedEvidence, { publicKey, days: 7 }, clock.nowMs);
    const limits = { sessionBytes: 10, accountBytes: 20 };
    const add = (session: Awaited<ReturnType<typeof make>>) =>
      addEvidence(db, session, [selfie("x".repeat(10))], clock.nowMs, limits);
    assert.deepEqual([await add(await make()), await add(await make())], ["sealed", "sealed"]);
    assert.equal(await add(await make()), "over_limit");
    const other = (await createSession(deps, { ...asked, accountId: account.id })).session;
    assert.equal(await add(other), "sealed");
    assert.equal((await listEvidence(db, other.id, clock.nowMs)).length, 1);
  });

  test("a session has the key that its references were sealed to, and none once it is switched off", async (t) => {
    const { deps, db, clock, asked, change } = await start(t, kind);
    await change({ days: 7 });
    const sealedTo = async (settings: EvidenceSettings | null) => {
      const sealed = { sessionId: newSessionId(), settings, photos: settings ? [reference] : [] };
      const { session } = await createSession(deps, { ...asked, sealed });
      return [settingsOf(session), (await listEvidence(db, session.id, clock.nowMs)).length];
    };
    const before = { publicKey: newKey(), days: 3 };
    assert.deepEqual(await sealedTo(before), [before, 1], "replaced since");
    assert.deepEqual(await sealedTo(null), [null, 0], "set since");
    await change(null);
    assert.deepEqual(await sealedTo(before), [null, 0], "switched off since");
  });

  test("is returned until its days are over, and deleted by the next cleaning", async (t) => {
    const { deps, db, clock, change, make, says, count } = await start(t, kind);
    await change({ days: 2 });
    const session = await make();
    await addEvidence(db, session, [selfie("a")], clock.nowMs);
    const endMs = clock.nowMs + 2 * dayMs;
    await sweepStore(deps.store, endMs - 1, silent);
    assert.deepEqual([(await listEvidence(db, session.id, endMs - 1)).length, await says(session.id)], [1, "sealed"]);
    assert.deepEqual(await listEvidence(db, session.id, endMs), []);
    await sweepStore(deps.store, endMs, silent);
    assert.deepEqual([await count(), await says(session.id)], [0, null]);
  });

  test("goes with its account", async (t) => {
    const { deps, db, clock, asked, count } = await start(t, kind);
    await nameFirstAccount(deps.store, commandLine, { email: "owner@example.com" }, clock.nowMs);
    const { account } = await makeAccount(
      deps.store,
      commandLine,
      { email: "a@example.com", plan: "free" },
      clock.nowMs,
    );
    await changeSetting(deps.store.db, commandLine, account.id, sealedEvidence, { publicKey, days: 7 }, clock.nowMs);
    const { session } = await createSession(deps, { ...asked, accountId: account.id });
    await addEvidence(db, session, [selfie("a")], clock.nowMs);
    assert.equal(await count(), 1);
    const keys = { store: deps.store, now: deps.now, changed: () => {} };
    assert.equal(await eraseAccount(keys, commandLine, account.id), "erased");
    assert.equal(await count(), 0);
  });
});
