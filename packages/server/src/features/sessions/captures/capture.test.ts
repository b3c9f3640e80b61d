import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import { nameFirstAccount } from "../../../accounts/people/accounts/claim.ts";
import { eraseAccount } from "../../retention/erasures.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { scriptedComparison } from "@selfsame/photo/testing/engine/scripted-engine";
import { makeAccount } from "../../../../testing/make-account.ts";
import { sessionDeps } from "../../../../testing/sessions/session-deps.ts";
import { dumpStore, holds } from "@selfsame/platform/testing/store/dump-store";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { referenceOf } from "@selfsame/photo/verify/references";
import { openCapture, sealCapture } from "./capture.ts";
import { compareCapture, settleComparison } from "./compare-session.ts";
import { completeSession } from "../attempts/complete-session.ts";
import { createSession } from "../create-session.ts";
import { cancelSession } from "../end-session.ts";
import { findSession } from "../session.ts";
import { startSession } from "../attempts/start-session.ts";
import { sweepOnce } from "../sweep.ts";
import { readTimeline } from "../reports/timeline.ts";

/** Faces are similar if their first numbers are, as in the scripted comparison. */
const faceOf = (first: number) =>
  Float32Array.from({ length: 512 }, (_, i) => (i === 0 ? first : (Math.random() - 0.5) / 100));
const unsent = { photos: [], evidence: [] } as const;
const bytesOf = (floats: Float32Array) => new Uint8Array(floats.buffer);

/** A captured session, and the bytes to search the database for, to prove that none of them remains. */
async function begin(t: TestContext, kind: StoreKind, limit = 2) {
  const { deps: own, clock, asked } = await sessionDeps(t, kind);
  await nameFirstAccount(own.store, commandLine, { email: "owner@example.com" }, clock.nowMs);
  const { account } = await makeAccount(own.store, commandLine, { email: "a@example.com", plan: "free" }, clock.nowMs);
  const deps = { ...own, comparison: scriptedComparison };
  const photo = randomBytes(2000);
  const [selfie, sum] = [faceOf(1), faceOf(3)];
  const external = `customer ${randomBytes(8).toString("hex")}`;
  const { secret, session } = await createSession(deps, {
    ...asked,
    accountId: account.id,
    keyId: null,
    reference: undefined,
    challenge: "required",
    externalId: external,
    expiresInSeconds: 3600,
    compareLater: { limit, minutes: 1 },
  });
  const now = async () => (await findSession(deps.store.db, account.id, session.id)) ?? assert.fail("gone");
  const device = "phone";
  const challenges = {
    start: async (): Promise<never> => assert.fail("no challenge is drawn"),
    perform: async () => {
      const box = { x: 0, y: 0, width: 9, height: 9 };
      const seen = { embedding: selfie, face: { sum, frames: 3 }, faces: [{ box, score: 1, landmarks: [] as never }] };
      return { outcome: "passed" as const, ...seen, faces: 1, width: 9, height: 9 } as never;
    },
  };
  const engine = { analyze: async (): Promise<never> => assert.fail("the challenge has analyzed the photos") };
  await startSession(
    { ...deps, challenges },
    await now(),
    { device, userAgent: undefined },
    { version: "2026-11" },
    false,
  );
  const request = { secret, device, photos: { selfie: photo, frames: [] }, allowSeveralFaces: true, look: {} };
  const completed = await completeSession({ ...deps, engine, challenges }, await now(), request);
  assert.equal(completed.outcome, "done");
  const captured = await now();
  const sealed = captured.capture ?? "";
  const found = openCapture(deps.seal, secret, "m-1", sealed);
  assert.deepEqual(found, { selfie, frames: { sum, frames: 3 } });
  assert.equal(openCapture(deps.seal, `${secret}x`, "m-1", sealed), undefined);
  assert.equal(openCapture(deps.seal, secret, "m-2", sealed), undefined);

  const reference = faceOf(0.9);
  const secrets = [
    Buffer.from(secret.slice(22)),
    photo.subarray(100, 160),
    ...[selfie, sum, reference].map((face) => bytesOf(face).subarray(400, 448)),
  ];
  const assertNothing = async () => {
    const dump = await dumpStore(deps.store);
    assert.ok(holds(dump, Buffer.from(external)), "what is stored is found");
    for (const bytes of secrets) assert.ok(!holds(dump, bytes));
    return dump;
  };
  // While the session waits, the sealed capture is stored, and nothing else of the face.
  const dump = await assertNothing();
  // The sealed text is longer than one SQLite page, so the file may split it: finding any part is enough.
  assert.ok(sealed.match(/.{64}/g)?.some((part) => dump.includes(part)));

  const compare = async (like: number, comparison = scriptedComparison) => {
    const row = await now();
    reference[0] = like;
    const likeness = await compareCapture({ ...deps, comparison }, row, referenceOf([reference]), 0.6);
    return likeness && settleComparison(deps, row, likeness, 0.6, unsent, async () => {});
  };
  const ended = async (status: string) => {
    const row = await now();
    assert.deepEqual([row.status, row.capture, row.ended_at_ms === null], [status, null, false]);
    await assertNothing();
  };
  return { deps, clock, account, session, now, compare, ended };
}

