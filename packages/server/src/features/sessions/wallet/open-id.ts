/** OpenID for Verifiable Presentations 1.0: the request object that a wallet fetches, and the response that it posts. */
import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from "jose";
import { createPublicKey } from "node:crypto";
import { anchorKeyIds } from "../../../documents/anchors/key-ids.ts";
import type { DocumentType } from "../../../documents/document.ts";
import type { DocumentReader } from "../../../documents/reading/document-reader.ts";
import type { WalletAnswer } from "../../../documents/wallet-answer.ts";
import type { Store } from "@selfsame/platform/store/store";
import type { SessionDeps } from "../session.ts";
import { registrationsFor } from "./account-registrations.ts";
import type { WalletIdentity } from "./identity.ts";
import type { WalletRequest } from "./wallet-request.ts";

export interface WalletPlace {
  readonly identity: WalletIdentity;
  readonly publicUrl: string;
  readonly trusted: TrustedKeyIds;
  /** Registration certificates of the party that receives the portrait. */
  readonly registrations: readonly string[];
}

/** The link that opens a wallet on a phone, also shown as a QR code on a computer (5.10). */
export function walletLink({ identity, publicUrl }: Pick<WalletPlace, "identity" | "publicUrl">, id: string): string {
  const request_uri = `${publicUrl}/wallet/requests/${id}`;
  // Wallets that do not support `post` send a GET request (5.10).
  const asked = { client_id: identity.clientId, request_uri, request_uri_method: "post" };
  return `${identity.scheme}://?${new URLSearchParams(asked)}`;
}

export const responseUri = (publicUrl: string, id: string): string => `${publicUrl}/wallet/responses/${id}`;

/** The documents to request, with the portrait as the only claim (6, DCQL). */
const credentials = [
  {
    id: "pid_mdoc",
    type: "person_identification",
    format: "mso_mdoc",
    meta: { doctype_value: "eu.europa.ec.eudi.pid.1" },
    claims: [{ path: ["eu.europa.ec.eudi.pid.1", "portrait"], intent_to_retain: false }],
  },
  {
    id: "pid_sd_jwt",
    type: "person_identification",
    format: "dc+sd-jwt",
    meta: { vct_values: ["urn:eudi:pid:1"] },
    claims: [{ path: ["picture"] }],
  },
  {
    id: "license",
    type: "driving_license",
    format: "mso_mdoc",
    meta: { doctype_value: "org.iso.18013.5.1.mDL" },
    claims: [{ path: ["org.iso.18013.5.1", "portrait"], intent_to_retain: false }],
  },
  {
    id: "photo_id",
    type: "photo_id",
    format: "mso_mdoc",
    meta: { doctype_value: "org.iso.23220.photoid.1" },
    claims: [{ path: ["org.iso.23220.1", "portrait"], intent_to_retain: false }],
  },
] as const;

/** The requested mobile documents, with the namespace of the portrait. */
export const askedMdocs = credentials.flatMap((asked) => {
  if (asked.format !== "mso_mdoc") return [];
  const [{ path }] = asked.claims;
  return [{ docType: asked.meta.doctype_value, namespace: path[0] }];
});

/** Key ids (hex) of trusted authorities by document type, if wallets are to receive them. */
export type TrustedKeyIds = Readonly<Partial<Record<DocumentType, readonly string[]>>>;

/** The DCQL query. With trusted authorities, a wallet offers only their documents (6.1.1, `aki`). */
const dcqlQuery = (trusted: TrustedKeyIds) => ({
  credentials: credentials.map(({ type, ...asked }) => {
    const values = trusted[type]?.map((id) => Buffer.from(id, "hex").toString("base64url"));
    return { ...asked, ...(values && { trusted_authorities: [{ type: "aki", values }] }) };
  }),
  credential_sets: [{ options: credentials.map(({ id }) => [id]) }],
});

/** Trusted key ids of the account. Test keys' anchors are left out: test sessions request nothing from wallets. */
export async function trustedKeyIds(store: Pick<Store, "db" | "run">, accountId: string): Promise<TrustedKeyIds> {
  const types = [...new Set(credentials.map(({ type }) => type))];
  const found = await Promise.all(
    types.map(async (type) => [type, await anchorKeyIds(store, { accountId, test: false }, type)] as const),
  );
  return Object.fromEntries(found.filter(([, ids]) => ids !== undefined));
}

/** The parts of an account's requests that are not specific to one request. */
export async function placeFor(
  { store, now }: Pick<SessionDeps, "store" | "now">,
  { identity, publicUrl }: Pick<WalletPlace, "identity" | "publicUrl">,
  accountId: string,
): Promise<WalletPlace & { readonly expired: readonly string[] }> {
  const [trusted, { certificates: registrations, expired }] = await Promise.all([
    trustedKeyIds(store, accountId),
    registrationsFor(store, accountId, identity.registrations, now()),
  ]);
  return { identity, publicUrl, trusted, registrations, expired };
}

