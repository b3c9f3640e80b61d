/**
 * What a verifier must reject, and what it must accept: modules of the OpenID Foundation's test plan for verifiers of OpenID4VP 1.0 and HAIP 1.0
 * (openid/conformance-suite, `oid4vp-1final-verifier-haip-test-plan`) under their names, and further requirements of the specifications.
 */
import assert from "node:assert/strict";
import type { KeyObject } from "node:crypto";
import { test, type TestContext } from "node:test";
import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import sharp from "sharp";
import { type Asked, createWallet } from "../../../../../testing/wallet.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import {
  issueMdoc,
  licenseType,
  pidType,
  presentMdoc,
  transcriptOf,
  withEntry,
} from "../../../testing/documents/mdoc.ts";
import { issueCredential, presentAsIs, presentCredential } from "../../../testing/documents/sd-jwt-vc.ts";
import { statusCwt, statusJwt } from "../../../testing/documents/status-list.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { startWalletService } from "../../../testing/sessions/wallet-service.ts";
import { createStatusLists } from "../../documents/status/status-lists.ts";

const jpeg = await sharp(await portrait("amal"))
  .resize(300)
  .jpeg()
  .toBuffer();
const country = makeCountry();
const { documentSigner: issuer } = country;
const yearMs = 365 * 86_400_000;
const [jwtList, cwtList] = ["https://pid.example/jwt", "https://pid.example/cwt"] as const;

/** Status lists by their address: the second of two entries is revoked. */
const lists: Readonly<Record<string, Buffer>> = {
  [jwtList]: statusJwt(issuer, { uri: jwtList, statuses: [0, 1] }),
  [cwtList]: statusCwt(issuer, { uri: cwtList, statuses: [0, 1] }),
};

async function start(t: TestContext) {
  const statusLists = createStatusLists({
    usual: "if_reachable",
    fetch: async (uri) => new Response(Uint8Array.from(lists[uri] ?? [])),
    now: Date.now,
  });
  const { begin, reach } = await startWalletService(t, country.csca, statusLists);
  return { wallet: createWallet(issuer, jpeg, "pid_mdoc", reach), begin, reach };
}

interface Presentation {
  /** The id of the requested credential. */
  readonly id: string;
  readonly presentation: string;
}
type Make = (asked: Asked) => Promise<Presentation>;

const byNonce = ({ nonce, client_id: audience }: Asked) => ({ nonce, audience });
const flipped = (text: string): string => text.slice(0, -9) + (text.at(-9) === "A" ? "B" : "A") + text.slice(-8);

/** @param change changes the parts between the tildes: the credential, the disclosures, the wallet's signature */
const credential =
  (options: {
    claims?: Readonly<Record<string, unknown>>;
    request?: Partial<{ nonce: string; audience: string }>;
    signedAt?: Date;
    change?: (parts: readonly string[]) => readonly string[];
  }): Make =>
  async (asked) => {
    const { claims = {}, request, signedAt = new Date(), change = (parts) => parts } = options;
    const held = await issueCredential(issuer, { portrait: jpeg, claims });
    const presented = await presentCredential(held, { ...byNonce(asked), ...request, signedAt });
    return { id: "pid_sd_jwt", presentation: change(presented.toString().split("~")).join("~") };
  };

/** A credential whose wallet signature has these claims. */
const bound =
  (claims: Readonly<Record<string, unknown>>): Make =>
  async (asked) => {
    const held = await issueCredential(issuer, { portrait: jpeg });
    const [issued, disclosed] = (await presentCredential(held, byNonce(asked))).toString().split("~");
    const presentation = presentAsIs(`${issued}~${disclosed}~`, held.deviceKey, byNonce(asked), claims);
    return { id: "pid_sd_jwt", presentation: presentation.toString() };
  };