onEachStore("nothing of a face stays of a session that is compared later", (kind) => {
  test("verified by the first match", async (t) => {
    const { compare, ended, deps, session } = await begin(t, kind);
    assert.equal((await compare(0.1))?.status, "captured");
    assert.equal((await compare(0.9))?.status, "verified");
    await ended("verified");
    const timeline = await readTimeline(deps.store.db, session.id);
    assert.deepEqual(
      timeline.map((entry) => entry.kind),
      ["created", "started", "attempt", "captured", "comparison", "comparison", "verified"],
    );
  });

  test("failed by the last comparison; of more at once than are left, as many count", async (t) => {
    const { compare, ended, now } = await begin(t, kind);
    const counted = await Promise.all(Array.from({ length: 5 }, () => compare(0.1)));
    assert.equal(counted.filter((row) => row !== undefined).length, 2);
    assert.equal((await now()).comparisons, 2);
    await ended("failed");
  });

  test("two that match at once: one counts, and ends it", async (t) => {
    const { compare, ended, now } = await begin(t, kind);
    const counted = await Promise.all([compare(0.9), compare(0.9)]);
    assert.equal(counted.filter((row) => row !== undefined).length, 1);
    assert.equal((await now()).comparisons, 1);
    await ended("verified");
  });

  test("expired when its minutes are over, counted from the capture", async (t) => {
    const { ended, deps, clock, compare, now } = await begin(t, kind);
    clock.nowMs += 59_000;
    await sweepOnce(deps);
    assert.equal((await now()).status, "captured");
    clock.nowMs += 1000;
    assert.equal(await compare(0.9), undefined);
    await sweepOnce(deps);
    await ended("expired");
  });

  test("cancelled", async (t) => {
    const { ended, deps, account, session } = await begin(t, kind);
    assert.equal((await cancelSession(deps, account.id, session.id)).outcome, "cancelled");
    await ended("cancelled");
  });

  test("its model is no longer there: it is not compared with another's", async (t) => {
    const { compare, ended } = await begin(t, kind);
    assert.equal(await compare(0.9, { ...scriptedComparison, model: "m-2" }), undefined);
    await ended("cancelled");
  });

  test("its account is erased", async (t) => {
    const { deps, account } = await begin(t, kind);
    const keys = { store: deps.store, now: deps.now, changed: () => {} };
    assert.equal(await eraseAccount(keys, commandLine, account.id), "erased");
    const rows = await deps.store.db.selectFrom("verification_sessions").selectAll().execute();
    assert.deepEqual(rows, []);
  });
});

test("without frames there is a selfie alone", () => {
  const seal = { close: (_: string, bytes: Uint8Array) => Buffer.from(bytes).toString("hex") };
  const open = { open: (_: string, text: string) => Buffer.from(text, "hex") };
  const selfie = faceOf(1);
  const both = { ...seal, ...open, derive: () => assert.fail("nothing is derived") };
  const sealed = sealCapture(both, "secret", "m-1", { selfie, frames: undefined });
  assert.deepEqual(openCapture(both, "secret", "m-1", sealed), { selfie, frames: undefined });
});
