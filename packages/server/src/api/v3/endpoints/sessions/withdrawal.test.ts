/** Consent withdrawn after photos were taken: the session ends without a verdict, unless the verdict came first. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test, type TestContext } from "node:test";
import type { EvidencePublicKey } from "../../../../features/sessions/evidence/public-key.ts";
import { sealedEvidence } from "../../../../features/sessions/evidence/settings.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { changeSetting } from "@selfsame/platform/settings/setting";

const [amal, bea] = await Promise.all([portrait("amal"), portrait("bea")]);
const publicKey = generateKeyPairSync("x25519").publicKey.export({ format: "jwk" }) as unknown as EvidencePublicKey;

async function start(t: TestContext, kind: StoreKind) {
  /** Runs while the next photo is analyzed. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  const scripted = scriptedEngine();
  const engine = {
    ...scripted,
    analyze: async (...asked: Parameters<typeof scripted.analyze>) => {
      const now = meanwhile;
      meanwhile = undefined;
      await now?.();
      return scripted.analyze(...asked);
    },
  };
  const service = await startSessionService(t, { kind, engine });
  const { store, by, accountId, ask } = service;
  await changeSetting(store.db, by, accountId, sealedEvidence, { publicKey, days: 7 }, Date.now());
  const begin = async (settings: Readonly<Record<string, string | Uint8Array>>) => {
    const { session, secret } = await service.create(formOf({ challenge: "off", receipt: "true", ...settings }));
    const page = service.visit(secret);
    await page.start();
    return { id: session.id as string, page };
  };
  const stored = async (id: string) => {
    const { withdrawn_at_ms, ended_at_ms, ...row } = await store.db
      .selectFrom("verification_sessions")
      .select(["status", "reference", "capture", "result", "receipt_photos", "receipt", "evidence"])
      .select(["withdrawn_at_ms", "ended_at_ms"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { photos } = await store.db
      .selectFrom("evidence")
      .select((e) => e.fn.countAll<number | string>().as("photos"))
      .where("session_id", "=", id)
      .executeTakeFirstOrThrow();
    return { ...row, photos: Number(photos), ended: ended_at_ms !== null, withdrawn: withdrawn_at_ms !== null };
  };
  const compare = (id: string) => ask("POST", `/sessions/${id}/compare`, formOf({ reference: amal }));
  const during = (what: () => Promise<unknown>) => {
    meanwhile = what;
  };
  return { ...service, begin, stored, compare, during };
}

const nothing = {
  status: "cancelled",
  reference: null,
  capture: null,
  result: null,
  receipt_photos: null,
  receipt: null,
  evidence: null,
  photos: 0,
  ended: true,
  withdrawn: true,
};

onEachStore("a consent taken back after the photos", (kind) => {
  test("of a captured session leaves nothing that could be compared", async (t) => {
    const { begin, stored, compare, eventTypes } = await start(t, kind);
    const { id, page } = await begin({ compare_limit: "2" });
    await page.complete({ selfie: amal });
    const before = await stored(id);
    assert.deepEqual([before.status, before.capture === null, before.photos], ["captured", false, 1]);
    const captured = (await page.state()).body.data;
    assert.deepEqual([captured.end, captured.consent.can_withdraw], ["done", true]);
    const { body } = await page.withdraw();
    assert.deepEqual([body.data.end, body.data.consent.can_withdraw], ["withdrawn", false]);
    assert.deepEqual(await stored(id), nothing);
    assert.equal((await compare(id)).body.error.code, "session_ended");
    assert.deepEqual(await eventTypes(), ["session.started", "session.captured", "session.withdrawn"]);
  });

  test("of one that waits for a review leaves nothing to decide", async (t) => {
    const { begin, stored, ask, makeKey } = await start(t, kind);
    const { secret: reviewer } = await makeKey({ scopes: ["sessions:review"] });
    const { id, page } = await begin({ reference: amal, attempts: "1", review: "true" });
    assert.equal((await page.complete({ selfie: bea })).body.data.outcome, "in_review");
    assert.equal((await page.state()).body.data.consent.can_withdraw, true);
    assert.equal((await page.withdraw()).body.data.end, "withdrawn");
    assert.deepEqual(await stored(id), nothing);
    const decision = { decision: "approve", reason: "Seen in person" };
    const { body } = await ask("POST", `/sessions/${id}/review`, decision, reviewer);
    assert.equal(body.error.code, "session_not_in_review");
  });

  test("while the attempt or the comparison is judged: what comes of it is not stored", async (t) => {
    const { begin, stored, during, compare } = await start(t, kind);
    const attempt = await begin({ reference: amal });
    during(attempt.page.withdraw);
    assert.equal((await attempt.page.complete({ selfie: amal })).body.error.code, "session_ended");
    assert.deepEqual(await stored(attempt.id), nothing);

    const later = await begin({ compare_limit: "1" });
    await later.page.complete({ selfie: amal });
    during(later.page.withdraw);
    assert.equal((await compare(later.id)).body.error.code, "session_ended");
    assert.deepEqual(await stored(later.id), nothing);
  });

  test("comes too late after the verdict, which stays", async (t) => {
    const { begin, stored, compare } = await start(t, kind);
    const { id, page } = await begin({ compare_limit: "1" });
    await page.complete({ selfie: amal });
    assert.equal((await compare(id)).body.data.match, true);
    assert.equal((await page.state()).body.data.consent.can_withdraw, false);
    assert.equal((await page.withdraw()).body.error.code, "session_ended");
    const { status, withdrawn, photos, receipt } = await stored(id);
    assert.deepEqual([status, withdrawn, photos, receipt === null], ["verified", false, 2, false]);
  });

  test("at the moment of the verdict: exactly one of the two counts", async (t) => {
    const { begin, stored, compare } = await start(t, kind);
    for (let round = 0; round < 4; round++) {
      const { id, page } = await begin({ compare_limit: "1" });
      await page.complete({ selfie: amal });
      // The request sent first is not always handled first.
      const both = round % 2 === 0 ? [compare(id), page.withdraw()] : [page.withdraw(), compare(id)];
      const answers = await Promise.all(both);
      const refused = answers.filter(({ status }) => status !== 200);
      assert.deepEqual(
        refused.map(({ body }) => body.error.code),
        ["session_ended"],
      );
      const now = await stored(id);
      if (now.withdrawn) assert.deepEqual(now, nothing);
      else assert.deepEqual([now.status, now.photos, now.receipt === null], ["verified", 2, false]);
    }
  });
});
