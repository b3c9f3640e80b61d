/** Flips each bit of each kind of document by itself: every file gets a result, and none of our parsers fails by a fault of its own. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { isFuzzRun } from "../../../../testing/fuzz-runs.ts";
import { dg2, faceBlock, faceRecord, faceRecord2011 } from "../../testing/documents/face-record.ts";
import { makeCountry, masterListOf } from "../../testing/documents/issuer.ts";
import { issueMdoc, presentMdoc, transcriptOf } from "../../testing/documents/mdoc.ts";
import { vicalOf } from "../../testing/documents/vical.ts";
import { issueCredential, presentCredential } from "../../testing/documents/sd-jwt-vc.ts";
import { readAnchorRows } from "./anchors/anchor-rows.ts";
import { takeFaults } from "./attempt.ts";
import { type GivenDocument, readDocument } from "./document.ts";
import { documentFaults } from "./fault.ts";

const image = Buffer.alloc(90, 7);
const country = makeCountry();
const rsa = makeCountry({ authority: { pss: true }, document: { pss: true } });
const chip = dg2(faceRecord(image));
const sods = { ecdsa: country.sodOf(chip), "RSA-PSS": rsa.sodOf(chip) };
const asked = { nonce: "n-1", audience: "x509_hash:selfsame" };
const transcript = await transcriptOf();
const mdoc = await presentMdoc(await issueMdoc(country.documentSigner, { portrait: image }), transcript);
const credential = await presentCredential(await issueCredential(country.documentSigner, { portrait: image }), asked);

const anchors = [country.csca, rsa.csca].map((der) => new X509Certificate(der));
const outcomeOf = async (document: GivenDocument): Promise<string> =>
  (await readDocument(document, { mustBeSigned: false, allowWeak: false }, async () => anchors, Date.now())).outcome;

const encoded = transcript.encode();
const documents: Readonly<Record<string, readonly [Buffer, (file: Buffer) => Promise<string>]>> = {
  dg2: [chip, (file) => outcomeOf({ format: "dg2", file, sod: undefined })],
  "face record of 2005": [faceRecord(image), (file) => outcomeOf({ format: "face_record", file })],
  "face record of 2011": [faceRecord2011(image), (file) => outcomeOf({ format: "face_record", file })],
  "face record of 39794": [faceBlock(image), (file) => outcomeOf({ format: "face_record", file })],
  mdoc: [mdoc, (file) => outcomeOf({ format: "mdoc", file, sessionTranscript: encoded })],
  "session transcript": [
    Buffer.from(encoded),
    (sessionTranscript) => outcomeOf({ format: "mdoc", file: mdoc, sessionTranscript }),
  ],
  sd_jwt_vc: [credential, (file) => outcomeOf({ format: "sd_jwt_vc", file, ...asked })],
  "certificate of an authority": [country.csca, rowsOf],
  "master list": [masterListOf(country.csca, rsa.csca), rowsOf],
  VICAL: [vicalOf(country.documentSigner, country.csca, rsa.csca), rowsOf],
  PEM: [Buffer.from(new X509Certificate(country.csca).toString()), rowsOf],
};

async function rowsOf(file: Buffer): Promise<string> {
  return readAnchorRows(file) ? "read" : "document_unreadable";
}

/** Libraries may fail on unexpected input, which is counted; our own code may not. */
const ownFaults = () => takeFaults().filter(({ kind }) => !kind.includes("/node_modules/"));

const known: ReadonlySet<string> = new Set(["read", "invalid_parameter", ...documentFaults]);
/** Every bit only in fuzz runs, where it takes a minute. */
const step = isFuzzRun ? 1 : 29;

function* flips(original: Buffer, by = step): Generator<{ readonly bit: number; readonly file: Buffer }> {
  for (let bit = 0; bit < original.length * 8; bit += by) {
    const file = Buffer.from(original);
    file[bit >> 3] = (file[bit >> 3] as number) ^ (0x80 >> (bit & 7));
    yield { bit, file };
  }
}

for (const [name, [original, read]] of Object.entries(documents)) {
  test(`${name}: whichever bit is another, there is an answer`, async () => {
    assert.equal(await read(original), "read");
    for (const { bit, file } of flips(original)) assert.ok(known.has(await read(file)), `bit ${bit}`);
    assert.deepEqual(ownFaults(), []);
  });
}

/** Bytes of a security object that are not signed and decide nothing: version numbers, and the list of digest algorithms. */
function unsignedParts(sod: Buffer): ReadonlySet<number> {
  const wrapper = sod.indexOf("020103", "hex");
  const algorithms = wrapper + 3;
  const signer = sod.lastIndexOf("020101", sod.length, "hex");
  const list = Array.from({ length: sod[algorithms + 1] ?? 0 }, (_, i) => algorithms + 2 + i);
  return new Set([wrapper + 2, signer + 2, ...list]);
}

for (const [name, sod] of Object.entries(sods)) {
  test(`a security object of ${name} stays signed by no other bit than those that its format leaves unsigned`, async () => {
    const check = (file: Buffer) => outcomeOf({ format: "dg2", file: chip, sod: file });
    const ignored = unsignedParts(sod);
    assert.equal(await check(sod), "read");
    for (const { bit, file } of flips(sod, Math.min(step, 5))) {
      const outcome = await check(file);
      assert.ok(known.has(outcome), `bit ${bit}`);
      if (outcome === "read") assert.ok(ignored.has(bit >> 3), `bit ${bit} of byte ${bit >> 3}`);
    }
    assert.deepEqual(ownFaults(), []);
  });
}
