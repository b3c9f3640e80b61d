import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { fuzzRuns } from "../../../../../testing/fuzz-runs.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import {
  emptyResponse,
  issueMdoc,
  licenseType,
  photoIdType,
  pidType,
  presentMdoc,
  transcriptOf,
  withEntry,
} from "../../../testing/documents/mdoc.ts";
import { mutated } from "@selfsame/photo/testing/photos/mutate";
import { isPlainCbor } from "./cbor.ts";
import { partsOf } from "../certificates/certificate.ts";
import type { FindAnchors } from "../certificates/chain.ts";
import { documentFaults } from "../fault.ts";
import { readMdoc, transcriptOf as transcriptOfRequest } from "./mdoc.ts";

const portrait = Buffer.alloc(3000, 7);
const country = makeCountry();
const trusting =
  (...anchors: readonly Buffer[]): FindAnchors =>
  async ({ issuerKeyId }) =>
    anchors.filter((der) => partsOf(der).keyId === issuerKeyId).map((der) => new X509Certificate(der));

const transcript = await transcriptOf();
const session = transcript.encode();
const held = await issueMdoc(country.documentSigner, { portrait });
const file = await presentMdoc(held, transcript);

const read = (of: Uint8Array, by: Uint8Array = session, anchors = trusting(country.csca), nowMs = Date.now()) =>
  readMdoc(of, by, anchors, nowMs);

for (const [docType, type] of [
  [undefined, "driving_license"],
  [pidType, "person_identification"],
  [photoIdType, "photo_id"],
] as const) {
  test(`the portrait of a ${type} is the issuer's, and its end is known`, async () => {
    const document = await issueMdoc(country.documentSigner, { portrait, ...(docType && { docType }) });
    const result = await read(await presentMdoc(document, transcript));
    assert.ok(result.outcome === "signed", result.outcome);
    assert.deepEqual(Buffer.from(result.portrait), portrait);
    assert.equal(result.type, type);
    assert.match(result.anchor.subject, /CN=Utopia CSCA 1/);
    assert.ok(result.validUntil.getTime() > Date.now());
  });
}

/** The bytes with one changed, at `offset` from the beginning of `part`. */
function flipped(bytes: Buffer, part: Uint8Array | string, offset = 0): Buffer {
  const at = bytes.indexOf(part) + offset;
  assert.ok(at >= offset);
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] as number) ^ 1;
  return changed;
}

const outcomeOf = async (...asked: Parameters<typeof read>) => (await read(...asked)).outcome;
const day = 86_400_000;
const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * day);
const present = async (options: Partial<Parameters<typeof issueMdoc>[1]>, by = country) =>
  presentMdoc(await issueMdoc(by.documentSigner, { portrait, ...options }), transcript);

test("what was tampered with has a code of its own", async () => {
  assert.equal(await outcomeOf(flipped(file, portrait.subarray(0, 9), 4)), "document_digest_mismatch", "the portrait");
  const items = held.issued.getIssuerNamespace("org.iso.18013.5.1") ?? [];
  const item = items.find(({ elementIdentifier }) => elementIdentifier === "portrait")?.encode({ asDataItem: true });
  const digest = createHash("sha256")
    .update(item ?? assert.fail())
    .digest();
  assert.equal(await outcomeOf(flipped(file, digest)), "document_digest_mismatch", "the digest");
  assert.equal(await outcomeOf(flipped(file, "Document signer 7")), "document_signature_invalid", "the certificate");
  // The signature is the last part of issuerAuth, directly before deviceSigned.
  assert.equal(await outcomeOf(flipped(file, "deviceSigned", -9)), "document_signature_invalid", "the signature");
  assert.equal(await outcomeOf(flipped(file, "validUntil", 13)), "document_signature_invalid", "the end");
  assert.equal(await outcomeOf(file, session, trusting()), "document_issuer_unknown", "no issuer is trusted");
  assert.equal(await outcomeOf(file, session, trusting(makeCountry().csca)), "document_issuer_unknown", "another");
  const impostor = async () => [new X509Certificate(makeCountry().csca)];
  assert.equal(await outcomeOf(file, session, impostor), "document_signature_invalid", "an anchor that did not sign");
  assert.equal(await outcomeOf(flipped(file, licenseType)), "document_format_unsupported", "another type");
  assert.equal(await outcomeOf(await present({ docType: "org.iso.7367.1.mVRC" })), "document_format_unsupported");
  const nameless = await presentMdoc(held, transcript, ["family_name"]);
  assert.equal(await outcomeOf(nameless), "document_portrait_missing", "another element alone");
  assert.equal(await outcomeOf(emptyResponse()), "document_portrait_missing");
});

