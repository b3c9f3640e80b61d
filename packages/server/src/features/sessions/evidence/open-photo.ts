import {
  calculateJwkThumbprint,
  compactDecrypt,
  type CryptoKey,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import type { EvidencePublicKey } from "./public-key.ts";

/* Decryption of photos by the account: in the CLI and in the reviewer's browser. It uses no Node API, and the service itself never runs it. */

/** A key pair as JWKs (RFC 8037). */
export interface KeyPair {
  readonly publicKey: EvidencePublicKey;
  readonly privateKey: JWK;
  /** The thumbprint of the public key (RFC 7638). */
  readonly kid: string;
}

export async function makeKeyPair(): Promise<KeyPair> {
  const pair = await generateKeyPair("ECDH-ES", { crv: "X25519", extractable: true });
  const { x = "" } = await exportJWK(pair.publicKey);
  const publicKey = { kty: "OKP", crv: "X25519", x } as const;
  const kid = await calculateJwkThumbprint(publicKey);
  return { publicKey, privateKey: { ...(await exportJWK(pair.privateKey)), kid }, kid };
}

export interface PrivateKey {
  readonly key: CryptoKey;
  readonly kid: string;
}

/** @returns undefined if the text is not an X25519 private key as JWK */
export async function readPrivateKey(text: string): Promise<PrivateKey | undefined> {
  try {
    const { kty, crv, x, d } = JSON.parse(text) as JWK;
    if (kty !== "OKP" || crv !== "X25519" || typeof d !== "string" || typeof x !== "string") return undefined;
    const key = await importJWK({ kty, crv, x, d }, "ECDH-ES");
    return key instanceof Uint8Array ? undefined : { key, kid: await calculateJwkThumbprint({ kty, crv, x }) };
  } catch {
    return undefined;
  }
}

/** What the photo is expected to be. Its authenticated header must state the same. */
export interface PhotoClaims {
  readonly session: string;
  readonly part: string;
  readonly attempt: number;
}

type OpenedPhoto =
  | { readonly outcome: "opened"; readonly bytes: Uint8Array }
  /** `changed`: modified after it was sealed. */
  | { readonly outcome: "sealed_to_another_key" | "changed" }
  | { readonly outcome: "of_another"; readonly what: keyof PhotoClaims };

const names = ["session", "part", "attempt"] as const;
const allowed = { keyManagementAlgorithms: ["ECDH-ES"], contentEncryptionAlgorithms: ["A256GCM"] };

export async function openPhoto(jwe: string, { key, kid }: PrivateKey, said: PhotoClaims): Promise<OpenedPhoto> {
  try {
    if (decodeProtectedHeader(jwe).kid !== kid) return { outcome: "sealed_to_another_key" };
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, key, allowed);
    const what = names.find((name) => protectedHeader[name] !== said[name]);
    return what ? { outcome: "of_another", what } : { outcome: "opened", bytes: plaintext };
  } catch {
    return { outcome: "changed" };
  }
}
