/** Documents and lists with random changes: every file gets a result, and none of our parsers fails by a fault of its own. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { fuzzRuns } from "../../../../testing/fuzz-runs.ts";
import { crlOf } from "../../testing/documents/crl.ts";
import { dg2, faceBlock, faceRecord, faceRecord2011 } from "../../testing/documents/face-record.ts";
import { makeCountry, masterListOf } from "../../testing/documents/issuer.ts";
import { issueMdoc, presentMdoc, transcriptOf } from "../../testing/documents/mdoc.ts";
import { issueCredential, presentCredential } from "../../testing/documents/sd-jwt-vc.ts";
import { statusCwt, statusJwt } from "../../testing/documents/status-list.ts";
import { vicalOf } from "../../testing/documents/vical.ts";
import { mutated } from "@selfsame/photo/testing/photos/mutate";
import { readAnchorRows } from "./anchors/anchor-rows.ts";
import { takeFaults } from "./attempt.ts";
import { type GivenDocument, readDocument } from "./document.ts";
import { documentFaults } from "./fault.ts";
import { readRevocationFile } from "./revocation/read-crl.ts";
import { readStatus } from "./status/status-token.ts";

/** Files for each kind: 24 in every run. `SELFSAME_MUTATIONS=6250` tries 50,000 in total. */
const runs = Number(process.env["SELFSAME_MUTATIONS"] ?? fuzzRuns(24));
const seed = 55;

const image = Buffer.alloc(90, 7);
const country = makeCountry();
const rsa = makeCountry({ authority: { pss: true }, document: { pss: true } });
const chip = dg2(faceRecord(image));
const asked = { nonce: "n-1", audience: "x509_hash:selfsame" };
const transcript = await transcriptOf();
const mdoc = await presentMdoc(await issueMdoc(country.documentSigner, { portrait: image }), transcript);
const credential = await presentCredential(await issueCredential(country.documentSigner, { portrait: image }), asked);
const anchors = [country.csca, rsa.csca].map((der) => new X509Certificate(der));
const reference = { uri: "https://pid.example/status", index: 1 };
const statuses = { uri: reference.uri, statuses: [0, 0, 1] };

const outcomeOf = async (document: GivenDocument): Promise<string> =>
  (await readDocument(document, { mustBeSigned: false, allowWeak: true }, async () => anchors, Date.now())).outcome;
const asRead = (value: unknown) => (value ? "read" : "document_unreadable");
const sessionTranscript = transcript.encode();

const kinds: Readonly<Record<string, readonly [readonly Buffer[], (file: Buffer) => Promise<string>]>> = {
  "data groups and face records": [
    [chip, dg2(faceRecord2011(image)), dg2(faceBlock(image))],
    (file) => outcomeOf({ format: "dg2", file, sod: undefined }),
  ],
  "security objects": [
    [country.sodOf(chip), rsa.sodOf(chip), country.sodOf(chip, { signedBy: "key_id" })],
    (sod) => outcomeOf({ format: "dg2", file: chip, sod }),
  ],
  mdocs: [[mdoc], (file) => outcomeOf({ format: "mdoc", file, sessionTranscript })],
  "SD-JWTs": [[credential], (file) => outcomeOf({ format: "sd_jwt_vc", file, ...asked })],
  "master lists and certificates": [
    [masterListOf(country.csca, rsa.csca), country.csca, Buffer.from(anchors.join("\n"))],
    async (file) => asRead(readAnchorRows(file)),
  ],
  VICALs: [[vicalOf(country.documentSigner, country.csca, rsa.csca)], async (file) => asRead(readAnchorRows(file))],
  "revocation lists": [
    [crlOf(country, { hasSigner: true, others: 9 }), crlOf(rsa, { others: 2, nextAt: null })],
    async (file) => asRead(readRevocationFile(file)),
  ],
  "status lists": [
    [statusJwt(country.documentSigner, statuses), statusCwt(country.documentSigner, statuses)],
    async (token) =>
      asRead((await readStatus({ token, reference, nowMs: Date.now() }, async () => anchors)).outcome === "read"),
  ],
};

const known: ReadonlySet<string> = new Set(["read", "invalid_parameter", ...documentFaults]);

/** Libraries may fail on unexpected input, which is counted; our own code may not. */
const ownFaults = () => takeFaults().filter(({ kind }) => !kind.includes("/node_modules/"));

for (const [name, [originals, read]] of Object.entries(kinds)) {
  test(`${name}: whatever is changed, there is an answer`, async () => {
    for (const original of originals) assert.equal(await read(original), "read");
    for (const [at, file] of mutated(originals, runs, seed).entries()) {
      assert.ok(known.has(await read(file)), `mutation ${at}`);
      assert.deepEqual(ownFaults(), [], `mutation ${at}`);
    }
  });
}