test("a document that passes for one of another type is rejected", async () => {
  const { issued, deviceKey } = await issueMdoc(country.documentSigner, {
    portrait,
    docType: "eu.europa.ec.eudi.pid.2",
  });
  const file = await presentMdoc({ docType: "eu.europa.ec.eudi.pid.2", issued, deviceKey }, transcript);
  for (let at = file.indexOf("pid.2"); at >= 0 && at < file.indexOf("issuerAuth"); at = file.indexOf("pid.2", at + 1)) {
    file.write("pid.1", at);
  }
  assert.notEqual(await outcomeOf(file), "signed");
});

test("a photo ID may have its portrait where the drafts had it", async () => {
  assert.equal(await outcomeOf(await present({ docType: photoIdType, namespace: photoIdType })), "signed");
  assert.equal(
    await outcomeOf(await present({ docType: photoIdType, namespace: pidType })),
    "document_portrait_missing",
  );
});

test("a document names where its issuer says whether it is revoked", async () => {
  const named = { uri: "https://license.example/status", idx: 412 };
  const entry = new Map([["status_list", new Map<string, unknown>(Object.entries(named))]]);
  const listed = withEntry(held, country.documentSigner, "status", entry);
  const result = await read(await presentMdoc(listed, transcript));
  assert.ok(result.outcome === "signed", result.outcome);
  assert.deepEqual(result.status, { uri: named.uri, index: 412 });
  const broken = new Map([["status_list", new Map<string, unknown>([["uri", 5]])]]);
  const unreadable = withEntry(held, country.documentSigner, "status", broken);
  assert.equal(await outcomeOf(await presentMdoc(unreadable, transcript)), "document_unreadable");
});

test("algorithms of RFC 9864 name the curve as well", async () => {
  const outcomeWith = async (algorithm: number, curve = "prime256v1") => {
    const by = makeCountry({ document: { curve } });
    const made = await issueMdoc(by.documentSigner, { portrait, algorithm });
    // The device's key is on P-256.
    const shown = await presentMdoc({ ...made, algorithm: -9 }, transcript);
    return outcomeOf(shown, session, trusting(by.csca));
  };
  assert.equal(await outcomeWith(-9), "signed", "ESP256");
  for (const [algorithm, curve] of [
    [-9, "secp384r1"],
    [-7, "secp384r1"],
    [-51, "prime256v1"],
    [-265, "prime256v1"],
    [-8, "prime256v1"],
  ] as const) {
    assert.equal(await outcomeWith(algorithm, curve), "document_algorithm_unsupported", `${algorithm} on ${curve}`);
  }
});

test("a signer whose key is for something else is rejected", async () => {
  for (const [options, docType, outcome] of [
    [{ documentUsage: ["digitalSignature"] }, pidType, "signed"],
    [{ documentUsage: ["keyAgreement"] }, pidType, "document_signature_invalid"],
    [{ documentUsage: ["keyAgreement"] }, licenseType, "document_signature_invalid"],
    [{ documentPurpose: "1.0.18013.5.1.2" }, pidType, "signed"],
    [{ documentPurpose: "1.3.6.1.5.5.7.3.1" }, pidType, "document_signature_invalid"],
    [{ documentPurpose: "1.3.130.2.0.0.1.3" }, licenseType, "document_signature_invalid"],
  ] as const) {
    const by = makeCountry(options);
    const shown = await present({ docType }, by);
    assert.equal(await outcomeOf(shown, session, trusting(by.csca)), outcome, `${docType} ${JSON.stringify(options)}`);
  }
});

