/** A wallet: an OpenID4VP 1.0 client with a third-party library, and credentials signed by its own issuer. */
import assert from "node:assert/strict";
import { createHash, type KeyObject, verify, X509Certificate } from "node:crypto";
import { setGlobalConfig } from "@openid4vc/oauth2";
import { Openid4vpClient } from "@openid4vc/openid4vp";
import { CompactEncrypt, importJWK, type JWK } from "jose";
import {
  browserTranscriptOf,
  type DocumentSigner,
  issueMdoc,
  licenseType,
  pidType,
  presentMdoc,
  transcriptOf,
} from "../packages/server/testing/documents/mdoc.ts";
import { issueCredential, presentCredential } from "../packages/server/testing/documents/sd-jwt-vc.ts";

// Insecure URLs, because the service under test runs on this machine.
setGlobalConfig({ allowInsecureUrls: true });

export type Credential = "pid_mdoc" | "pid_sd_jwt" | "license";

interface WalletAnswer {
  readonly status: number;
  readonly body: { readonly error?: string; readonly error_description?: string };
}

/** The request that a page passes to the browser, from `POST /session/wallet`. */
export interface BrowserRequest {
  readonly protocol: string;
  readonly request: string;
  readonly response_url: string;
}

/** Deviations of a wallet that violates the protocol. */
export interface Tampering {
  readonly nonce?: string;
  readonly audience?: string;
  readonly state?: string;
  /** The presentation to send. */
  readonly presentation?: string;
  /** Key to sign with instead of the wallet's own. */
  readonly deviceKey?: KeyObject;
}

export interface Asked {
  readonly client_id: string;
  readonly nonce: string;
  readonly state: string;
  readonly response_uri: string;
  readonly dcql_query: {
    readonly credentials: readonly {
      readonly id: string;
      readonly claims: readonly { readonly path: readonly string[] }[];
    }[];
  };
  readonly client_metadata: { readonly jwks: { readonly keys: readonly JWK[] } };
}

const clientThat = (reach: typeof fetch) =>
  new Openid4vpClient({
    callbacks: {
      hash: (data, algorithm) => createHash(algorithm.replace("-", "")).update(data).digest(),
      fetch: reach,
      signJwt: () => assert.fail("nothing is signed beside the presentation"),
      decryptJwe: () => ({ decrypted: false }),
      getX509CertificateMetadata: () => ({ sanDnsNames: [], sanUriNames: [] }),
      verifyJwt: (signer, { compact }) => {
        if (signer.method !== "x5c") return { verified: false };
        const key = new X509Certificate(Buffer.from(signer.x5c[0] ?? "", "base64")).publicKey;
        const [header = "", payload = "", signature = ""] = compact.split(".");
        const data = Buffer.from(`${header}.${payload}`);
        const options = { key, dsaEncoding: "ieee-p1363" } as const;
        const verified = verify("sha256", data, options, Buffer.from(signature, "base64url"));
        const { kty, crv, x, y } = key.export({ format: "jwk" });
        return verified
          ? { verified, signerJwk: { kty: kty ?? "", crv: crv ?? "", x: x ?? "", y: y ?? "" } }
          : { verified };
      },
      encryptJwe: async ({ publicJwk, enc, apv, apu }, data) => {
        const header = { alg: "ECDH-ES", enc, ...(publicJwk.kid && { kid: publicJwk.kid }) };
        const jwe = new CompactEncrypt(Buffer.from(data)).setProtectedHeader(header);
        const parties = { ...(apu && { apu: Buffer.from(apu) }), ...(apv && { apv: Buffer.from(apv) }) };
        if (apu || apv) jwe.setKeyManagementParameters(parties);
        return { jwe: await jwe.encrypt(await importJWK(publicJwk as JWK, "ECDH-ES")), encryptionJwk: publicJwk };
      },
    },
  });

/** Encryption of answers. */
const encryption = {
  encryption: { nonce: "wallet" },
  serverMetadata: {
    authorization_encryption_alg_values_supported: ["ECDH-ES"],
    authorization_encryption_enc_values_supported: ["A128GCM"],
  } as never,
};

export interface TestWallet {
  /** Reads the request behind a page's link; checks the request's signature and its client. */
  read(link: string): Promise<Asked>;
  answer(link: string, tampering?: Tampering): Promise<WalletAnswer>;
  /** The same for a person who takes their time: fetches the request, makes the answer, and sends it later. */
  prepare(link: string): Promise<{ send(): Promise<WalletAnswer> }>;
  /** The answer that the browser returns to the requesting page; the library rejects a page whose origin is not in the request. */
  answerBrowser(asked: BrowserRequest, origin: string, tampering?: Tampering): Promise<{ readonly response: string }>;
  /** Sends an error instead of a presentation. */
  decline(link: string): Promise<WalletAnswer>;
  /** Sends any text, encrypted for the request. */
  post(link: string, textOf: (asked: Asked) => string): Promise<WalletAnswer>;
}

