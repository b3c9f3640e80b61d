import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { type TestContext, test } from "node:test";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { addAnchors } from "../../../documents/anchors/trust-anchors.ts";
import { dg2, faceRecord } from "../../../../testing/documents/face-record.ts";
import { makeCountry } from "../../../../testing/documents/issuer.ts";
import { madeKey } from "../../../../testing/made-key.ts";
import { makeAccount } from "../../../../testing/make-account.ts";
import { startPhotoHost } from "../../../../testing/photo-host.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { photos } from "@selfsame/photo/testing/photos/v2-photos";
import { formOf, type Parts, startSessionService } from "../../../../testing/sessions/sessions.ts";
import { until } from "@selfsame/platform/testing/until";
import { sealTemplate } from "../../../features/templates/template.ts";
import { commandLine } from "@selfsame/platform/audit/audit";

const [amal, bea, wall] = await Promise.all([portrait("amal"), portrait("bea"), portrait("wall")]);

async function begin(t: TestContext, options: Parameters<typeof startSessionService>[1] = {}) {
  const service = await startSessionService(t, options);
  const { ask, apiKey } = service;
  const make = (parts: Parts, key = apiKey) => ask("POST", "/templates", formOf(parts), key);
  const made = async (parts: Parts = { reference: amal }, key = apiKey): Promise<string> =>
    (await make(parts, key)).body.data.template;
  const verify = (parts: Parts, key = apiKey) => ask("POST", "/verify", formOf(parts), key);
  return { ...service, make, made, verify };
}

test("what a template matches is what its photos match, and the answer says the same of them", async (t) => {
  const engine = await sharedEngine();
  const { make, verify } = await begin(t, { engine, comparison: createComparison(await testModels()) });
  for (const references of [[photos.person], [photos.person, photos.noFace, photos.judgedSpoof]]) {
    const { data, meta } = (await make({ reference: references })).body;
    assert.ok(data.template.length < 4000, `${data.template.length} characters`);
    assert.equal(data.model, meta.model);
    for (const selfie of [photos.samePerson, photos.otherPerson]) {
      const [byPhoto, byTemplate] = [
        (await verify({ reference: references, selfie, threshold: "0" })).body,
        (await verify({ reference_template: data.template, selfie, threshold: "0" })).body,
      ];
      assert.ok(Math.abs(byPhoto.data.similarity - byTemplate.data.similarity) < 0.001);
      const { similarity: _one, false_match_rate: _rate, ...expected } = byPhoto.data;
      const { similarity: _other, false_match_rate: _same, ...got } = byTemplate.data;
      assert.deepEqual(got, expected);
      assert.equal(byTemplate.meta.model, byPhoto.meta.model);
    }
  }
});

test("a template is made of photos or a document, for a purpose and a time", async (t) => {
  const { make, verify, store } = await begin(t);
  const usual = (await make({ reference: [amal, wall] })).body.data;
  assert.equal(usual.purpose, "default");
  assert.deepEqual(
    usual.references.map(({ used }: { readonly used: boolean }) => used),
    [true, false],
  );
  const days = (Date.parse(usual.expires_at) - Date.now()) / 86_400_000;
  assert.ok(days > 364.9 && days < 365.1);
  const file = faceRecord(bea);
  const ofDocument = (await make({ reference_document: file, document_format: "face_record", purpose: "login" })).body
    .data;
  assert.equal(ofDocument.reference.document.format, "face_record");
  const verified = await verify({
    reference_template: ofDocument.template,
    template_purpose: "login",
    selfie: amal,
    threshold: "0.5",
  });
  assert.deepEqual([verified.body.data.match, verified.body.data.reference], [true, ofDocument.reference]);
  const unsigned = {
    reference_template: ofDocument.template,
    template_purpose: "login",
    require_signed_document: "true",
  };
  assert.equal((await verify({ ...unsigned, selfie: amal })).body.error.code, "document_signature_required");
  const rows: readonly [Parts, code: string, param: string][] = [
    [{}, "missing_file", "reference"],
    [{ reference: wall }, "no_face", "reference"],
    [{ reference: bea, allow_several_faces: "false" }, "several_faces_found", "reference"],
    [{ reference: amal, purpose: "two words" }, "invalid_parameter", "purpose"],
    [{ reference: amal, purpose: "x".repeat(65) }, "invalid_parameter", "purpose"],
    [{ reference: amal, expires_in_s: "59" }, "invalid_parameter", "expires_in_s"],
    [{ reference: amal, expires_in_s: "315360001" }, "invalid_parameter", "expires_in_s"],
    [{ reference: amal, expires_in_s: "1e5x" }, "invalid_parameter", "expires_in_s"],
    [{ reference: amal, reference_document: file, document_format: "face_record" }, "unexpected_field", "reference"],
    [{ reference: amal, selfie: amal }, "unexpected_field", "selfie"],
  ];
  for (const [parts, code, param] of rows) {
    const { error } = (await make(parts)).body;
    assert.deepEqual([error.code, error.param], [code, param]);
  }
  const kept = await store.db.selectFrom("template_keys").selectAll().execute();
  assert.equal(kept.length, 1, "nothing but the key is stored");
});

