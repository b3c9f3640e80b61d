import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { dg2, faceRecord } from "../../../testing/documents/face-record.ts";
import { type Kind, makeCountry } from "../../../testing/documents/issuer.ts";
import { mutated } from "@selfsame/photo/testing/photos/mutate";
import { fuzzRuns } from "../../../../../testing/fuzz-runs.ts";
import { partsOf } from "../certificates/certificate.ts";
import { documentFaults } from "../fault.ts";
import type { FindAnchors } from "../certificates/chain.ts";
import { checkSignature } from "./sod.ts";

const file = dg2(faceRecord(Buffer.alloc(3000, 7)));
const day = 86_400_000;

/** Finds anchors by key id, as the database does. */
const trusting =
  (...anchors: readonly Buffer[]): FindAnchors =>
  async ({ issuerKeyId }) =>
    anchors.filter((der) => partsOf(der).keyId === issuerKeyId).map((der) => new X509Certificate(der));

const country = makeCountry();
const sod = country.sodOf(file);
const check = async (of: Uint8Array, by: Uint8Array, anchors = trusting(country.csca), nowMs = Date.now()) =>
  (await checkSignature(of, by, anchors, nowMs)).outcome;

test("a signed data group is proven, and its issuer and its end are known", async () => {
  const result = await checkSignature(file, sod, trusting(country.csca), Date.now());
  assert.ok(result.outcome === "signed");
  assert.match(result.anchor.subject, /CN=Utopia CSCA 1/);
  assert.ok(result.validUntil.getTime() > Date.now());
});

const kinds: Readonly<Record<string, Kind>> = {
  "RSA 3072": { bits: 3072 },
  "RSA-PSS": { pss: true },
  "RSA-PSS with SHA-512": { pss: true, hash: "sha512" },
  "ECDSA P-384 with SHA-512": { curve: "secp384r1", hash: "sha512" },
  "ECDSA brainpoolP256r1": { curve: "brainpoolP256r1" },
  "ECDSA brainpoolP512r1": { curve: "brainpoolP512r1", hash: "sha512" },
};
for (const [name, kind] of Object.entries(kinds)) {
  test(`${name} is verified, of the authority and of the document signer`, async () => {
    const { csca, sodOf } = makeCountry({ authority: kind, document: kind });
    assert.equal(await check(file, sodOf(file), trusting(csca)), "signed");
  });
}

test("algorithms and keys that are not on the list are rejected", async () => {
  const unsupported: readonly (readonly [Kind, RegExp])[] = [
    [{ bits: 1024 }, /^a key of RSA with 1024 bits$/u],
    [{ curve: "secp256k1" }, /^a key on secp256k1$/u],
    [{ pss: true, maskHash: "sha1" }, /^RSA-PSS with SHA-256 and MGF1-SHA1$/u],
  ];
  for (const [kind, name] of unsupported) {
    for (const options of [{ document: kind }, { authority: kind }]) {
      const { csca, sodOf } = makeCountry(options);
      const read = await checkSignature(file, sodOf(file), trusting(csca), Date.now(), { allowWeak: true });
      assert.equal(read.outcome, "document_algorithm_unsupported", JSON.stringify(options));
      assert.match("algorithm" in read ? (read.algorithm ?? "") : "", name);
    }
  }
});

test("SHA-1 and SHA-224 are weak wherever they are, and are taken only where that is allowed", async () => {
  const weak: readonly Kind[] = [
    { curve: "prime256v1", hash: "sha1" },
    { curve: "prime256v1", hash: "sha224" },
    { bits: 2048, hash: "sha1" },
    { bits: 2048, hash: "sha224" },
    { pss: true, hash: "sha1" },
  ];
  for (const kind of weak) {
    for (const options of [{ document: kind }, { authority: kind }, { authority: kind, document: kind }]) {
      const { csca, sodOf } = makeCountry(options);
      const of = (allowWeak: boolean, file_ = file) =>
        checkSignature(file_, sodOf(file), trusting(csca), Date.now(), { allowWeak });
      const rejected = await of(false);
      assert.equal(rejected.outcome, "document_signature_weak", JSON.stringify(options));
      assert.match("algorithm" in rejected ? (rejected.algorithm ?? "") : "", /SHA-(?:1|224)/u);
      assert.equal((await of(true)).outcome, "signed", JSON.stringify(options));
      const other = await of(true, dg2(faceRecord(Buffer.alloc(3000, 8))));
      assert.equal(other.outcome, "document_digest_mismatch");
    }
  }
  // SHA-1 in one part only: in the list of digests, or in the signer's digest.
  for (const weakPart of ["digests", "signer"] as const) {
    const sod = country.sodOf(file, { sha1For: weakPart });
    assert.equal(await check(file, sod), "document_signature_weak", weakPart);
    const allowed = await checkSignature(file, sod, trusting(country.csca), Date.now(), { allowWeak: true });
    assert.equal(allowed.outcome, "signed", weakPart);
  }
});

