/** For each kind of signed document: each manipulation, and the code of its rejection. */
import assert from "node:assert/strict";
import { generateKeyPairSync, randomUUID, X509Certificate } from "node:crypto";
import { test, type TestContext } from "node:test";
import { pino } from "pino";
import sharp from "sharp";
import type { z } from "zod";
import { commandLine } from "@selfsame/platform/audit/audit";
import { addAnchors } from "../../../../documents/anchors/trust-anchors.ts";
import { dg2, faceRecord } from "../../../../../testing/documents/face-record.ts";
import { makeCountry } from "../../../../../testing/documents/issuer.ts";
import { issueMdoc, pidType, presentMdoc, transcriptOf } from "../../../../../testing/documents/mdoc.ts";
import { issueCredential, presentCredential } from "../../../../../testing/documents/sd-jwt-vc.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { codestreamOf } from "@selfsame/photo/testing/photos/jpeg2000";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { bodyOf, failureOf, send } from "../../../../../testing/service/request.ts";
import { startService } from "../../../../../testing/service/service.ts";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { dumpStore, holds } from "@selfsame/platform/testing/store/dump-store";
import { temporaryFilesWith } from "@selfsame/platform/testing/temporary-files";
import { createComparison } from "@selfsame/photo/verify/comparison";
import type { verifySchema } from "../../schemas/faces.ts";

const [amal, selfie, crowd] = await Promise.all([
  portrait("amal"),
  portrait("amal-selfie"),
  portrait("amal-with-a-friend"),
]);
const jpeg = await sharp(amal).jpeg({ quality: 92 }).toBuffer();
const friends = await sharp(crowd).jpeg({ quality: 92 }).toBuffer();

type Parts = Readonly<Record<string, Uint8Array | string>>;

const country = makeCountry();
const day = 86_400_000;
const expired = makeCountry({
  documentFrom: new Date(Date.now() - 20 * day),
  documentUntil: new Date(Date.now() - 10 * day),
});

async function start(t: TestContext) {
  const service = await startService(t, {
    engine: await sharedEngine(),
    comparison: createComparison(await testModels()),
  });
  const anchors = [country.csca, expired.csca].map((der) => new X509Certificate(der));
  await addAnchors(
    service.store,
    commandLine,
    anchors.map((certificate) => ({ certificate })),
    Date.now(),
  );
  const verify = (parts: Parts) => send(service, { photos: { selfie, threshold: "0", ...parts } });
  const answer = async (parts: Parts) => (await bodyOf<z.infer<typeof verifySchema>>(await verify(parts))).data;
  const code = async (parts: Parts) => {
    const response = await verify(parts);
    return response.status === 200 ? "accepted" : (await failureOf(response)).error.code;
  };
  return { service, answer, code };
}

/** How one format wraps an image into the parts of a request. */
interface Format {
  readonly name: string;
  readonly made: (image: Uint8Array, by?: typeof country) => Promise<Parts>;
  /** A presentation for another verifier than the one that receives it, if the format names one. */
  readonly toAnother?: { readonly parts: () => Promise<Parts>; readonly code: string };
  /** A presentation signed by another device than the one the document was issued to. */
  readonly stolen?: () => Promise<Parts>;
  /** Changes the portrait, so that its digest does not match. */
  readonly otherPortrait: (parts: Parts) => Parts;
  readonly type: string;
}

const fileOf = (parts: Parts): Buffer => Buffer.from(parts["reference_document"] as Uint8Array);
const withFile = (parts: Parts, file: Uint8Array): Parts => ({ ...parts, reference_document: file });
const thief = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;

/** The parts with one byte in the middle of the image changed. */
function otherByte(parts: Parts): Parts {
  const file = fileOf(parts);
  const at = file.indexOf(jpeg.subarray(3000, 3020));
  assert.ok(at > 0);
  file[at] = (file[at] as number) ^ 1;
  return withFile(parts, file);
}

let counter = 0;
const nonceOf = () => `nonce-${counter++}`;

const ofMdoc = async (
  image: Uint8Array,
  by: typeof country,
  docType?: string,
  deviceKey?: ReturnType<typeof thief>,
) => {
  const held = await issueMdoc(by.documentSigner, { portrait: image, ...(docType && { docType }) });
  const transcript = await transcriptOf({ nonce: nonceOf() });
  const file = await presentMdoc({ ...held, ...(deviceKey && { deviceKey }) }, transcript);
  const session_transcript = Buffer.from(transcript.encode()).toString("base64");
  return { reference_document: file, document_format: "mdoc", session_transcript };
};
const anotherTranscript = async () =>
  Buffer.from((await transcriptOf({ clientId: "x509_hash:other", nonce: nonceOf() })).encode()).toString("base64");

