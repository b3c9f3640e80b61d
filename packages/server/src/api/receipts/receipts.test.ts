/** Receipts as an auditor receives them: jose verifies them with the keys that the service publishes. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { commandLine } from "@selfsame/platform/audit/audit";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { currentKey, publicKeySet, removeKey, rotateKeys } from "../../features/receipts/receipt-keys.ts";
import { verifyReceipt } from "../../features/receipts/verify-receipt.ts";
import type { Download } from "@selfsame/photo/images/download";
import { until } from "@selfsame/platform/testing/until";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { formOf, startSessionService } from "../../../testing/sessions/sessions.ts";

const [amal, bea] = await Promise.all([portrait("amal"), portrait("bea")]);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const issuer = "https://faces.example";

type Service = Awaited<ReturnType<typeof startSessionService>>;

async function receiptOf({ ask }: Pick<Service, "ask">, parts: Parameters<typeof formOf>[0], key?: string) {
  const { status, body } = await ask("POST", "/verify", formOf({ receipt: "true", ...parts }), key);
  assert.equal(status, 200, JSON.stringify(body));
  return { receipt: body.data.receipt as string, body };
}

const keysOf = ({ url }: Pick<Service, "url">) => createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
const setOf = async ({ store }: Pick<Service, "store">) => ({ keys: [...(await publicKeySet(store.db)).keys] });

test("a verify is signed as it was answered, and names each photo by its hash", async (t) => {
  const service = await startSessionService(t);
  const { receipt, body } = await receiptOf(service, { reference: [amal, bea], selfie: amal });
  const { payload, protectedHeader } = await jwtVerify(receipt, keysOf(service), {
    issuer,
    typ: "selfsame-receipt+jwt",
  });
  assert.deepEqual([protectedHeader.alg, payload.jti], ["EdDSA", body.meta.request_id]);
  const { iss: _iss, iat: _iat, jti: _jti, account, ...stated } = payload;
  assert.match(String(account), /^acc_/);
  assert.deepEqual(stated, {
    kind: "verify",
    test: false,
    decision: body.data.decision,
    reasons: body.data.reasons,
    threshold: body.data.threshold,
    similarity: body.data.similarity,
    false_match_rate: body.data.false_match_rate,
    model: body.meta.model,
    manifest_sha256: "0".repeat(64),
    challenge: null,
    passive_liveness: null,
    document: null,
    reviewed_by: null,
    nonce: null,
    photos: [
      { part: "reference", sha256: sha256(amal) },
      { part: "reference", sha256: sha256(bea) },
      { part: "selfie", sha256: sha256(amal) },
    ],
  });
});

test("a template is named by its hash, too", async (t) => {
  const service = await startSessionService(t);
  const { template } = (await service.ask("POST", "/templates", formOf({ reference: amal }))).body.data;
  const { receipt } = await receiptOf(service, { reference_template: template, selfie: amal });
  assert.deepEqual(decodeJwt(receipt)["photos"], [
    { part: "selfie", sha256: sha256(amal) },
    { part: "reference_template", sha256: sha256(Buffer.from(template)) },
  ]);
});

test("it is signed only where it is asked for, also a rejection and what a test key chose", async (t) => {
  const service = await startSessionService(t);
  const plain = await service.ask("POST", "/verify", formOf({ reference: amal, selfie: amal }));
  assert.equal(plain.body.data.receipt, null);
  assert.equal((await setOf(service)).keys.length, 0, "no key before the first receipt");
  const unclear = await service.ask(
    "POST",
    "/verify",
    formOf({ receipt: "yes please", reference: amal, selfie: amal }),
  );
  assert.deepEqual([unclear.body.error.code, unclear.body.error.param], ["invalid_parameter", "receipt"]);
  const rejected = decodeJwt((await receiptOf(service, { reference: amal, selfie: bea })).receipt);
  assert.deepEqual([rejected["decision"], rejected["reasons"], rejected["similarity"]], ["reject", ["no_match"], null]);
  const { secret } = await service.makeKey({ kind: "test" });
  const simulated = decodeJwt(
    (await receiptOf(service, { reference: amal, selfie: amal, simulate: "presentation_attack" }, secret)).receipt,
  );
  assert.deepEqual([simulated["test"], simulated["reasons"]], [true, ["presentation_attack"]]);
});

test("a changed receipt is not genuine, whatever was changed", async (t) => {
  const service = await startSessionService(t);
  const { receipt } = await receiptOf(service, { reference: amal, selfie: bea });
  const keys = await setOf(service);
  assert.equal(typeof (await verifyReceipt(receipt, keys)), "object");
  const [head = "", claims = "", signature = ""] = receipt.split(".");
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const stated = decodeJwt(receipt);
  const header = decodeProtectedHeader(receipt);
  const other = (await receiptOf(service, { reference: amal, selfie: amal })).receipt.split(".");
  const changed = [
    [head, encoded({ ...stated, decision: "accept" }), signature],
    [head, encoded({ ...stated, photos: [] }), signature],
    [head, encoded({ ...stated, iat: Number(stated.iat) + 1 }), signature],
    [head, encoded({ ...stated, threshold: 0.1 }), signature],
    [encoded({ ...header, alg: "none" }), claims, ""],
    [encoded({ ...header, alg: "HS256" }), claims, signature],
    [encoded({ ...header, typ: "JWT" }), claims, signature],
    [encoded({ ...header, kid: "another" }), claims, signature],
    [head, other[1] ?? "", signature],
    [head, claims, other[2] ?? ""],
    [head, claims, ""],
    [head, claims],
  ];
  for (const parts of changed)
    assert.equal(typeof (await verifyReceipt(parts.join("."), keys)), "string", parts.join("."));
  const bytes = Buffer.from(signature, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    const judged = await verifyReceipt([head, claims, flipped.toString("base64url")].join("."), keys);
    assert.equal(typeof judged, "string", `bit ${bit} of the signature`);
  }
});

test("after a rotation old and new receipts are genuine, and nothing can be signed with the old key", async (t) => {
  const service = await startSessionService(t);
  const { store, seal } = service.sessions;
  const before = (await receiptOf(service, { reference: amal, selfie: amal })).receipt;
  const kid = await rotateKeys(store, seal, commandLine, Date.now());
  const after = (await receiptOf(service, { reference: amal, selfie: amal })).receipt;
  assert.equal(decodeProtectedHeader(after).kid, kid);
  assert.notEqual(decodeProtectedHeader(before).kid, kid);
  const keys = keysOf(service);
  for (const receipt of [before, after]) await jwtVerify(receipt, keys, { issuer });
  const rows = await store.db.selectFrom("receipt_keys").select(["id", "private_key"]).execute();
  assert.deepEqual(
    rows.filter(({ private_key }) => private_key !== null).map(({ id }) => id),
    [kid],
  );
  assert.ok(await removeKey(store, commandLine, decodeProtectedHeader(before).kid ?? "", Date.now()));
  const left = createLocalJWKSet(await setOf(service));
  await jwtVerify(after, left);
  await assert.rejects(jwtVerify(before, left));
});

test("of keys that another secret key sealed none is used: the next receipt makes a new one", async (t) => {
  const service = await startSessionService(t);
  const first = await currentKey(service.store.db, service.sessions.seal, Date.now());
  assert.equal((await currentKey(service.store.db, service.sessions.seal, Date.now())).kid, first.kid);
  const others = createSeal(new Uint8Array(32).fill(7));
  assert.notEqual((await currentKey(service.store.db, others, Date.now() + 1)).kid, first.kid);
});

test("the published keys are public, with their ids, and pages may read them", async (t) => {
  const service = await startSessionService(t);
  await receiptOf(service, { reference: amal, selfie: amal });
  const answer = await fetch(`${service.url}/.well-known/jwks.json`);
  assert.deepEqual(
    ["content-type", "access-control-allow-origin", "cache-control"].map((name) => answer.headers.get(name)),
    ["application/jwk-set+json; charset=utf-8", "*", "public, max-age=300"],
  );
  const { keys } = (await answer.json()) as { readonly keys: readonly Record<string, string>[] };
  assert.deepEqual(Object.keys(keys[0] ?? {}).toSorted(), ["alg", "crv", "kid", "kty", "use", "x"]);
});

test("a session's verdict has a receipt of the reference and of the attempt that decided it", async (t) => {
  const service = await startSessionService(t);
  const { create, visit, read } = service;
  const { session, secret } = await create(formOf({ reference: amal, challenge: "off", receipt: "true" }));
  assert.equal(session.receipt, null);
  const page = visit(secret);
  await page.start();
  await page.complete({ selfie: bea });
  assert.equal((await read(session.id)).receipt, null, "an attempt is no verdict");
  await page.start();
  await page.complete({ selfie: amal });
  const ended = await read(session.id);
  const { payload } = await jwtVerify(ended.receipt, keysOf(service), { issuer });
  assert.deepEqual([payload.jti, payload["kind"], payload["decision"]], [session.id, "session", "accept"]);
  assert.deepEqual([payload["threshold"], payload["model"]], [ended.result.threshold, ended.result.model]);
  assert.deepEqual(payload["photos"], [
    { part: "reference", sha256: sha256(amal) },
    { part: "selfie", sha256: sha256(amal) },
  ]);
});

test("without `receipt` a session stores no hash of a photo, and a session without a verdict has no receipt", async (t) => {
  const { create, visit, read, ask, store } = await startSessionService(t);
  const { session, secret } = await create(formOf({ reference: amal, challenge: "off" }));
  const page = visit(secret);
  await page.start();
  await page.complete({ selfie: amal });
  assert.deepEqual([(await read(session.id)).status, (await read(session.id)).receipt], ["verified", null]);
  const rows = await store.db.selectFrom("verification_sessions").select("receipt_photos").execute();
  assert.deepEqual(
    rows.map(({ receipt_photos }) => receipt_photos),
    [null],
  );
  const other = await create(formOf({ reference: amal, challenge: "off", receipt: "true" }));
  await ask("POST", `/sessions/${other.session.id}/cancel`, {});
  assert.equal((await read(other.session.id)).receipt, null);
});

test("a key can have one with every verdict, and a request can do without", async (t) => {
  const service = await startSessionService(t);
  const { secret: key } = await service.makeKey({ withReceipt: true });
  const receiptWith = async (parts: object) =>
    (await service.ask("POST", "/verify", formOf({ reference: amal, selfie: amal, ...parts }), key)).body.data.receipt;
  const { payload } = await jwtVerify(await receiptWith({}), keysOf(service), { issuer });
  assert.equal(payload["kind"], "verify");
  assert.equal(await receiptWith({ receipt: "false" }), null);
  const { session } = await service.create(formOf({ reference: amal }), key);
  const without = await service.create(formOf({ reference: amal, receipt: "false" }), key);
  const stored = await service.store.db
    .selectFrom("verification_sessions")
    .select(["id", "receipt_photos"])
    .where("id", "in", [session.id, without.session.id])
    .execute();
  assert.deepEqual(
    stored.filter(({ receipt_photos }) => receipt_photos !== null).map(({ id }) => id),
    [session.id],
  );
  // Keys that it creates must be at least as strict.
  const child = await service.ask("POST", "/keys", { name: "Child", receipt: false }, key);
  assert.notEqual(child.status, 201);
});

test("each result of a batch has one, with the hashes of what was downloaded", async (t) => {
  const photos: Readonly<Record<string, Uint8Array>> = { "amal.jpg": amal, "bea.jpg": bea };
  const download: Download = async (url) => {
    const bytes = photos[new URL(url).pathname.slice(1)];
    // Analysis takes the bytes over, so each download returns a copy.
    return bytes ? { outcome: "downloaded", bytes: new Uint8Array(bytes) } : { outcome: "failed", detail: "not there" };
  };
  const service = await startSessionService(t, { download });
  const at = (name: string) => `https://photos.test/${name}`;
  const items = [
    { id: "same", reference_urls: [at("bea.jpg"), at("amal.jpg")], selfie_url: at("amal.jpg") },
    { id: "other", reference_urls: [at("amal.jpg")], selfie_url: at("bea.jpg") },
    { id: "gone", reference_urls: [at("gone.jpg")], selfie_url: at("amal.jpg") },
  ];
  const resultsOf = async (body: object) => {
    const made = (await service.ask("POST", "/batches", { items, ...body })).body.data;
    await until(async () => (await service.ask("GET", `/batches/${made.id}`)).body.data.status === "completed");
    return { id: made.id, results: (await service.ask("GET", `/batches/${made.id}/results`)).body.data.results };
  };
  const { id, results } = await resultsOf({ receipt: true });
  const [same, other, gone] = results;
  assert.equal(gone.receipt, null);
  const { payload } = await jwtVerify(other.receipt, keysOf(service), { issuer, typ: "selfsame-receipt+jwt" });
  assert.deepEqual(
    [payload.jti, payload["kind"], payload["item"], payload["decision"], payload["reasons"], payload["similarity"]],
    [`${id}/1`, "batch_item", "other", "reject", ["no_match"], null],
  );
  assert.deepEqual(payload["photos"], [
    { part: "reference_urls[0]", sha256: sha256(amal) },
    { part: "selfie_url", sha256: sha256(bea) },
  ]);
  const claims = decodeJwt(same.receipt);
  assert.deepEqual([claims["similarity"], claims["threshold"]], [same.similarity, same.threshold]);
  const parts = (claims["photos"] as { readonly part: string }[]).map(({ part }) => part);
  assert.deepEqual(parts, ["reference_urls[0]", "reference_urls[1]", "selfie_url"]);
  const plain = await resultsOf({});
  assert.deepEqual(
    plain.results.map(({ receipt }: { readonly receipt: unknown }) => receipt),
    [null, null, null],
  );
});
