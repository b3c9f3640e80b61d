import assert from "node:assert/strict";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { fuzzRuns } from "../../../../testing/fuzz-runs.ts";
import { makeCountry } from "../testing/documents/issuer.ts";
import { issueCredential, presentCredential } from "../testing/documents/sd-jwt-vc.ts";
import { mutated } from "../testing/photos/mutate.ts";
import { partsOf } from "./certificate.ts";
import type { FindAnchors } from "./chain.ts";
import { documentFaults } from "./fault.ts";
import { readSdJwtVc } from "./sd-jwt-vc.ts";

const portrait = Buffer.alloc(3000, 7);
const country = makeCountry();
const trusting =
  (...anchors: readonly Buffer[]): FindAnchors =>
  async ({ issuerKeyId }) =>
    anchors.filter((der) => partsOf(der).keyId === issuerKeyId).map((der) => new X509Certificate(der));

const asked = { nonce: "n-1", audience: "x509_hash:selfsame" };
const held = await issueCredential(country.documentSigner, { portrait });
const file = await presentCredential(held, asked);

const read = (of: Uint8Array, by = asked, anchors = trusting(country.csca), nowMs = Date.now()) =>
  readSdJwtVc(of, by, anchors, nowMs);
const outcomeOf = async (...given: Parameters<typeof read>) => (await read(...given)).outcome;
const present = async (options: Partial<Parameters<typeof issueCredential>[1]>, by = country) =>
  presentCredential(await issueCredential(by.documentSigner, { portrait, ...options }), asked);

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day);

/** As a text, with a part of it changed. */
const changed = (change: (parts: string[]) => void): Buffer => {
  const parts = file.toString().split("~");
  change(parts);
  return Buffer.from(parts.join("~"));
};
const flippedAt = (text: string, at: number): string =>
  text.slice(0, at) + (text.at(at) === "A" ? "B" : "A") + text.slice(at === -1 ? text.length : at + 1);
const jsonOf = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
const partOf = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");

for (const claim of ["picture", "portrait"] as const) {
  test(`the ${claim} of a PID is the issuer's, and its end is known`, async () => {
    const result = await read(await present({ claim }));
    assert.ok(result.outcome === "signed", result.outcome);
    assert.deepEqual(Buffer.from(result.portrait), portrait);
    assert.match(result.anchor.subject, /CN=Utopia CSCA 1/);
    assert.ok(result.validUntil.getTime() > Date.now());
  });
}

test("what was tampered with has a code of its own", async () => {
  const otherPortrait = changed((parts) => {
    const [salt, name, value] = jsonOf(parts[1] ?? "") as unknown as [string, string, string];
    parts[1] = partOf([salt, name, flippedAt(value, 900)]);
  });
  assert.equal(await outcomeOf(otherPortrait), "document_digest_mismatch", "the portrait");
  const otherClaims = changed((parts) => {
    const [header = "", payload = "", signature = ""] = parts[0]?.split(".") ?? [];
    parts[0] = [header, partOf({ ...jsonOf(payload), iss: "https://other.example" }), signature].join(".");
  });
  assert.equal(await outcomeOf(otherClaims), "document_signature_invalid", "a claim");
  const otherSignature = changed((parts) => {
    parts[0] = flippedAt(parts[0] ?? "", (parts[0]?.length ?? 0) - 20);
  });
  assert.equal(await outcomeOf(otherSignature), "document_signature_invalid", "the signature");
  assert.equal(await outcomeOf(file, asked, trusting()), "document_issuer_unknown", "no issuer is trusted");
  assert.equal(await outcomeOf(file, asked, trusting(makeCountry().csca)), "document_issuer_unknown", "another");
  assert.equal(await outcomeOf(await present({ vct: "urn:example:diploma:1" })), "document_format_unsupported");
  assert.equal(await outcomeOf(await present({ typ: "jwt" })), "document_format_unsupported");
  assert.equal(await outcomeOf(await present({ portrait: undefined })), "document_portrait_missing");
  assert.equal(await outcomeOf(await present({ portrait: "https://pid.example/me.jpg" })), "document_portrait_missing");
  const unnamed = await presentCredential(held, asked, { family_name: true });
  assert.equal(await outcomeOf(unnamed), "document_portrait_missing", "another claim alone");
});

test("it is taken for the request that the wallet signed, by the key of the credential", async () => {
  const invalid = "document_device_signature_invalid";
  assert.equal(await outcomeOf(file, { ...asked, nonce: "n-2" }), invalid);
  assert.equal(await outcomeOf(file, { ...asked, audience: "x509_hash:other" }), "document_audience_mismatch");
  const deviceKey = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  assert.equal(await outcomeOf(await presentCredential({ ...held, deviceKey }, asked)), invalid, "a thief's key");
  const unbound = changed((parts) => {
    parts[parts.length - 1] = "";
  });
  assert.equal(await outcomeOf(unbound), invalid, "without the wallet's signature");
  const more = changed((parts) => {
    parts.splice(1, 1);
  });
  assert.notEqual(await outcomeOf(more), "signed", "other claims than the wallet signed");
  for (const [minutes, outcome] of [
    [59.5, "signed"],
    [60.5, invalid],
    [120, invalid],
  ] as const) {
    const signedAt = new Date(Date.now() - minutes * 60_000);
    assert.equal(
      await outcomeOf(await presentCredential(held, { ...asked, signedAt })),
      outcome,
      `${minutes} minutes ago`,
    );
  }
});

test("a credential is good from its first to its last day, and so is its signer", async () => {
  assert.equal(await outcomeOf(await present({ validFrom: inDays(2) })), "document_not_yet_valid");
  assert.equal(await outcomeOf(await present({ notBefore: inDays(2) })), "document_not_yet_valid", "issued today");
  assert.equal(await outcomeOf(await present({ validUntil: inDays(-2) })), "document_expired");
  const past = makeCountry({ documentFrom: inDays(-20), documentUntil: inDays(-10) });
  assert.equal(await outcomeOf(await present({}, past), asked, trusting(past.csca)), "document_expired");
});

test("algorithms that are not on the list are rejected, and none at all above all", async () => {
  const none = changed((parts) => {
    const [header = "", payload = ""] = parts[0]?.split(".") ?? [];
    parts[0] = [partOf({ ...jsonOf(header), alg: "none" }), payload, "AA"].join(".");
  });
  assert.equal(await outcomeOf(none), "document_algorithm_unsupported");
  const weak = makeCountry({ document: { bits: 2048 } });
  assert.equal(await outcomeOf(await present({}, weak), asked, trusting(weak.csca)), "document_algorithm_unsupported");
});

test("what is cut off or something else is unreadable", async () => {
  for (const length of [0, 1, 50, 400]) {
    assert.equal(await outcomeOf(file.subarray(0, length)), "document_unreadable", `${length} bytes`);
  }
  assert.notEqual(await outcomeOf(file.subarray(0, -30)), "signed");
  for (const other of ["", "~", "a.b.c~", "{}", "e30.e30.AA~"]) {
    assert.equal(await outcomeOf(Buffer.from(other)), "document_unreadable", other);
  }
});

test("whatever is changed in a credential, there is an answer", async () => {
  const known: ReadonlySet<string> = new Set(["signed", ...documentFaults]);
  for (const one of mutated([file], fuzzRuns(300), 44)) assert.ok(known.has(await outcomeOf(one)));
});