test("content types and ways to name the signer that countries have made up are taken; others are not", async () => {
  for (const contentType of ["1.2.840.113549.1.7.1", "1.3.27.1.1.1", "1.2.528.1.1006.1.20.1"]) {
    assert.equal(await check(file, country.sodOf(file, { contentType })), "signed", contentType);
  }
  const other = country.sodOf(file, { contentType: "1.2.840.113549.1.9.16.1.4" });
  assert.equal(await check(file, other), "document_unreadable");
  for (const signedBy of ["name_turned", "key_id"] as const) {
    const sod = country.sodOf(file, { signedBy });
    assert.equal(await check(file, sod), "signed", signedBy);
  }
  const keyId = country.sodOf(file, { signedBy: "key_id" });
  const named = keyId.lastIndexOf("8014", keyId.length, "hex");
  keyId[named + 5] = (keyId[named + 5] as number) ^ 1;
  assert.equal(await check(file, keyId), "document_unreadable", "another key");
});

/** The bytes with one changed, at `offset` from the beginning of `part`. */
function flipped(bytes: Buffer, part: Uint8Array | string, offset = 0): Buffer {
  const at = bytes.indexOf(part) + offset;
  assert.ok(at >= offset);
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] as number) ^ 1;
  return changed;
}

test("what was tampered with has a code of its own", async () => {
  const other = dg2(faceRecord(Buffer.alloc(3000, 8)));
  assert.equal(await check(other, sod), "document_digest_mismatch", "another portrait");
  assert.equal(
    await check(flipped(file, Buffer.alloc(9, 7), 4), sod),
    "document_digest_mismatch",
    "a byte of the portrait",
  );
  assert.equal(
    await check(file, flipped(sod, sod.subarray(-8), 4)),
    "document_signature_invalid",
    "a byte of the signature",
  );
  assert.equal(await check(file, country.sodOf(other)), "document_digest_mismatch", "another document's");
  assert.equal(await check(file, sod, trusting()), "document_issuer_unknown", "no issuer is trusted");
  assert.equal(await check(file, makeCountry().sodOf(file)), "document_issuer_unknown", "an issuer of the same name");
  assert.equal(
    await check(file, flipped(sod, "Document signer 7")),
    "document_signature_invalid",
    "a byte of the signer's certificate",
  );
  const impostor = async () => [new X509Certificate(makeCountry().csca)];
  assert.equal(await check(file, sod, impostor), "document_signature_invalid", "an anchor that did not sign it");
  assert.equal(await check(file, sod.subarray(0, -20)), "document_unreadable", "cut off");
  assert.equal(await check(file, file), "document_unreadable", "no security object");
});

test("a document is good from its first to its last day, and so is its authority", async () => {
  const [documentFrom, documentUntil] = [new Date(Date.now() - 20 * day), new Date(Date.now() - 10 * day)];
  const past = makeCountry({ documentFrom, documentUntil });
  assert.equal(await check(file, past.sodOf(file), trusting(past.csca)), "document_expired");
  const future = makeCountry({ documentFrom: new Date(Date.now() + day) });
  assert.equal(await check(file, future.sodOf(file), trusting(future.csca)), "document_not_yet_valid");
  assert.equal(await check(file, sod, undefined, Date.now() + 4000 * day), "document_expired");
  const gone = makeCountry({ authorityUntil: new Date(Date.now() - day) });
  assert.equal(await check(file, gone.sodOf(file), trusting(gone.csca)), "document_expired", "the authority alone");
});

test("whatever is changed in a security object, there is an answer", async () => {
  const known: ReadonlySet<string> = new Set(["signed", ...documentFaults]);
  for (const changed of mutated([sod], fuzzRuns(300), 41)) assert.ok(known.has(await check(file, changed)));
});
