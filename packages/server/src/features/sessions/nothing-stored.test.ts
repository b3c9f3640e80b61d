import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { commandLine } from "@selfsame/platform/audit/audit";
import { dumpStore, holds } from "@selfsame/platform/testing/store/dump-store";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { scriptedComparison } from "@selfsame/photo/testing/engine/scripted-engine";
import { sessionDeps } from "../../../testing/sessions/session-deps.ts";
import { referenceOf } from "@selfsame/photo/verify/references";
import { completeSession } from "./attempts/complete-session.ts";
import { createSession } from "./create-session.ts";
import { cancelSession } from "./end-session.ts";
import { openReference } from "./reference.ts";
import { renewLink } from "./renew-link.ts";
import { readTimeline } from "./reports/timeline.ts";
import { type Review, reviewSession } from "./reviews/review-session.ts";
import { findSession } from "./session.ts";
import { startSession } from "./attempts/start-session.ts";
import { sweepOnce } from "./sweep.ts";

const faceOf = (first: number) => Float32Array.from({ length: 512 }, (_, i) => (i === 0 ? first : Math.random() - 0.5));
const bytesOf = (floats: Float32Array) => new Uint8Array(floats.buffer);

/** A session with a reference, and the bytes to search the database for. */
async function begin(t: TestContext, kind: StoreKind, attempts = 3, review = false) {
  const { deps, clock, asked } = await sessionDeps(t, kind);
  const reference = faceOf(1);
  const selfie = { photo: randomBytes(2000), embedding: faceOf(1) };
  const stranger = { photo: randomBytes(2000), embedding: faceOf(0.1) };
  const external = `customer ${randomBytes(8).toString("hex")}`;
  const made = await createSession(deps, {
    ...asked,
    reference: referenceOf([reference]),
    attempts,
    externalId: external,
    review,
  });
  const { secret, session } = made;
  const found = await findSession(deps.store.db, asked.accountId, session.id);
  const sealed = found?.reference ?? "";
  assert.deepEqual(openReference(deps.seal, secret, sealed), reference);
  assert.equal(openReference(deps.seal, `${secret}x`, sealed), undefined);

  const secrets = {
    "the link": Buffer.from(secret),
    "the link's secret part": Buffer.from(secret.slice(22)),
    "the reference": bytesOf(reference),
    "a part of the reference": bytesOf(reference).subarray(400, 448),
    "the reference as text": Buffer.from(reference.slice(1, 4).join(",")),
    "the selfie": selfie.photo.subarray(100, 160),
    "the selfie's embedding": bytesOf(selfie.embedding).subarray(400, 448),
    "the stranger": stranger.photo.subarray(100, 160),
    "the stranger's embedding": bytesOf(stranger.embedding).subarray(400, 448),
  };
  const assertNothing = async () => {
    const dump = await dumpStore(deps.store);
    assert.ok(holds(dump, Buffer.from(external)), "what is stored is found");
    for (const [what, bytes] of Object.entries(secrets)) assert.ok(!holds(dump, bytes), `the database holds ${what}`);
    return dump;
  };
  // While the session waits, the sealed reference is stored, and nothing else of the face.
  assert.ok((await assertNothing()).includes(sealed));

  const engine = {
    analyze: async (photo: Uint8Array) => {
      const { embedding } = [selfie, stranger].find((one) => Buffer.compare(one.photo, photo) === 0) ?? selfie;
      const face = { box: { x: 0, y: 0, width: 9, height: 9 }, score: 1, landmarks: [] as never };
      return { outcome: "analyzed" as const, width: 9, height: 9, faces: [face], embedding };
    },
  };
  const challenges = {
    start: async (): Promise<never> => assert.fail("no challenge"),
    perform: async (): Promise<never> => assert.fail("no challenge"),
  };
  const now = async () => (await findSession(deps.store.db, asked.accountId, session.id)) ?? assert.fail("gone");
  const device = "phone";
  const start = async () =>
    startSession({ ...deps, challenges }, await now(), { device, userAgent: undefined }, { version: "2026-11" });
  const complete = async (
    { photo }: { readonly photo: Uint8Array },
    comparison = scriptedComparison,
    link = secret,
  ) => {
    const photos = { selfie: photo, frames: [] };
    const request = { secret: link, device, photos, allowSeveralFaces: true, look: {} };
    const { outcome } = await completeSession({ ...deps, engine, comparison, challenges }, await now(), request);
    return outcome;
  };
  const decide = (decision: Review["decision"]) => {
    const by = { kind: "key", id: "key_1", actor: { actor: "key_1", address: null } } as const;
    return reviewSession(deps, asked.accountId, session.id, { decision, reason: "r" }, by);
  };
  const ended = async (status: string, why?: string) => {
    const row = await now();
    assert.deepEqual([row.status, row.reference], [status, null]);
    if (why !== undefined) assert.equal((await readTimeline(deps.store.db, row.id)).at(-1)?.data["why"], why);
    await assertNothing();
  };
  return { deps, clock, asked, session, sealed, decide, selfie, stranger, start, complete, ended };
}

