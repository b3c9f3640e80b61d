/** Sealed evidence: only the account's private key opens it. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test, type TestContext } from "node:test";
import { compactDecrypt, importJWK, type JWK } from "jose";
import type { EvidencePublicKey } from "../../../../features/sessions/evidence/public-key.ts";
import { sealedEvidence } from "../../../../features/sessions/evidence/settings.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { startPhotoHost } from "../../../../../testing/photo-host.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { dumpStore, holds } from "@selfsame/platform/testing/store/dump-store";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { changeSetting } from "@selfsame/platform/settings/setting";

const [amal, bea] = await Promise.all([portrait("amal"), portrait("bea")]);

interface Photo {
  readonly part: string;
  readonly attempt: number;
  readonly jwe: string;
}

async function start(t: TestContext, kind: StoreKind) {
  const service = await startSessionService(t, { kind });
  const pair = generateKeyPairSync("x25519");
  const publicKey = pair.publicKey.export({ format: "jwk" }) as unknown as EvidencePublicKey;
  const { store, by, accountId, makeKey, ask } = service;
  const change = (settings: { readonly days: number } | null) =>
    changeSetting(store.db, by, accountId, sealedEvidence, settings && { publicKey, ...settings }, Date.now());
  await change({ days: 7 });
  const { secret: reader } = await makeKey({ scopes: ["evidence:read"] });
  const evidence = (id: string, method = "GET", key = reader) =>
    ask(method, `/sessions/${id}/evidence`, undefined, key);
  const open = async ({ jwe }: Photo) => {
    const key = await importJWK(pair.privateKey.export({ format: "jwk" }) as JWK, "ECDH-ES");
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, key);
    return { bytes: Buffer.from(plaintext), header: protectedHeader };
  };
  return { ...service, change, evidence, open, reader };
}

const selfieOnly = formOf.bind(undefined, { reference: amal, challenge: "off" });

onEachStore("sealed evidence of a session", (kind) => {
  test("every attempt's selfie and the reference are opened with the private key alone", async (t) => {
    const { create, visit, read, evidence, open, store, url: _, ...rest } = await start(t, kind);
    const { session, secret } = await create(selfieOnly());
    assert.equal(session.evidence, "sealed", "the reference is, at once");
    const page = visit(secret);
    await page.start();
    await page.complete({ selfie: bea });
    await page.start();
    assert.equal((await page.complete({ selfie: amal })).body.data.outcome, "done");
    assert.deepEqual([(await read(session.id)).status, (await read(session.id)).evidence], ["verified", "sealed"]);

    const { status, body } = await evidence(session.id);
    assert.equal(status, 200);
    const photos = body.data.photos as readonly Photo[];
    const opened = await Promise.all(photos.map(open));
    assert.deepEqual(
      opened.map(({ header }) => [header["session"], header["part"], header["attempt"], header.alg, header.enc]),
      [
        [session.id, "reference", 0, "ECDH-ES", "A256GCM"],
        [session.id, "selfie", 1, "ECDH-ES", "A256GCM"],
        [session.id, "selfie", 2, "ECDH-ES", "A256GCM"],
      ],
    );
    assert.deepEqual(
      opened.map(({ bytes }) => bytes),
      [amal, bea, amal].map((photo) => Buffer.from(photo)),
      "as they arrived",
    );
    const other = generateKeyPairSync("x25519").privateKey;
    await assert.rejects(compactDecrypt(photos[0]?.jwe ?? "", other), { code: "ERR_JWE_DECRYPTION_FAILED" });

    const dump = await dumpStore(store);
    assert.ok(holds(dump, Buffer.from(photos[0]?.jwe.slice(-40) ?? "")), "what is stored is found");
    for (const photo of [amal, bea]) {
      for (let at = 0; at + 24 <= photo.length; at += Math.ceil(photo.length / 8))
        assert.ok(!holds(dump, photo.subarray(at, at + 24)), `the database holds a photo from ${at}`);
    }
    const audit = await store.db
      .selectFrom("audit")
      .select(["action", "target"])
      .where("target", "=", session.id)
      .execute();
    assert.deepEqual(
      audit.map(({ action }) => action),
      ["evidence_read"],
    );
    assert.ok(rest.reader);
  });

  test("is for keys that name its scope, of the account alone", async (t) => {
    const { create, evidence, apiKey, makeKey } = await start(t, kind);
    const { session } = await create(selfieOnly());
    for (const method of ["GET", "DELETE"]) {
      const refused = await evidence(session.id, method, apiKey);
      assert.deepEqual([refused.status, refused.body.error.code], [403, "scope_missing"], "a key without restrictions");
    }
    const { secret: testKey } = await makeKey({ kind: "test", scopes: ["evidence:read"] });
    assert.equal((await evidence(session.id, "GET", testKey)).body.error.code, "session_not_found");
    assert.equal((await evidence("vs_none")).body.error.code, "session_not_found");
  });

  test("deleted, it is gone and the session stays", async (t) => {
    const { create, evidence, read, store } = await start(t, kind);
    const { session } = await create(selfieOnly());
    assert.deepEqual((await evidence(session.id, "DELETE")).body.data, { id: session.id, deleted: true });
    for (const method of ["GET", "DELETE"])
      assert.equal((await evidence(session.id, method)).body.error.code, "evidence_not_found");
    assert.equal((await read(session.id)).evidence, null);
    assert.deepEqual(await store.db.selectFrom("evidence").selectAll().execute(), []);
  });

  test("a withdrawn consent deletes it, and what arrives later is not stored", async (t) => {
    const { create, visit, evidence, store } = await start(t, kind);
    const { session, secret } = await create(selfieOnly());
    const page = visit(secret);
    await page.start();
    await page.complete({ selfie: bea });
    assert.equal((await evidence(session.id)).body.data.photos.length, 2);
    assert.equal((await page.withdraw()).status, 200);
    assert.equal((await evidence(session.id)).body.error.code, "evidence_not_found");
    assert.deepEqual(await store.db.selectFrom("evidence").selectAll().execute(), []);
  });

  test("the page and the record of the consent say for how many days, also where the setting changes later", async (t) => {
    const { create, visit, change, ask } = await start(t, kind);
    await change({ days: 30 });
    const { session, secret } = await create(selfieOnly());
    const page = visit(secret);
    assert.equal((await page.state()).body.data.evidence_days, 30);
    await page.start();
    await change(null);
    assert.equal((await page.state()).body.data.evidence_days, null);
    const [process] = (await ask("GET", `/sessions/${session.id}/consent`)).body.data["dpv:hasProcess"];
    const durations = process["dpv:hasStorageCondition"].map((one: never) => one["dpv:hasDuration"]?.["rdf:value"]);
    assert.deepEqual(durations, ["The end of the session", "P30D", "P90D", undefined]);
    const without = await create(selfieOnly());
    assert.equal((await visit(without.secret).state()).body.data.evidence_days, null);
  });

  test("without a key nothing is sealed, nor of test sessions", async (t) => {
    const { create, visit, change, evidence, makeKey, store } = await start(t, kind);
    const { secret: testKey } = await makeKey({ kind: "test" });
    const simulated = await create(selfieOnly(), testKey);
    const tested = visit(simulated.secret);
    await tested.start();
    await tested.complete({ selfie: amal });
    await change(null);
    const { session, secret } = await create(selfieOnly());
    const page = visit(secret);
    await page.start();
    await page.complete({ selfie: amal });
    assert.equal(session.evidence, null);
    assert.equal((await evidence(session.id)).body.error.code, "evidence_not_found");
    assert.deepEqual(await store.db.selectFrom("evidence").selectAll().execute(), []);
  });

  test("a capture that is compared later has its reference sealed as well", async (t) => {
    const { create, visit, ask, evidence, open } = await start(t, kind);
    const { session, secret } = await create({ challenge: "off", compare_limit: 1 });
    const page = visit(secret);
    await page.start();
    await page.complete({ selfie: amal });
    const compared = await ask("POST", `/sessions/${session.id}/compare`, formOf({ reference: amal }));
    assert.equal(compared.body.data.session.evidence, "sealed", JSON.stringify(compared.body));
    const photos = (await evidence(session.id)).body.data.photos as readonly Photo[];
    assert.deepEqual(
      photos.map(({ part }) => part),
      ["selfie", "reference"],
    );
    assert.deepEqual((await open(photos[1] as Photo)).bytes, Buffer.from(amal));
  });

  test("a reference that is downloaded is sealed as it was downloaded", async (t) => {
    const { create, evidence, open } = await start(t, kind);
    const host = await startPhotoHost(t, { amal });
    const { session } = await create({ reference_url: host.url("amal"), challenge: "off" });
    assert.equal(session?.evidence, "sealed");
    const photos = (await evidence(session.id)).body.data.photos as readonly Photo[];
    assert.deepEqual(
      photos.map(({ part, attempt }) => [part, attempt]),
      [["reference", 0]],
    );
    assert.deepEqual((await open(photos[0] as Photo)).bytes, Buffer.from(amal));
  });
});