const mdoc = (name: string, docType: string | undefined, type: string): Format => ({
  name,
  type,
  made: (image, by = country) => ofMdoc(image, by, docType),
  toAnother: {
    parts: async () => ({ ...(await ofMdoc(jpeg, country, docType)), session_transcript: await anotherTranscript() }),
    code: "document_device_signature_invalid",
  },
  stolen: () => ofMdoc(jpeg, country, docType, thief()),
  otherPortrait: otherByte,
});

const ofCredential = async (image: Uint8Array, by: typeof country, deviceKey?: ReturnType<typeof thief>) => {
  const held = await issueCredential(by.documentSigner, { portrait: image });
  const [nonce, audience] = [nonceOf(), "x509_hash:selfsame"];
  const file = await presentCredential({ ...held, ...(deviceKey && { deviceKey }) }, { nonce, audience });
  return { reference_document: file, document_format: "sd_jwt_vc", nonce, audience };
};

const formats: readonly Format[] = [
  {
    name: "data group 2 with EF.SOD",
    type: "travel_document",
    made: async (image, by = country) => {
      const file = dg2(faceRecord(image));
      return { reference_document: file, document_format: "dg2", sod: by.sodOf(file) };
    },
    otherPortrait: otherByte,
  },
  mdoc("a driving license as mdoc", undefined, "driving_license"),
  mdoc("a PID as mdoc", pidType, "person_identification"),
  {
    name: "a PID as SD-JWT VC",
    type: "person_identification",
    made: (image, by = country) => ofCredential(image, by),
    toAnother: {
      parts: async () => ({ ...(await ofCredential(jpeg, country)), audience: "x509_hash:other" }),
      code: "document_audience_mismatch",
    },
    stolen: () => ofCredential(jpeg, country, thief()),
    otherPortrait: (parts) => {
      const [jwt = "", disclosure = "", ...rest] = fileOf(parts).toString().split("~");
      const [salt, name, value] = JSON.parse(Buffer.from(disclosure, "base64url").toString()) as [
        string,
        string,
        string,
      ];
      const other = JSON.stringify([
        salt,
        name,
        `${value.slice(0, 4000)}${value[4000] === "A" ? "B" : "A"}${value.slice(4001)}`,
      ]);
      return withFile(parts, Buffer.from([jwt, Buffer.from(other).toString("base64url"), ...rest].join("~")));
    },
  },
];

const claiming = async (side: number): Promise<Buffer> => {
  const huge = Buffer.from(await codestreamOf(amal, 200));
  for (const at of [8, 12]) huge.writeUInt32BE(side, at);
  return huge;
};

/** A few kilobytes that decompress to 168 MB of pixels. */
const bomb = () =>
  sharp({ create: { width: 8000, height: 7000, channels: 3, background: "grey" } })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

for (const { name, type, made, toAnother, stolen, otherPortrait } of formats) {
  test(`${name}: the similarity is that of the plain file, and nothing but the issuer is reported`, async (t) => {
    const { answer } = await start(t);
    const { similarity: plain } = await answer({ reference: jpeg });
    const { similarity, reference, match } = await answer({ ...(await made(jpeg)), require_signed_document: "true" });
    assert.ok(match && plain && similarity && Math.abs(similarity - plain) <= 0.005, `${similarity}, and ${plain}`);
    const { valid_until, portrait_quality, format: _, ...document } = reference.document ?? assert.fail();
    assert.deepEqual(document, { type, issuer: "Utopia CSCA 1", country: "UT", signed: true });
    assert.ok(Date.parse(valid_until ?? "") > Date.now());
    assert.equal(portrait_quality, reference.quality.score);
  });

  test(`${name}: what was tampered with is rejected, each with its code`, async (t) => {
    const { code, service } = await start(t);
    const good = await made(jpeg);
    assert.equal(await code(otherPortrait(good)), "document_digest_mismatch", "a byte of the portrait");
    assert.equal(await code(withFile(good, fileOf(good).subarray(0, 600))), "document_unreadable", "cut");
    assert.equal(await code(await made(jpeg, expired)), "document_expired");
    assert.equal(await code(await made(jpeg, makeCountry())), "document_issuer_unknown", "another issuer");
    assert.equal(await code(await made(await claiming(30_000))), "image_too_large", "30,000 pixels a side");
    assert.equal(await code(await made(await bomb())), "image_too_large", "a decompression bomb");
    assert.equal(await code(await made(jpeg.subarray(0, 9000))), "image_unreadable", "a portrait that is cut");
    assert.equal(await code(await made(Buffer.alloc(900, 1))), "document_unreadable", "no image");
    const second = { ...(await made(friends)), allow_several_faces: "false" };
    assert.equal(await code(second), "several_faces_found", "a second face");
    if (toAnother) assert.equal(await code(await toAnother.parts()), toAnother.code, "for another verifier");
    if (stolen) assert.equal(await code(await stolen()), "document_device_signature_invalid", "by another device");
    assert.equal(await code(good), "accepted");
    // A chip may be read any number of times; a wallet's presentation is valid for one request.
    assert.equal(await code(good), toAnother ? "document_replayed" : "accepted", "again");
    assert.equal((await fetch(`${service.url}/health/live`)).ok, true);
  });
}

