/** Interoperability with @auth0/mdl: documents that it issues are read here, and it verifies those that our tests issue. */
import assert from "node:assert/strict";
import { randomBytes, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { Verifier } from "@auth0/mdl";
import { cborOf, inTag24, issueByAuth0, pemOf, presentByAuth0, sha256 } from "../../../testing/documents/auth0-mdl.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import {
  issueMdoc,
  licenseType,
  pidType,
  presentMdoc,
  transcriptOf as ourTranscript,
} from "../../../testing/documents/mdoc.ts";
import { readMdoc, transcriptOf } from "./mdoc.ts";
import { isoTranscript } from "./iso-transcript.ts";

const portrait = Buffer.alloc(3000, 7);
const country = makeCountry({ authority: { curve: "prime256v1" }, document: { curve: "prime256v1" } });
const anchors = async () => [new X509Certificate(country.csca)];

const license = { docType: licenseType, namespace: "org.iso.18013.5.1" };
const jwkThumbprint = randomBytes(32);
const byLink = {
  clientId: "x509_hash:a",
  responseUri: "https://face.example.com/wallet/responses/1",
  nonce: "n-1",
  jwkThumbprint,
};
const byBrowser = { origin: "https://face.example.com", nonce: "n-1", jwkThumbprint };
/** SessionTranscripts of OpenID4VP 1.0, B.2.6, encoded by this library. */
const theirs = {
  link: cborOf([
    null,
    null,
    ["OpenID4VPHandover", sha256(cborOf([byLink.clientId, byLink.nonce, jwkThumbprint, byLink.responseUri]))],
  ]),
  browser: cborOf([
    null,
    null,
    ["OpenID4VPDCAPIHandover", sha256(cborOf([byBrowser.origin, byBrowser.nonce, jwkThumbprint]))],
  ]),
};
for (const [docType, namespace, type] of [
  [licenseType, "org.iso.18013.5.1", "driving_license"],
  [pidType, pidType, "person_identification"],
] as const) {
  test(`a ${type} that it issues and presents is read here, for its own request alone`, async () => {
    const held = await issueByAuth0(country.documentSigner, { docType, namespace }, portrait);
    for (const [way, request] of [
      ["link", byLink],
      ["browser", byBrowser],
    ] as const) {
      const file = await presentByAuth0(held, theirs[way]);
      const read = (transcript: Uint8Array) => readMdoc(file, transcript, anchors, Date.now());
      const result = await read(await transcriptOf(request));
      assert.ok(result.outcome === "signed", `${way}: ${result.outcome}`);
      assert.deepEqual([Buffer.from(result.portrait), result.type], [portrait, type]);
      const other = await read(await transcriptOf({ ...request, nonce: "n-2" }));
      assert.equal(other.outcome, "document_device_signature_invalid");
    }
  });
}

test("what it presents to a browser after ISO/IEC 18013-7, annex C, is read for its own origin alone", async () => {
  const held = await issueByAuth0(country.documentSigner, license, portrait);
  const [info, origin] = [randomBytes(60).toString("base64url"), "https://face.example.com"];
  const transcript = cborOf([null, null, ["dcapi", sha256(cborOf([info, origin]))]]);
  assert.deepEqual(Buffer.from(isoTranscript(info, origin)), transcript);
  const file = await presentByAuth0(held, transcript);
  const outcome = async (given: Uint8Array) => (await readMdoc(file, given, anchors, Date.now())).outcome;
  assert.equal(await outcome(transcript), "signed");
  const invalid = "document_device_signature_invalid";
  assert.equal(await outcome(isoTranscript(info, "https://evil.example")), invalid);
  assert.equal(await outcome(isoTranscript(`${info}A`, origin)), invalid);
  for (const none of [
    [null, null, ["dcapi"]],
    [null, null, ["dcapi", "text"]],
    [1, null, ["dcapi", sha256(transcript)]],
    [null, null, ["dcapi", sha256(transcript), 1]],
  ]) {
    assert.equal(await outcome(cborOf(none)), "transcript_unreadable");
  }
});

test("what it signs with its own transcript, of a draft of 2023, is taken for no request", async () => {
  const held = await issueByAuth0(country.documentSigner, license, portrait);
  const { clientId, responseUri, nonce } = byLink;
  const draft = ["nonce of the wallet", clientId, responseUri, nonce] as const;
  const file = await presentByAuth0(held, draft);
  const outcome = async (transcript: Uint8Array) => (await readMdoc(file, transcript, anchors, Date.now())).outcome;
  assert.equal(await outcome(await transcriptOf(byLink)), "document_device_signature_invalid");
  assert.equal(await outcome(cborOf([null, null, draft])), "transcript_unreadable");
});

test("it reads what our tests issue and present, and rejects it for another request", async () => {
  const held = await issueMdoc(country.documentSigner, { portrait });
  const file = await presentMdoc(held, await ourTranscript(byLink));
  const verifier = new Verifier([pemOf(country.csca)]);
  const mdoc = await verifier.verify(file, { encodedSessionTranscript: inTag24(theirs.link) });
  const [document] = mdoc.documents;
  assert.equal(document?.docType, licenseType);
  assert.deepEqual(Buffer.from(document?.getIssuerNameSpace("org.iso.18013.5.1")["portrait"]), portrait);
  const forAnother = verifier.verify(file, { encodedSessionTranscript: inTag24(theirs.browser) });
  await assert.rejects(forAnother, /Device signature must be valid/);
});

test("both libraries write the same transcripts of OpenID4VP 1.0", async () => {
  assert.deepEqual(Buffer.from(await transcriptOf(byLink)), theirs.link);
  assert.deepEqual(Buffer.from(await transcriptOf(byBrowser)), theirs.browser);
});