test("a template of a key that takes weak signatures counts as signed for such keys alone", async (t) => {
  const { make, verify, store, makeKey, apiKey } = await begin(t);
  const { csca, sodOf } = makeCountry({ document: { curve: "prime256v1", hash: "sha1" } });
  await addAnchors(store, commandLine, [{ certificate: new X509Certificate(csca) }], Date.now());
  const lenient = (await makeKey({ allowWeakSignature: true })).secret;
  const file = dg2(faceRecord(bea));
  const chip = { reference_document: file, document_format: "dg2", sod: sodOf(file) };
  assert.equal((await make(chip)).body.error.code, "document_signature_weak");
  const { template: reference_template, reference } = (await make(chip, lenient)).body.data;
  assert.equal(reference.document.signed, true);
  const demanded = { reference_template, require_signed_document: "true", selfie: amal };
  assert.equal((await verify(demanded, lenient)).status, 200);
  const { error } = (await verify(demanded, apiKey)).body;
  assert.deepEqual([error.code, error.param], ["document_signature_required", "reference_template"]);
});

test("rejected: another account's, another purpose, several faces, beside a photo, damaged, deleted, expired", async (t) => {
  let nowMs = Date.now();
  const { made, verify, ask, makeKey, store } = await begin(t, { sessionNow: () => nowMs });
  const keys = { store, now: Date.now, changed: () => {} };
  const { account } = await makeAccount(store, commandLine, { email: "other@example.com", plan: "unlimited" }, nowMs);
  const { secret: others } = await madeKey(keys, commandLine, account.id, { name: "Other", kind: "private" });
  const { secret: testKey } = await makeKey({ kind: "test" });
  const template = await made();
  const code = async (parts: Parts, key?: string) => {
    const { error } = (await verify({ selfie: amal, ...parts }, key)).body;
    return [error?.code, error?.param];
  };
  const param = "reference_template";
  assert.deepEqual(await code({ reference_template: template }), [undefined, undefined]);
  assert.deepEqual(await code({ reference_template: template }, others), ["template_foreign", param]);
  assert.deepEqual(await code({ reference_template: template }, testKey), ["template_foreign", param]);
  assert.deepEqual(await code({ reference_template: await made({ reference: amal }, others) }), [
    "template_foreign",
    param,
  ]);
  assert.deepEqual(await code({ reference_template: template, template_purpose: "login" }), [
    "template_purpose_mismatch",
    param,
  ]);
  assert.deepEqual(await code({ reference_template: template, template_purpose: "a b" }), [
    "invalid_parameter",
    "template_purpose",
  ]);
  const crowd = await made({ reference: bea });
  assert.deepEqual(await code({ reference_template: crowd, allow_several_faces: "false" }), [
    "several_faces_found",
    param,
  ]);
  assert.deepEqual(await code({ reference_template: template, reference: amal }), ["unexpected_field", "reference"]);
  assert.deepEqual(await code({ reference_template: "" }), ["template_invalid", param]);
  assert.deepEqual(await code({ reference_template: template.slice(0, -1) }), ["template_invalid", param]);
  assert.deepEqual(await code({ reference_template: template, selfie: wall }), ["no_face", "selfie"]);
  assert.equal((await ask("DELETE", "/templates/key")).body.error.code, "scope_missing");
  const { secret: admin } = await makeKey({ scopes: ["verify", "keys:write"] });
  assert.deepEqual((await ask("DELETE", "/templates/key", undefined, admin)).body.data, { deleted: true });
  assert.deepEqual((await ask("DELETE", "/templates/key", undefined, admin)).body.data, { deleted: false });
  assert.deepEqual(await code({ reference_template: template }), ["template_key_deleted", param]);
  const brief = await made({ reference: amal, expires_in_s: "60" });
  nowMs += 60_000;
  assert.deepEqual(await code({ reference_template: brief }), ["template_expired", param]);
});

test("a test key makes and uses templates of its own, without an analysis", async (t) => {
  const engine = scriptedEngine({ analyze: async () => assert.fail("a photo was analyzed") });
  const { made, verify, makeKey, create } = await begin(t, { engine });
  const { secret: key } = await makeKey({ kind: "test" });
  const template = await made({ reference: [wall, wall] }, key);
  const { data } = (await verify({ reference_template: template, selfie: wall, simulate: "no_match" }, key)).body;
  assert.deepEqual([data.match, data.references.length], [false, 2]);
  const { status } = await create({ reference_template: template }, key);
  assert.equal(status, 201);
});