const mdoc =
  (options: {
    id?: string;
    docType?: string;
    request?: Partial<{ nonce: string; clientId: string; responseUri: string }>;
    status?: object;
    deviceKey?: KeyObject;
    change?: (file: Buffer) => void;
  }): Make =>
  async ({ nonce, client_id: clientId, response_uri: responseUri, client_metadata: { jwks } }) => {
    const { id = "pid_mdoc", docType = pidType, request, status, deviceKey, change = () => {} } = options;
    const jwkThumbprint = Buffer.from(jwks.keys[0]?.kid ?? "", "base64url");
    const transcript = await transcriptOf({ nonce, clientId, responseUri, jwkThumbprint, ...request });
    const issued = await issueMdoc(issuer, { portrait: jpeg, docType });
    const listed = status ? withEntry(issued, issuer, "status", mapOf(status)) : issued;
    const file = await presentMdoc({ ...listed, ...(deviceKey && { deviceKey }) }, transcript);
    change(file);
    return { id, presentation: file.toString("base64url") };
  };

const mapOf = (json: object): Map<string, unknown> =>
  new Map(
    Object.entries(json).map(([name, value]) => [name, typeof value === "object" ? mapOf(value as object) : value]),
  );
const flipAt = (part: string, offset: number) => (file: Buffer) => {
  const at = file.indexOf(part) + offset;
  file[at] = (file[at] as number) ^ 1;
};
const listed = (uri: string, idx: number) => ({ status_list: { uri, idx } });

/** Presentations of the Foundation's modules of the same names. */
const rejected: readonly (readonly [module: string, make: Make, code: string])[] = [
  ["invalid-session-transcript", mdoc({ request: { nonce: "another" } }), "document_device_signature_invalid"],
  [
    "invalid-kb-jwt-signature",
    credential({ change: (parts) => [...parts.slice(0, -1), flipped(parts.at(-1) ?? "")] }),
    "document_device_signature_invalid",
  ],
  [
    "invalid-credential-signature",
    credential({ change: ([issued = "", ...parts]) => [flipped(issued), ...parts] }),
    "document_signature_invalid",
  ],
  ["invalid-sd-hash", bound({ sd_hash: "another" }), "document_device_signature_invalid"],
  ["invalid-kb-jwt-nonce", credential({ request: { nonce: "another" } }), "document_device_signature_invalid"],
  ["invalid-kb-jwt-aud", credential({ request: { audience: "x509_hash:other" } }), "document_audience_mismatch"],
  ["kb-jwt-iat-in-past", credential({ signedAt: new Date(Date.now() - yearMs) }), "document_device_signature_invalid"],
  [
    "kb-jwt-iat-in-future",
    credential({ signedAt: new Date(Date.now() + yearMs) }),
    "document_device_signature_invalid",
  ],
  [
    "present-revoked-credential (SD-JWT VC)",
    credential({ claims: { status: listed(jwtList, 1) } }),
    "document_revoked",
  ],
  ["present-revoked-credential (mdoc)", mdoc({ status: listed(cwtList, 1) }), "document_revoked"],
  // OpenID4VP 1.0, 8.6 and B.2 to B.3; HAIP 1.0, 5.
  [
    "no key binding",
    credential({ change: (parts) => [...parts.slice(0, -1), ""] }),
    "document_device_signature_invalid",
  ],
  ["no nonce in the KB-JWT", bound({ nonce: undefined }), "document_device_signature_invalid"],
  [
    "another response_uri",
    mdoc({ request: { responseUri: "https://a.example" } }),
    "document_device_signature_invalid",
  ],
  ["another client_id", mdoc({ request: { clientId: "x509_hash:other" } }), "document_device_signature_invalid"],
  ["invalid issuer signature (mdoc)", mdoc({ change: flipAt("deviceSigned", -9) }), "document_signature_invalid"],
  ["a portrait that was changed (mdoc)", mdoc({ change: flipAt("elementValue", 200) }), "document_digest_mismatch"],
  ["another credential than it is named", mdoc({ docType: licenseType }), "document_format_unsupported"],
];

