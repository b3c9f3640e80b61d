import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { issuerOf } from "./chain.ts";

const country = makeCountry();
const { csca, documentSigner, issueThrough } = country;
const signer = documentSigner.certificate;

async function outcomeOf(chain: readonly Uint8Array[], anchors: readonly Buffer[] = [csca], nowMs = Date.now()) {
  const found = async () => anchors.map((der) => new X509Certificate(der));
  return (await issuerOf(chain, found, nowMs)).outcome;
}

test("a chain is of one to three certificates, each issued by the next, which is an authority", async () => {
  const { chain } = issueThrough({ isAuthority: true });
  const [end = signer, middle = signer] = chain;
  for (const [what, given, outcome] of [
    ["the signer alone", [signer], "issued"],
    ["with the anchor", [signer, csca], "issued"],
    ["with one between", [end, middle], "issued"],
    ["with one between, and the anchor", [end, middle, csca], "issued"],
    ["nothing", [], "document_unreadable"],
    ["four", [end, middle, csca, csca], "document_unreadable"],
    ["no certificate", [Buffer.of(0x30, 0)], "document_unreadable"],
    ["no certificate behind it", [signer, Buffer.of(0x30, 0)], "document_unreadable"],
    ["the wrong order", [middle, end], "document_signature_invalid"],
    ["one of another issuer", [signer, middle], "document_signature_invalid"],
    ["issued by one that is no authority", issueThrough({ isAuthority: false }).chain, "document_signature_invalid"],
    ["another country's", [signer, makeCountry().csca], "document_signature_invalid"],
  ] as const) {
    assert.equal(await outcomeOf(given), outcome, what);
  }
});

test("one of the anchors has signed the chain's end", async () => {
  const other = makeCountry();
  assert.equal(await outcomeOf([signer], []), "document_issuer_unknown");
  assert.equal(await outcomeOf([signer], [other.csca]), "document_signature_invalid");
  assert.equal(await outcomeOf([signer], [other.csca, csca]), "issued");
  const weak = makeCountry({ authority: { curve: "secp256k1" } });
  assert.equal(await outcomeOf([weak.documentSigner.certificate], [weak.csca]), "document_algorithm_unsupported");
  const of = await issuerOf([signer], async () => [new X509Certificate(csca)], Date.now());
  assert.ok(of.outcome === "issued");
  assert.deepEqual([of.signer.raw, of.anchor.raw], [signer, csca]);
});

test("signer, authorities and anchor are all valid from their first to their last moment", async () => {
  const both = [signer, csca].map((der) => new X509Certificate(der));
  const fromMs = Math.max(...both.map(({ validFromDate }) => validFromDate.getTime()));
  const untilMs = Math.min(...both.map(({ validToDate }) => validToDate.getTime()));
  const inTime = async (ms: number) => outcomeOf([signer], [csca], ms);
  assert.equal(await inTime(fromMs - 1), "document_not_yet_valid");
  assert.equal(await inTime(fromMs), "issued");
  assert.equal(await inTime(untilMs), "issued");
  assert.equal(await inTime(untilMs + 1), "document_expired");
  const yesterday = new Date(Date.now() - 24 * 3600_000);
  const between = issueThrough({ isAuthority: true, until: yesterday });
  assert.equal(await outcomeOf(between.chain), "document_expired", "an authority between");
  const ended = makeCountry({ authorityUntil: yesterday });
  assert.equal(await outcomeOf([ended.documentSigner.certificate], [ended.csca]), "document_expired", "the anchor");
});