test("a session is created with a template, and a captured one is compared with it", async (t) => {
  const { made, create, visit, read, ask } = await begin(t);
  const template = await made();
  const { status, session, secret } = await create({ challenge: "off", reference_template: template });
  assert.deepEqual([status, session.references.length], [201, 1]);
  const page = visit(secret);
  await page.start();
  await page.complete({ selfie: amal });
  assert.equal((await read(session.id)).status, "verified");
  const byForm = await create(formOf({ challenge: "off", reference_template: template }));
  assert.equal(byForm.status, 201);
  const both = await create(formOf({ challenge: "off", reference_template: template, reference: amal }));
  assert.deepEqual([both.body.error.code, both.body.error.param], ["unexpected_field", "reference"]);
  const wrong = await create({ challenge: "off", reference_template: template, template_purpose: "other" });
  assert.equal(wrong.body.error.code, "template_purpose_mismatch");
  const beside = await create({ challenge: "off", reference_template: template, compare_limit: 1 });
  assert.equal(beside.body.error.param, "compare_limit");

  const captured = await create({ challenge: "off", compare_limit: 2 });
  const other = visit(captured.secret);
  await other.start();
  await other.complete({ selfie: amal });
  const compare = (parts: Parts) => ask("POST", `/sessions/${captured.session.id}/compare`, formOf(parts));
  assert.equal((await compare({ reference_template: `${template}A` })).body.error.code, "template_invalid");
  const { match, references, session: after } = (await compare({ reference_template: template })).body.data;
  assert.deepEqual([match, references.length, after.status], [true, 1, "verified"]);
});

test("a template of a recognizer that is gone is outdated; one that is still here compares", async (t) => {
  const { verify, apiKey, store, sessions, create } = await begin(t);
  const { account_id: accountId } = await store.db
    .selectFrom("api_keys")
    .select("account_id")
    .executeTakeFirstOrThrow();
  const facts = { reference: {}, references: [] };
  const of = {
    reference: { embedding: Float32Array.of(1), photos: 1 },
    purpose: "default",
    expiresAtMs: Date.now() + 60_000,
    facts,
  };
  const deps = { db: store.db, seal: sessions.seal, nowMs: Date.now() };
  const template = await sealTemplate(deps, { accountId, test: false }, { ...of, model: "m-0" });
  const { error } = (await verify({ reference_template: template, selfie: amal }, apiKey)).body;
  assert.deepEqual([error.code, error.param], ["template_outdated", "reference_template"]);
  assert.equal((await create({ challenge: "off", reference_template: template })).body.error.code, "template_outdated");
});

test("items of a batch have a template instead of addresses", async (t) => {
  const { made, ask, url: service, apiKey } = await begin(t);
  const { url } = await startPhotoHost(t, { amal, bea, wall });
  const template = await made();
  const deleted = `${template.slice(0, -2)}AA`;
  const items = [
    { id: "1", reference_template: template, selfie_url: url("amal") },
    { id: "2", reference_template: template, selfie_url: url("bea") },
    { id: "3", reference_template: template, selfie_url: url("wall") },
    { id: "4", reference_template: template, template_purpose: "login", selfie_url: url("amal") },
    { id: "5", reference_template: deleted, selfie_url: url("amal") },
    { id: "6", reference_urls: [url("amal")], selfie_url: url("amal") },
  ];
  const both = [{ ...items[0], reference_urls: [url("amal")] }];
  for (const wrong of [both, [{ id: "1", selfie_url: url("amal") }], [{ ...items[0], template_purpose: "a b" }]]) {
    const { error } = (await ask("POST", "/batches", { items: wrong })).body;
    assert.equal(error.code, "invalid_parameter");
    assert.match(error.param, /^items\[0\]\.(?:reference_urls|template_purpose)$/);
  }
  const { id } = (await ask("POST", "/batches", { items })).body.data;
  const read = async (path: string) => {
    const init = { headers: { authorization: `Bearer ${apiKey}` } };
    // oxlint-disable-next-line typescript/no-explicit-any
    const body: any = await (await fetch(`${service}/api/v3/batches/${id}${path}`, init)).json();
    return body.data;
  };
  await until(async () => (await read("")).ended_at !== null);
  const { results } = await read("/results");
  assert.deepEqual(
    results.map((result: { match: boolean | null; code: string | null; param: string | null }) => [
      result.match,
      result.code,
      result.param,
    ]),
    [
      [true, null, null],
      [false, null, null],
      [null, "no_face", "selfie_url"],
      [null, "template_purpose_mismatch", "reference_template"],
      [null, "template_invalid", "reference_template"],
      [true, null, null],
    ],
  );
});