test("a map with a key twice, and two elements of one digest, are unreadable", async () => {
  assert.equal(isPlainCbor(Buffer.from("a201020203", "hex")), true);
  assert.equal(isPlainCbor(Buffer.from("c243010203", "hex")), true, "a big number");
  assert.equal(isPlainCbor(Buffer.concat([Buffer.from("c25821", "hex"), Buffer.alloc(33)])), false, "a huge number");
  for (const [twice, why] of [
    ["a201020103", "a number"],
    ["a20102180103", "a number in two ways"],
    ["a2616101616102", "a text"],
    ["a261610178016102", "a text whose length is in two ways"],
    ["d81845a201020103", "in bytes that are CBOR"],
    ["81a101a201020103", "further in"],
  ] as const) {
    assert.equal(isPlainCbor(Buffer.from(twice, "hex")), false, why);
  }
  const named = Buffer.from(await presentMdoc(held, transcript, ["portrait", "family_name"]));
  assert.equal(await outcomeOf(named), "signed");
  const [first, second] = [named.indexOf("digestID") + 8, named.lastIndexOf("digestID") + 8];
  assert.ok(second > first);
  // The digest's number: four bytes, after one that states their size.
  named.copy(named, second, first, first + 5);
  assert.equal(await outcomeOf(named), "document_unreadable");
});

test("of several documents the first counts that has a portrait", async () => {
  const [license, pid] = await Promise.all([
    presentMdoc(held, transcript, ["family_name"]),
    present({ docType: pidType }),
  ]);
  // The documents are at the end of a response. A list of one becomes a list of two.
  const documentOf = (one: Buffer) => one.subarray(one.indexOf("docType") - 2);
  const list = license.indexOf(Buffer.from("documents")) + "documents".length;
  assert.equal(license[list], 0x81);
  const both = Buffer.concat([license.subarray(0, list), Buffer.of(0x82), documentOf(license), documentOf(pid)]);
  const result = await read(both);
  assert.ok(result.outcome === "signed", result.outcome);
  assert.equal(result.type, "person_identification");
});

test("what the issuer signed as another type is not taken for a PID", async () => {
  const docType = "eu.europa.ec.eudi.pid.2";
  const held = await issueMdoc(country.documentSigner, { portrait, docType, namespace: pidType });
  const file = await presentMdoc(held, transcript);
  const at = file.indexOf(docType);
  file.write(pidType, at);
  assert.ok(file.indexOf(docType) > at, "the issuer's own name of it is as it was");
  assert.equal(await outcomeOf(file), "document_signature_invalid");
});

test("a signer that is for another purpose signs no license, and one that names none does", async () => {
  const by = (documentPurpose: string) => makeCountry({ documentPurpose });
  const [licenses, readers] = [by("1.0.18013.5.1.2"), by("1.0.18013.5.1.6")];
  const outcome = async (of: typeof licenses, options = {}) =>
    outcomeOf(await present(options, of), session, trusting(of.csca));
  assert.equal(await outcome(licenses), "signed");
  assert.equal(await outcome(readers), "document_signature_invalid");
  assert.equal(await outcome(readers, { docType: pidType }), "signed", "which is said of licenses alone");
});

test("an authority that has expired issues nothing any more, in between as well", async () => {
  const expired = makeCountry({ authorityUntil: inDays(-1) });
  assert.equal(await outcomeOf(await present({}, expired), session, trusting(expired.csca)), "document_expired");
  const { csca, issueThrough } = country;
  for (const [until, outcome] of [
    [inDays(-1), "document_expired"],
    [inDays(1), "signed"],
  ] as const) {
    const { signer, chain } = issueThrough({ isAuthority: true, until });
    const held = await issueMdoc({ key: signer, certificate: chain }, { portrait });
    assert.equal(await outcomeOf(await presentMdoc(held, transcript), session, trusting(csca)), outcome);
  }
});

test("it is taken for the session that the device signed, and with the device's key", async () => {
  for (const other of [{ nonce: "n-2" }, { clientId: "x509_hash:other" }, { responseUri: "https://other.example/" }]) {
    const wrong = (await transcriptOf(other)).encode();
    assert.equal(await outcomeOf(file, wrong), "document_device_signature_invalid", JSON.stringify(other));
  }
  const thief = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  const stolen = await presentMdoc({ ...held, deviceKey: thief }, transcript);
  assert.equal(await outcomeOf(stolen), "document_device_signature_invalid");
  const end = flipped(file, file.subarray(-20), 4);
  assert.notEqual(await outcomeOf(end), "signed");
});