const presenterOf =
  (issuer: DocumentSigner, portrait: Uint8Array, credential: Credential) =>
  async (asked: Asked, { nonce = asked.nonce, audience = asked.client_id, deviceKey }: Tampering, origin?: string) => {
    if (credential === "pid_sd_jwt") {
      const held = await issueCredential(issuer, { portrait });
      return (await presentCredential({ ...held, ...(deviceKey && { deviceKey }) }, { nonce, audience })).toString();
    }
    const held = await issueMdoc(issuer, { portrait, docType: credential === "license" ? licenseType : pidType });
    const [key] = asked.client_metadata.jwks.keys;
    const jwkThumbprint = Buffer.from(key?.kid ?? "", "base64url");
    const transcript =
      origin === undefined
        ? await transcriptOf({ clientId: audience, nonce, responseUri: asked.response_uri, jwkThumbprint })
        : await browserTranscriptOf({ origin, nonce, jwkThumbprint });
    return (await presentMdoc({ ...held, ...(deviceKey && { deviceKey }) }, transcript)).toString("base64url");
  };

/** A wallet with one credential. @param reach address of the service, if it is not at its public address */
export function createWallet(
  issuer: DocumentSigner,
  portrait: Uint8Array,
  credential: Credential = "pid_mdoc",
  reach = fetch,
): TestWallet {
  const client = clientThat(reach);
  const resolve = async (link: string) => {
    const parsed = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: link });
    const resolved = await client.resolveOpenId4vpAuthorizationRequest({
      authorizationRequestPayload: parsed.params,
      disableOriginValidation: true,
    });
    return resolved.authorizationRequestPayload;
  };

  const present = presenterOf(issuer, portrait, credential);

  const post: TestWallet["post"] = async (link, textOf) => {
    const asked = (await resolve(link)) as unknown as Asked;
    const [key] = asked.client_metadata.jwks.keys;
    const response = await new CompactEncrypt(Buffer.from(textOf(asked)))
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A128GCM" })
      .encrypt(await importJWK(key as JWK, "ECDH-ES"));
    const sent = await reach(asked.response_uri, { method: "POST", body: new URLSearchParams({ response }) });
    return { status: sent.status, body: (await sent.json()) as WalletAnswer["body"] };
  };

  const answerBrowser: TestWallet["answerBrowser"] = async ({ request }, origin, tampering = {}) => {
    const { authorizationRequestPayload } = await client.resolveOpenId4vpAuthorizationRequest({
      // As the platform passes a signed request to a wallet (A.3.2).
      authorizationRequestPayload: { request },
      origin,
    });
    const asked = authorizationRequestPayload as unknown as Asked;
    const audience = tampering.audience ?? `origin:${origin}`;
    const presentation = await present(asked, { ...tampering, audience }, origin);
    const { jarm } = await client.createOpenid4vpAuthorizationResponse({
      authorizationRequestPayload,
      authorizationResponsePayload: { vp_token: { [credential]: [presentation] } },
      jarm: encryption,
      origin,
    });
    return { response: jarm?.responseJwt ?? assert.fail("the answer is not encrypted") };
  };

  const prepare = async (link: string, tampering: Tampering = {}) => {
    const request = await resolve(link);
    const asked = request as unknown as Asked;
    const { presentation = await present(asked, tampering) } = tampering;
    const vp_token = { [credential]: [presentation] };
    const { state = asked.state } = tampering;
    const { authorizationResponsePayload, jarm } = await client.createOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: { ...request, state },
      authorizationResponsePayload: { vp_token },
      jarm: encryption,
    });
    assert.ok(jarm, "the answer is encrypted");
    const send = async () => {
      const { response } = await client.submitOpenid4vpAuthorizationResponse({
        authorizationRequestPayload: { response_uri: asked.response_uri },
        authorizationResponsePayload,
        jarm,
      });
      return { status: response.status, body: (await response.json()) as WalletAnswer["body"] };
    };
    return { send };
  };

  return {
    post,
    answerBrowser,
    read: async (link) => (await resolve(link)) as unknown as Asked,
    answer: async (link, tampering) => (await prepare(link, tampering)).send(),
    prepare: (link) => prepare(link),
    decline: (link) => post(link, ({ state }) => JSON.stringify({ error: "access_denied", state })),
  };
}
