import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { exportJWK, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { fuzzRuns } from "../../../../../testing/fuzz-runs.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { issueCredential, presentAsIs, presentCredential } from "../../../testing/documents/sd-jwt-vc.ts";
import { mutated } from "@selfsame/photo/testing/photos/mutate";
import { partsOf } from "../certificates/certificate.ts";
import type { FindAnchors } from "../certificates/chain.ts";
import { documentFaults } from "../fault.ts";
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

/** The credential with some of its parts changed. */
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

test("dates are numbers, and the wallet's signature has an end of its own", async () => {
  const soon = Math.floor(Date.now() / 1000) + 3600;
  for (const claims of [{ exp: String(soon) }, { iat: "0" }, { nbf: null }, { exp: [soon] }, { exp: { seconds: 1 } }]) {
    assert.equal(await outcomeOf(await present({ claims })), "document_unreadable", JSON.stringify(claims));
  }
  assert.equal((await read(await present({ claims: { exp: soon + 0.5 } }))).outcome, "signed");
  const { credential, deviceKey } = held;
  const bound = (more: object) => presentAsIs(credential, deviceKey, asked, { ...more });
  assert.equal(await outcomeOf(bound({})), "signed");
  assert.equal(await outcomeOf(bound({ exp: soon })), "signed");
  for (const more of [
    { exp: soon - 7200 },
    { exp: String(soon) },
    { nbf: soon },
    { iat: String(soon) },
    { iat: null },
  ]) {
    assert.equal(await outcomeOf(bound(more)), "document_device_signature_invalid", JSON.stringify(more));
  }
});

test("each disclosure is of one digest that the issuer signed, and each digest of one", async () => {
  const { credential, deviceKey } = held;
  const [jwt = "", first = "", second = ""] = credential.split("~");
  const send = (...parts: readonly string[]) => presentAsIs([jwt, ...parts, ""].join("~"), deviceKey, asked);
  assert.equal(await outcomeOf(send(first, second)), "signed");
  assert.equal(await outcomeOf(send(first, second, first)), "document_unreadable", "one twice");
  const invented = partOf(["salt", "family_name", "Other"]);
  assert.equal(
    await outcomeOf(send(first, second, invented)),
    "document_digest_mismatch",
    "one that nothing refers to",
  );
  assert.equal(await outcomeOf(send(first, second, partOf(["salt", "Other"]))), "document_digest_mismatch");
});

const digestOf = (disclosure: string) => createHash("sha256").update(disclosure).digest("base64url");

/** A credential whose issuer signed the digests of these disclosures, and further claims that are not selectively disclosed. */
async function sealed(disclosures: readonly string[], claims: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const made = await issueCredential(country.documentSigner, { portrait: undefined });
  const [header = "", payload = ""] = made.credential.split("~")[0]?.split(".") ?? [];
  const changed = { ...jsonOf(payload), _sd: disclosures.map(digestOf), ...claims };
  const data = `${header}.${partOf(changed)}`;
  const signature = sign("sha256", Buffer.from(data), { key: country.documentSigner.key, dsaEncoding: "ieee-p1363" });
  const text = [`${data}.${signature.toString("base64url")}`, ...disclosures, ""].join("~");
  return presentAsIs(text, made.deviceKey, asked);
}

test("digests that stand twice, and names that are taken or may not be hidden, are unreadable", async () => {
  const picture = partOf(["s1", "picture", portrait.toString("base64")]);
  const name = partOf(["s2", "given_name", "Erika"]);
  assert.equal(await outcomeOf(await sealed([picture, name], {})), "signed");
  const unreadable = async (disclosures: readonly string[], claims: Readonly<Record<string, unknown>>, why: string) =>
    assert.equal(await outcomeOf(await sealed(disclosures, claims)), "document_unreadable", why);
  await unreadable([picture, name], { address: { _sd: [digestOf(name)] } }, "one digest in two places");
  await unreadable([picture, name], { given_name: "Max" }, "a name that is in the open");
  await unreadable([picture, name, partOf(["s3", "given_name", "Max"])], {}, "one name twice");
  for (const hidden of ["exp", "status", "cnf", "_sd", "...", "_sd_alg"]) {
    await unreadable([picture, partOf(["s3", hidden, 9_999_999_999])], {}, hidden);
  }
  const entry = partOf(["s4", "DE"]);
  const list = { nationalities: [{ "...": digestOf(entry) }], _sd: [digestOf(picture)] };
  assert.equal(await outcomeOf(await sealed([picture, entry], list)), "signed");
  await unreadable([picture, entry], {}, "an entry of a list among claims");
  const nested = partOf(["s5", "address", { _sd: [digestOf(name)] }]);
  assert.equal(
    await outcomeOf(await sealed([picture, nested, name], { _sd: [picture, nested].map(digestOf) })),
    "signed",
  );
});

test("the type of a PID is one of its names", async () => {
  for (const vct of ["urn:eudi:pid:1", "urn:eudi:pid:de:1", "urn:eudi:pid:es-ct:1", "urn:eu.europa.ec.eudi:pid:1"]) {
    assert.equal(await outcomeOf(await present({ vct })), "signed", vct);
  }
  const others = ["urn:eudi:pid:evil1", "urn:eudi:pid:2", "urn:eudi:pid:de:2", "urn:eudi:pid:1:1", "urn:eudi:pid:1\n"];
  for (const vct of [...others, "urn:eudi:pid:DE:1", "urn:eudi:pid::1", ["urn:eudi:pid:1"]]) {
    assert.equal(await outcomeOf(await present({ claims: { vct } })), "document_format_unsupported", String(vct));
  }
});

test("an algorithm is for one curve, and the signer's key for signing", async () => {
  const wide = makeCountry({ document: { curve: "secp384r1" } });
  assert.equal(
    await outcomeOf(await present({ alg: "ES256" }, wide), asked, trusting(wide.csca)),
    "document_algorithm_unsupported",
  );
  for (const [usage, outcome] of [
    [["digitalSignature"], "signed"],
    [["keyAgreement"], "document_signature_invalid"],
  ] as const) {
    const by = makeCountry({ documentUsage: usage });
    assert.equal(await outcomeOf(await present({}, by), asked, trusting(by.csca)), outcome, usage.join());
  }
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

/** Made by jose and by hand, without the library that reads it here. */
async function madeByJose() {
  const device = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const disclosure = partOf(["salt of 16 bytes", "picture", `data:image/jpeg;base64,${portrait.toString("base64")}`]);
  const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");
  const { key, certificate } = country.documentSigner;
  const issued = await new SignJWT({
    vct: "urn:eudi:pid:1",
    _sd: [hashOf(disclosure), hashOf("a decoy")].toSorted(),
    _sd_alg: "sha-256",
    cnf: { jwk: await exportJWK(device.publicKey) },
  })
    .setProtectedHeader({ alg: "ES256", typ: "dc+sd-jwt", x5c: [certificate.toString("base64")] })
    .setIssuedAt()
    .setExpirationTime("1y")
    .sign(key);
  const text = `${issued}~${disclosure}~`;
  const bound = ({ nonce, audience }: typeof asked, sd_hash = hashOf(text)) =>
    new SignJWT({ nonce, sd_hash })
      .setProtectedHeader({ alg: "ES256", typ: "kb+jwt" })
      .setAudience(audience)
      .setIssuedAt()
      .sign(device.privateKey);
  return { text, bound };
}

test("a credential that jose made is read, for its own request alone", async () => {
  const { text, bound } = await madeByJose();
  const result = await read(Buffer.from(text + (await bound(asked))));
  assert.ok(result.outcome === "signed", result.outcome);
  assert.deepEqual(Buffer.from(result.portrait), portrait);
  const outcomeOfBound = async (...given: Parameters<typeof bound>) =>
    outcomeOf(Buffer.from(text + (await bound(...given))));
  assert.equal(await outcomeOfBound({ ...asked, nonce: "n-2" }), "document_device_signature_invalid");
  assert.equal(await outcomeOfBound({ ...asked, audience: "x509_hash:other" }), "document_audience_mismatch");
  assert.equal(await outcomeOfBound(asked, "another"), "document_device_signature_invalid");
});

test("jose verifies what our tests issue and present", async () => {
  const [issued = "", disclosure = "", bound = ""] = file.toString().split("~");
  const signer = new X509Certificate(country.documentSigner.certificate).publicKey;
  const { payload } = await jwtVerify<{ cnf: { jwk: JWK }; _sd: string[] }>(issued, signer, { typ: "dc+sd-jwt" });
  assert.ok(payload["_sd"].includes(createHash("sha256").update(disclosure).digest("base64url")));
  const { nonce, audience } = asked;
  const { payload: kb } = await jwtVerify(bound, await importJWK(payload.cnf.jwk, "ES256"), {
    typ: "kb+jwt",
    audience,
  });
  const sd_hash = createHash("sha256").update(`${issued}~${disclosure}~`).digest("base64url");
  assert.deepEqual([kb["nonce"], kb["sd_hash"]], [nonce, sd_hash]);
});