test("one session has one name, however its transcript is wrapped", async () => {
  const wrapped = transcript.encode({ asDataItem: true });
  const [bare, other] = [await read(file), await read(file, wrapped)];
  assert.ok(bare.outcome === "signed" && other.outcome === "signed");
  assert.equal(bare.presentation, other.presentation);
});

test("a document is good from its first to its last day, and so are its signer and its authority", async () => {
  const anchors = trusting(country.csca);
  assert.equal(await outcomeOf(await present({ validFrom: inDays(2) })), "document_not_yet_valid");
  assert.equal(await outcomeOf(await present({ validUntil: inDays(-2) })), "document_expired");
  assert.equal(await outcomeOf(file, session, anchors, Date.now() + 4000 * day), "document_expired");
  assert.equal(await outcomeOf(await present({ signedAt: inDays(-30) })), "document_signature_invalid", "predated");
  const past = makeCountry({ documentFrom: inDays(-20), documentUntil: inDays(-10) });
  assert.equal(await outcomeOf(await present({}, past), session, trusting(past.csca)), "document_expired");
});

test("algorithms and keys that are not on the list are rejected", async () => {
  for (const document of [{ bits: 2048 }, { curve: "secp256k1" }]) {
    const weak = makeCountry({ document });
    const signed = await present({}, weak).catch(() => undefined);
    // The library cannot write keys of some kinds.
    if (signed) assert.equal(await outcomeOf(signed, session, trusting(weak.csca)), "document_algorithm_unsupported");
  }
});

test("a chain with an authority in between is followed, and one that is none is rejected", async () => {
  const { csca, issueThrough } = country;
  const { signer, chain } = issueThrough({ isAuthority: true });
  const good = await issueMdoc({ key: signer, certificate: chain }, { portrait });
  assert.equal(await outcomeOf(await presentMdoc(good, transcript), session, trusting(csca)), "signed");
  const none = issueThrough({ isAuthority: false });
  const bad = await issueMdoc({ key: none.signer, certificate: none.chain }, { portrait });
  assert.equal(await outcomeOf(await presentMdoc(bad, transcript)), "document_signature_invalid");
});

test("what is cut off, is something else, or would become large is unreadable", async () => {
  for (let length = 0; length < file.length; length += 97) {
    assert.equal(await outcomeOf(file.subarray(0, length)), "document_unreadable", `${length} bytes`);
  }
  assert.equal(await outcomeOf(Buffer.concat([file, Buffer.of(0)])), "document_unreadable");
  // Shared values (tags 28, 29) double with each level, big numbers (tag 2) take time that grows with the square of their length, lists may state any
  // length.
  const bigNumber = Buffer.concat([Buffer.from("c25a0003ffff", "hex"), Buffer.alloc(0x3ffff, 0xff)]);
  const shared = Buffer.from(`82${"d81c82".repeat(20)}0000${"d81d00".repeat(20)}`, "hex");
  const deep = Buffer.alloc(200_000, 0x81);
  for (const bomb of [bigNumber, shared, deep, Buffer.from("9affffffff00", "hex"), Buffer.from("bf", "hex")]) {
    assert.equal(await outcomeOf(bomb), "document_unreadable");
    assert.equal(await outcomeOf(file, bomb), "transcript_unreadable");
  }
});

test("whatever is changed in a document, there is an answer", async () => {
  const known: ReadonlySet<string> = new Set(["signed", "transcript_unreadable", ...documentFaults]);
  for (const changed of mutated([file], fuzzRuns(400), 42)) assert.ok(known.has(await outcomeOf(changed)));
  for (const changed of mutated([Buffer.from(session)], fuzzRuns(100), 43)) {
    assert.ok(known.has(await outcomeOf(file, changed)));
  }
});

test("the transcript of a request by a browser is that of the standard's example (OpenID4VP 1.0, B.2.6.2)", async () => {
  const transcript = await transcriptOfRequest({
    origin: "https://example.com",
    nonce: "exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA",
    jwkThumbprint: Buffer.from("4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047", "hex"),
  });
  assert.equal(
    Buffer.from(transcript).toString("hex"),
    "83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a",
  );
});
