/** A chip's portrait compares like the photo it was made from, and only the verdict is stored. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test, type TestContext } from "node:test";
import { pino } from "pino";
import sharp from "sharp";
import type { z } from "zod";
import { commandLine } from "@selfsame/platform/audit/audit";
import { addAnchors } from "../../../../documents/anchors/trust-anchors.ts";
import { exportStore } from "@selfsame/platform/store/copies/export";
import { type CountryOptions, makeCountry } from "../../../../../testing/documents/issuer.ts";
import { dg2, faceBlock, faceRecord, faceRecord2011 } from "../../../../../testing/documents/face-record.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { codestreamOf, toJp2 } from "@selfsame/photo/testing/photos/jpeg2000";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { temporaryFilesWith } from "@selfsame/platform/testing/temporary-files";
import { bodyOf, failureOf, send, type Service } from "../../../../../testing/service/request.ts";
import { startService } from "../../../../../testing/service/service.ts";
import { formOf, type Parts, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";
import type { verifySchema } from "../../schemas/faces.ts";

const [amal, selfie, crowd, wall] = await Promise.all([
  portrait("amal"),
  portrait("amal-selfie"),
  portrait("amal-with-a-friend"),
  portrait("wall"),
]);
const jpeg = await sharp(amal).jpeg({ quality: 92 }).toBuffer();
const codestream = await codestreamOf(amal);
const jp2 = toJp2(codestream);

async function start(t: TestContext) {
  const service = await startService(t, {
    engine: await sharedEngine(),
    comparison: createComparison(await testModels()),
  });
  const verify = (parts: Readonly<Record<string, Uint8Array | string>>) =>
    send(service, { photos: { selfie, threshold: "0", ...parts } });
  const answer = async (parts: Readonly<Record<string, Uint8Array | string>>) =>
    (await bodyOf<z.infer<typeof verifySchema>>(await verify(parts))).data;
  const error = async (parts: Readonly<Record<string, Uint8Array | string>>) => {
    const { error } = await failureOf(await verify(parts));
    return [error.code, error.param];
  };
  return { service, answer, error };
}

const asDg2 = (file: Uint8Array) => ({ reference_document: dg2(file), document_format: "dg2" });
const asRecord = (file: Uint8Array) => ({ reference_document: file, document_format: "face_record" });

test("the similarity is that of the plain file, within .005, whatever the portrait comes in", async (t) => {
  const { answer } = await start(t);
  const { similarity: plain, reference } = await answer({ reference: amal });
  assert.ok(plain && reference.document === null);
  const documents = [
    asDg2(faceRecord(jpeg)),
    asDg2(faceRecord(codestream)),
    asDg2(faceBlock(jp2)),
    asRecord(faceRecord(jp2)),
    asRecord(faceRecord2011(jpeg)),
  ];
  for (const document of documents) {
    const { similarity, reference, references } = await answer(document);
    assert.ok(similarity && Math.abs(similarity - plain) <= 0.005, `${similarity}, and ${plain} of the plain file`);
    const { quality } = reference;
    assert.deepEqual(reference.document, {
      format: document.document_format,
      type: document.document_format === "dg2" ? "travel_document" : null,
      issuer: null,
      country: null,
      signed: false,
      valid_until: null,
      portrait_quality: quality.score,
    });
    assert.deepEqual(references, [{ used: true, faces: 1, quality }]);
  }
});

test("what is wrong with a document has a code of its own, and names the part", async (t) => {
  const { error } = await start(t);
  const document = "reference_document";
  const file = dg2(faceRecord(jpeg));
  const format = { document_format: "dg2" };
  assert.deepEqual(await error({ reference_document: file }), ["document_format_unsupported", "document_format"]);
  assert.deepEqual(await error({ reference_document: file, document_format: "dg3" }), [
    "document_format_unsupported",
    "document_format",
  ]);
  assert.deepEqual(await error({ ...format, reference_document: file.subarray(0, 900) }), [
    "document_unreadable",
    document,
  ]);
  assert.deepEqual(await error({ ...format, reference_document: dg2() }), ["document_portrait_missing", document]);
  assert.deepEqual(await error(asDg2(faceRecord(Buffer.alloc(900, 1)))), ["document_unreadable", document]);
  assert.deepEqual(await error(asDg2(faceRecord(jpeg.subarray(0, 9000)))), ["image_unreadable", document]);
  assert.deepEqual(await error(asDg2(faceRecord(wall))), ["no_face", document]);
  assert.deepEqual(await error({ ...asDg2(faceRecord(crowd)), allow_several_faces: "false" }), [
    "several_faces_found",
    document,
  ]);
  assert.deepEqual(await error({ ...format, reference_document: Buffer.alloc(256 * 1024 + 1) }), [
    "file_too_large",
    document,
  ]);
  assert.deepEqual(await error({ ...asDg2(faceRecord(jpeg)), reference: amal }), ["unexpected_field", "reference"]);
  assert.deepEqual(await error({ ...format, reference: amal }), ["missing_file", document]);
  assert.deepEqual(await error({}), ["missing_file", "reference"]);
});

test("an image that claims 30,000 pixels a side is rejected by its header", async (t) => {
  const { service, error } = await start(t);
  const huge = Buffer.from(codestream);
  for (const at of [8, 12]) huge.writeUInt32BE(30_000, at);
  assert.deepEqual(await error(asDg2(faceRecord(huge))), ["image_too_large", "reference_document"]);
  assert.equal(await isStill(service), true);
});

const isStill = async (service: Service) => (await fetch(`${service.url}/health/live`)).ok;

const country = makeCountry({ document: { curve: "brainpoolP256r1" } });
const file = dg2(faceRecord(codestream));
const signed = { reference_document: file, document_format: "dg2", sod: country.sodOf(file) };

const trust = (service: Pick<Service, "store">, csca = country.csca) =>
  addAnchors(service.store, commandLine, [{ certificate: new X509Certificate(csca) }], Date.now());

test("a signed document says who signed it, and until when", async (t) => {
  const { service, answer } = await start(t);
  await trust(service);
  const { reference, match } = await answer({ ...signed, require_signed_document: "true" });
  const { valid_until, portrait_quality, ...document } = reference.document ?? assert.fail("no document");
  assert.deepEqual(document, {
    format: "dg2",
    type: "travel_document",
    issuer: "Utopia CSCA 1",
    country: "UT",
    signed: true,
  });
  assert.ok(match && portrait_quality > 0 && Date.parse(valid_until ?? "") > Date.now());
});

test("a signature that proves nothing is rejected, and so is none where one is required", async (t) => {
  const { service, error } = await start(t);
  assert.deepEqual(await error(signed), ["document_issuer_unknown", "sod"]);
  await trust(service);
  const other = dg2(faceRecord(jpeg));
  assert.deepEqual(await error({ ...signed, reference_document: other }), ["document_digest_mismatch", "sod"]);
  const forged = Buffer.from(signed.sod);
  forged[forged.length - 3] = (forged.at(-3) ?? 0) ^ 1;
  assert.deepEqual(await error({ ...signed, sod: forged }), ["document_signature_invalid", "sod"]);
  assert.deepEqual(await error({ ...signed, sod: file }), ["document_unreadable", "sod"]);
  const required = { require_signed_document: "true" };
  assert.deepEqual(await error({ ...asDg2(faceRecord(jpeg)), ...required }), [
    "document_signature_required",
    "reference_document",
  ]);
  assert.deepEqual(await error({ reference: amal, ...required }), [
    "document_signature_required",
    "reference_document",
  ]);
  assert.deepEqual(await error({ ...asRecord(faceRecord(jpeg)), sod: signed.sod }), ["unexpected_field", "sod"]);
  assert.deepEqual(await error({ reference: amal, sod: signed.sod }), ["missing_file", "reference_document"]);
  assert.deepEqual(await error({ ...signed, require_signed_document: "perhaps" }), [
    "invalid_parameter",
    "require_signed_document",
  ]);
});

test("a key requires a signed document, unless the request says otherwise", async (t) => {
  const { service, error } = await start(t);
  await trust(service);
  const { secret } = await service.makeKey({ requireSignedDocument: true });
  const code = async (parts: Parameters<typeof formOf>[0]) => {
    const headers = { authorization: `Bearer ${secret}` };
    const body = formOf({ selfie, ...parts });
    const response = await fetch(`${service.url}/api/v3/verify`, { method: "POST", headers, body });
    const { error } = (await response.json()) as { error: { code: string } | null };
    return error?.code ?? "compared";
  };
  assert.equal(await code({ reference: amal }), "document_signature_required");
  assert.equal(await code(asDg2(faceRecord(jpeg))), "document_signature_required");
  assert.equal(await code(asRecord(faceRecord(jpeg))), "document_signature_required");
  assert.equal(await code(signed), "compared");
  assert.equal(await code({ reference: amal, require_signed_document: "false" }), "compared");
  assert.equal(await code({ reference: amal, require_signed_document: "perhaps" }), "invalid_parameter");
  assert.deepEqual(await error({ reference: wall }), ["no_face", "reference"], "of another key");
});

test("a signer outside its dates, or with an algorithm that is not on the list, is rejected", async (t) => {
  const { service, error } = await start(t);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const countries: readonly (readonly [string, CountryOptions])[] = [
    ["document_expired", { documentFrom: inDays(-9), documentUntil: inDays(-1) }],
    ["document_not_yet_valid", { documentFrom: inDays(1) }],
    ["document_signature_weak", { document: { curve: "prime256v1", hash: "sha1" } }],
    ["document_algorithm_unsupported", { document: { curve: "secp256k1" } }],
  ];
  for (const [code, options] of countries) {
    const { csca, sodOf } = makeCountry(options);
    await trust(service, csca);
    assert.deepEqual(await error({ ...signed, sod: sodOf(file) }), [code, "sod"]);
  }
});

test("a key that allows weak signatures takes a chip that is signed with SHA-1", async (t) => {
  const { service, answer } = await start(t);
  await service.store.db.updateTable("api_keys").set({ allow_weak_signature: 1 }).execute();
  const { csca, sodOf } = makeCountry({ document: { curve: "prime256v1", hash: "sha1" } });
  await trust(service, csca);
  assert.equal((await answer({ ...signed, sod: sodOf(file) })).reference.document?.signed, true);
});

test("nothing of the document is in the database, the log or temporary files, after a verify and after a session", async (t) => {
  const sinceMs = Date.now() - 1000;
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const service = await startSessionService(t, {
    engine: await sharedEngine(),
    comparison: createComparison(await testModels()),
    log,
  });
  await trust(service);
  const verified = await service.ask("POST", "/verify", formOf({ ...signed, selfie }));
  assert.equal(verified.body.data.match, true);
  const { session, secret } = await service.create(
    formOf({ ...signed, require_signed_document: "true", challenge: "off" }),
  );
  assert.equal(session.document.signed, true);
  const page = service.visit(secret);
  await page.start();
  await page.complete({ selfie });
  assert.equal((await service.read(session.id)).status, "verified");
  const rows: string[] = [];
  await exportStore(service.store, async (line) => void rows.push(line));
  const requests = await service.store.db.selectFrom("requests").selectAll().execute();
  const stored = [...rows, JSON.stringify(requests), ...lines].join("\n");
  assert.ok(rows.length > 0 && lines.length > 0);
  const parts = [codestream.subarray(0, 60), file.subarray(0, 60), signed.sod.subarray(0, 60)];
  assert.deepEqual(await temporaryFilesWith(parts, sinceMs), []);
  for (const part of parts) {
    for (const encoding of ["base64", "hex", "latin1"] as const) {
      assert.equal(stored.includes(part.toString(encoding).slice(0, 40)), false, encoding);
    }
  }
});

test("a test key's document is read, and its portrait is not analyzed", async (t) => {
  const { ask, makeKey } = await startSessionService(t, { engine: await sharedEngine() });
  const { secret: testKey } = await makeKey({ kind: "test" });
  const { body } = await ask("POST", "/verify", formOf({ selfie, ...asDg2(faceRecord(wall)) }), testKey);
  assert.deepEqual([body.data.match, body.data.reference.document.format], [true, "dg2"]);
  assert.equal(body.data.references.length, 1);
});

test("a session takes a document as its reference, and has its verdict by it", async (t) => {
  const service = await startSessionService(t, {
    engine: await sharedEngine(),
    comparison: createComparison(await testModels()),
  });
  const { create, visit, read } = service;
  const made = await create(formOf({ ...asDg2(faceRecord(codestream)), challenge: "off" }));
  const { session, secret } = made;
  assert.deepEqual([session.document.format, session.document.signed, session.references.length], ["dg2", false, 1]);
  const page = visit(secret);
  await page.start();
  await page.complete({ selfie });
  const { status, result } = await read(session.id);
  assert.deepEqual([status, result.match], ["verified", true]);

  const refused = async (parts: Parts) => {
    const { error } = (await create(formOf({ challenge: "off", ...parts }))).body;
    return [error.code, error.param];
  };
  assert.deepEqual(await refused(asDg2(faceRecord(wall))), ["no_face", "reference_document"]);
  assert.deepEqual(await refused({ ...asDg2(faceRecord(jpeg)), document_format: "x" }), [
    "document_format_unsupported",
    "document_format",
  ]);
  assert.deepEqual(await refused({ ...asDg2(faceRecord(jpeg)), reference: amal }), ["unexpected_field", "reference"]);
  assert.deepEqual(await refused({ ...asDg2(faceRecord(jpeg)), reference_url: "https://a.example/b" }), [
    "unexpected_field",
    "reference_url",
  ]);
  assert.deepEqual(await refused({ document_format: "dg2" }), ["missing_file", "reference_document"]);
});