test("each presentation that the Foundation's plan has rejected is rejected, with its code", async (t) => {
  const { wallet, begin } = await start(t);
  const { link, state } = await begin();
  for (const [module, make, code] of rejected) {
    const url = await link();
    const { id, presentation } = await make(await wallet.read(url));
    const text = ({ state }: Asked) => JSON.stringify({ state, vp_token: { [id]: [presentation] } });
    const { status, body } = await wallet.post(url, text);
    assert.deepEqual([status, body.error_description], [400, `The document cannot be taken: ${code}.`], module);
    assert.equal((await state()).received, false, module);
  }
});

const accepted: readonly (readonly [module: string, make: Make])[] = [
  ["happy-flow (SD-JWT VC), minimal-cnf-jwk, present-credential-without-status", credential({})],
  ["happy-flow (mdoc), present-credential-without-status", mdoc({})],
  ["a credential that its list has as valid (SD-JWT VC)", credential({ claims: { status: listed(jwtList, 0) } })],
  ["a credential that its list has as valid (mdoc)", mdoc({ status: listed(cwtList, 0) })],
];

test("each presentation that the plan has accepted is accepted, also if the request was fetched twice", async (t) => {
  const { wallet, begin } = await start(t);
  for (const [module, make] of accepted) {
    const { link, state } = await begin();
    const url = await link();
    await wallet.read(url);
    const { id, presentation } = await make(await wallet.read(url));
    const text = ({ state }: Asked) => JSON.stringify({ state, vp_token: { [id]: [presentation] } });
    assert.equal((await wallet.post(url, text)).status, 200, module);
    assert.equal((await state()).received, true, module);
  }
});

test("an answer of another form than was asked for is rejected, and the request stays open", async (t) => {
  const { wallet, begin, reach } = await start(t);
  const { link, state } = await begin();
  const url = await link();
  const asked = await wallet.read(url);
  const { id, presentation } = await mdoc({})(asked);
  const good = { state: asked.state, vp_token: { [id]: [presentation] } };
  const [own] = asked.client_metadata.jwks.keys;
  const encrypted = async (json: unknown, enc = "A128GCM", jwk: JWK = own ?? {}, alg = "ECDH-ES") => {
    const jwe = new CompactEncrypt(Buffer.from(JSON.stringify(json))).setProtectedHeader({ alg, enc });
    return { response: await jwe.encrypt(await importJWK(jwk, alg)) };
  };
  const anotherKey = await exportJWK((await generateKeyPair("ECDH-ES")).publicKey);
  const forms: Readonly<Record<string, Record<string, string>>> = {
    "not encrypted": { state: asked.state, vp_token: JSON.stringify(good.vp_token) },
    "a plain response": { response: JSON.stringify(good) },
    "for another key": await encrypted(good, "A128GCM", anotherKey),
    "by an algorithm that was not offered": await encrypted(good, "A128GCM", own, "ECDH-ES+A128KW"),
    "with an encryption that was not offered": await encrypted(good, "A128CBC-HS256"),
    "without state": await encrypted({ vp_token: good.vp_token }),
    "of another state": await encrypted({ ...good, state: "another" }),
    "without vp_token": await encrypted({ state: asked.state }),
    "an empty vp_token": await encrypted({ ...good, vp_token: {} }),
    "vp_token as one text": await encrypted({ ...good, vp_token: presentation }),
    "no list of presentations": await encrypted({ ...good, vp_token: { [id]: presentation } }),
    "an empty list": await encrypted({ ...good, vp_token: { [id]: [] } }),
    "two presentations of one": await encrypted({ ...good, vp_token: { [id]: [presentation, presentation] } }),
    "two credentials": await encrypted({ ...good, vp_token: { [id]: [presentation], license: [presentation] } }),
    "one that was not asked for": await encrypted({ ...good, vp_token: { other: [presentation] } }),
  };
  for (const [what, form] of Object.entries(forms)) {
    const sent = await reach(asked.response_uri, { method: "POST", body: new URLSearchParams(form) });
    assert.equal(sent.status, 400, what);
    assert.deepEqual(await state(), { received: false, rejected: false, reason: null }, what);
  }
  const whole = await reach(asked.response_uri, { method: "POST", body: new URLSearchParams(await encrypted(good)) });
  assert.equal(whole.status, 200);
});