onEachStore("nothing of a face is stored", (kind) => {
  test("verified, after an attempt by another person", async (t) => {
    const { start, complete, ended, selfie, stranger } = await begin(t, kind);
    await start();
    assert.equal(await complete(stranger), "try_again");
    assert.equal(await complete(selfie), "done");
    await ended("verified");
  });

  test("failed", async (t) => {
    const { start, complete, ended, stranger } = await begin(t, kind, 1);
    await start();
    assert.equal(await complete(stranger), "not_confirmed");
    await ended("failed");
  });

  test("reviewed: sealed until then, and opened for another attempt", async (t) => {
    const { decide, start, complete, ended, selfie, stranger } = await begin(t, kind, 1, true);
    await start();
    assert.equal(await complete(stranger), "in_review");
    await decide("retry");
    await start();
    assert.equal(await complete(selfie), "done", "the reference was there for it");
    await ended("verified");
  });

  test("rejected by a reviewer", async (t) => {
    const { decide, start, complete, ended, stranger } = await begin(t, kind, 1, true);
    await start();
    assert.equal(await complete(stranger), "in_review");
    await decide("reject");
    await ended("failed");
  });

  test("never reviewed", async (t) => {
    const { deps, clock, start, complete, ended, stranger } = await begin(t, kind, 1, true);
    await start();
    assert.equal(await complete(stranger), "in_review");
    clock.nowMs += 7 * 24 * 3600_000;
    await sweepOnce(deps);
    await ended("expired");
  });

  test("expired", async (t) => {
    const { start, ended, deps, clock } = await begin(t, kind);
    await start();
    clock.nowMs += 60_000;
    await sweepOnce(deps);
    await ended("expired");
  });

  test("cancelled", async (t) => {
    const { ended, deps, asked, session } = await begin(t, kind);
    await cancelSession(deps, asked.accountId, session.id);
    await ended("cancelled");
  });

  test("verified by a new link: the reference is sealed with its secret, and with that of the one before no more", async (t) => {
    const { deps, asked, session, sealed, start, complete, ended, selfie, stranger } = await begin(t, kind);
    await start();
    assert.equal(await complete(stranger), "try_again");
    const renewed = await renewLink(deps, asked.accountId, session.id, commandLine);
    assert.ok(renewed.outcome === "renewed");
    const dump = await dumpStore(deps.store);
    for (const part of [renewed.secret, renewed.secret.slice(23)]) assert.ok(!holds(dump, Buffer.from(part)));
    assert.notEqual((await findSession(deps.store.db, asked.accountId, session.id))?.reference, sealed);
    await start();
    assert.equal(await complete(selfie, scriptedComparison, renewed.secret), "done");
    await ended("verified");
  });

  test("its model is no longer there", async (t) => {
    const { start, complete, ended, selfie } = await begin(t, kind);
    await start();
    assert.equal(await complete(selfie, { ...scriptedComparison, model: "m-2" }), "over");
    await ended("cancelled", "model_changed");
  });

  test("the server's key is another, so the reference no longer opens", async (t) => {
    const { start, complete, ended, selfie } = await begin(t, kind);
    await start();
    assert.equal(await complete(selfie, scriptedComparison, "a secret of another key"), "over");
    await ended("cancelled", "key_changed");
  });
});
