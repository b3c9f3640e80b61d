/** A chip's portrait compares as the photo does that it was made of, and nothing but the verdict remains of it. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import sharp from "sharp";
import type { z } from "zod";
import { dg2, faceBlock, faceRecord, faceRecord2011 } from "../../../testing/documents/face-record.ts";
import { sharedEngine } from "../../../testing/engine/shared-engine.ts";
import { testModels } from "../../../testing/engine/test-models.ts";
import { codestreamOf, toJp2 } from "../../../testing/photos/jpeg2000.ts";
import { portrait } from "../../../testing/photos/portraits.ts";
import { bodyOf, failureOf, send, type Service } from "../../../testing/service/request.ts";
import { startService } from "../../../testing/service/service.ts";
import { formOf, type Parts, startSessionService } from "../../../testing/sessions/sessions.ts";
import { createComparison } from "../../../verify/comparison.ts";
import type { verifySchema } from "../schemas/faces.ts";

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

test("a test key's document is read, and its portrait is not looked at", async (t) => {
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