/**
 * Algorithms that documents/mdoc/mdoc.ts and documents/sd-jwt/sd-jwt-vc.ts verify, for issuers and devices: ES256, ES384, ES512 (RFC 9053, 2.1; RFC
 * 7518, 3.4), and those bound to a curve (RFC 9864).
 */
export const coseAlgorithms = [-7, -9, -35, -51, -36, -52] as const;
export const joseAlgorithms = ["ES256", "ES384", "ES512"] as const;

export const mediaType = "application/oauth-authz-req+jwt";

/** The request object for a wallet that fetches it. @param walletNonce the nonce that the wallet sent to recognize this request object (5.10) */
export const requestObject = (place: WalletPlace, request: WalletRequest, walletNonce?: string): Promise<string> =>
  sign(place, request, {
    response_mode: "direct_post.jwt",
    response_uri: responseUri(place.publicUrl, request.id),
    state: request.state,
    ...(walletNonce !== undefined && { wallet_nonce: walletNonce }),
  });

/** The origin of the page, as browsers report it to wallets. */
export const originOf = (publicUrl: string): string => new URL(publicUrl).origin;

/** The same request through the browser, which finds the wallet itself (A.2, Digital Credentials API). Only a page of our origin can use it. */
export async function browserRequest(place: WalletPlace, request: WalletRequest) {
  const { publicUrl } = place;
  const claims = { response_mode: "dc_api.jwt", expected_origins: [originOf(publicUrl)] };
  return {
    protocol: "openid4vp-v1-signed" as const,
    request: await sign(place, request, claims),
    response_url: `${publicUrl}/wallet/browser-responses/${request.id}`,
  };
}

/** Signs a request object (RFC 9101). @param how the claims for the way of the response */
async function sign(place: WalletPlace, request: WalletRequest, how: object): Promise<string> {
  const { clientId: client_id, certificates, key } = place.identity;
  const encryptFor = await publicJwk(request);
  const claims = {
    response_type: "vp_token",
    client_id,
    nonce: request.nonce,
    ...how,
    dcql_query: dcqlQuery(place.trusted),
    ...verifierInfo(place.registrations),
    client_metadata: {
      jwks: { keys: [encryptFor] },
      encrypted_response_enc_values_supported: ["A128GCM", "A256GCM"],
      vp_formats_supported: {
        "dc+sd-jwt": { "sd-jwt_alg_values": joseAlgorithms, "kb-jwt_alg_values": joseAlgorithms },
        mso_mdoc: { issuerauth_alg_values: coseAlgorithms, deviceauth_alg_values: coseAlgorithms },
      },
    },
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ: "oauth-authz-req+jwt", x5c: [...certificates] })
    .setAudience("https://self-issued.me/v2")
    .setIssuedAt()
    .setExpirationTime(Math.floor(request.expiresAtMs / 1000))
    .sign(key);
}

/**
 * Verifier information (5.1) in the format named by ETSI TS 119 472-2. Without `credential_ids` each certificate applies to all requested documents.
 */
const verifierInfo = (registrations: readonly string[]) =>
  registrations.length > 0 && {
    verifier_info: registrations.map((data) => ({ format: "registration_cert", data })),
  };

/** The public key for the response. Its `kid` is its thumbprint, which a wallet's signature over an mdoc includes (B.2.6.1). */
async function publicJwk({ jwk }: WalletRequest) {
  const { kty, crv, x, y } = await exportJWK(createPublicKey({ format: "jwk", key: jwk }));
  const key = { kty, crv, x, y } as JWK;
  return { ...key, use: "enc", alg: "ECDH-ES", kid: await calculateJwkThumbprint(key) };
}

/** SHA-256 thumbprint of the key that the response is encrypted to. */
export const thumbprintOf = async (request: WalletRequest): Promise<Uint8Array> =>
  Buffer.from((await publicJwk(request)).kid, "base64url");

const formats = Object.fromEntries(
  credentials.map(({ id, format }) => [id, format === "mso_mdoc" ? "mdoc" : "sd_jwt_vc"] as const),
);

/** Whether a document has the type that was requested under this id (8.6). */
export const isAskedAs = (id: string | undefined, type: DocumentType | null): boolean =>
  credentials.some((asked) => asked.type === type && (id === undefined || asked.id === id));

/** Reads a wallet's response, which is untrusted input. @param state undefined for a response through the browser. @throws EngineUnavailable */
export async function readAnswer(
  documents: Pick<DocumentReader, "read">,
  { accountId, jwk, state }: Pick<WalletRequest, "accountId" | "jwk"> & { readonly state: string | undefined },
  response: string,
  signal: AbortSignal,
): Promise<WalletAnswer> {
  const read = await documents.read("wallet_answer", { response, jwk, state, formats }, { accountId, signal });
  return read ?? { outcome: "unreadable" };
}