test("parts of another format, and those that are missing, are named", async (t) => {
  const { service } = await start(t);
  const error = async (parts: Parts) => {
    const { error } = await failureOf(await send(service, { photos: { selfie, ...parts } }));
    return [error.code, error.param];
  };
  const [license, credential] = [await ofMdoc(jpeg, country), await ofCredential(jpeg, country)];
  const invalid = "invalid_parameter";
  assert.deepEqual(await error({ ...license, session_transcript: "" }), [invalid, "session_transcript"]);
  assert.deepEqual(await error({ ...license, session_transcript: "?" }), [invalid, "session_transcript"]);
  assert.deepEqual(await error({ ...license, session_transcript: "oQ==" }), [invalid, "session_transcript"]);
  assert.deepEqual(await error({ ...license, session_transcript: "A".repeat(2049) }), [invalid, "session_transcript"]);
  assert.deepEqual(await error({ ...license, audience: "a" }), ["unexpected_field", "audience"]);
  assert.deepEqual(await error({ ...credential, audience: "" }), [invalid, "audience"]);
  assert.deepEqual(await error({ ...credential, nonce: "" }), [invalid, "nonce"]);
  assert.deepEqual(await error({ ...credential, session_transcript: "oQ==" }), [
    "unexpected_field",
    "session_transcript",
  ]);
});

test("nothing of what a wallet presents is in the database, the log or temporary files after a verify", async (t) => {
  const sinceMs = Date.now() - 1000;
  const lines: string[] = [];
  const service = await startSessionService(t, {
    engine: await sharedEngine(),
    comparison: createComparison(await testModels()),
    log: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }),
  });
  await addAnchors(service.store, commandLine, [{ certificate: new X509Certificate(country.csca) }], Date.now());
  const asked = { nonce: `nonce-${randomUUID()}`, audience: "x509_hash:selfsame" };
  const held = await issueCredential(country.documentSigner, { portrait: jpeg });
  const credential = await presentCredential(held, asked);
  const mobile = await ofMdoc(jpeg, country);
  for (const parts of [mobile, { reference_document: credential, document_format: "sd_jwt_vc", ...asked }]) {
    assert.equal((await service.ask("POST", "/verify", formOf({ ...parts, selfie }))).body.data.match, true);
  }
  const pieces = [
    jpeg.subarray(3000, 3060),
    ...[credential, mobile.reference_document].flatMap((file) => [file.subarray(60, 120), file.subarray(9000, 9060)]),
  ];
  const secrets = pieces.flatMap((piece) => [
    piece,
    ...(["base64", "base64url", "hex"] as const).map((as) => Buffer.from(piece.toString(as))),
  ]);
  const all = [...secrets, Buffer.from(asked.nonce), Buffer.from(mobile.session_transcript)];
  const stored = Buffer.concat([await dumpStore(service.store), Buffer.from(lines.join("\n"))]);
  assert.ok(lines.length > 0 && holds(stored, Buffer.from("v3.verify")), "the search finds what is there");
  for (const secret of all) assert.equal(holds(stored, secret), false);
  assert.deepEqual(await temporaryFilesWith(all, sinceMs), []);
});

test("one presentation makes one session, even if several requests send it at once", async (t) => {
  const service = await startSessionService(t, {
    engine: await sharedEngine(),
    comparison: createComparison(await testModels()),
  });
  await addAnchors(service.store, commandLine, [{ certificate: new X509Certificate(country.csca) }], Date.now());
  const parts = await ofMdoc(jpeg, country);
  const session = { ...parts, challenge: "off" };
  const made = await Promise.all([1, 2, 3].map(() => service.create(formOf(session))));
  const statuses = made.map(({ status }) => status).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [201, 422, 422]);
  assert.deepEqual(
    made.filter(({ status }) => status === 422).map(({ body }) => body.error.code),
    ["document_replayed", "document_replayed"],
  );
  const { sessions } = (await service.ask("GET", "/sessions")).body.data;
  assert.equal(sessions.length, 1);
});
