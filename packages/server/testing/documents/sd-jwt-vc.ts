/** SD-JWT VC credentials as an issuer and a wallet make them. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { SDJwtInstance } from "@sd-jwt/core";
import { algorithmOf, type WalletCurve } from "./algorithm-of.ts";
import type { DocumentSigner } from "./mdoc.ts";

const hasher = (data: string | ArrayBuffer) =>
  createHash("sha256")
    .update(typeof data === "string" ? data : new Uint8Array(data))
    .digest();
const signerOf = (key: KeyObject) => (data: string) =>
  sign(algorithmOf(key).hash, Buffer.from(data), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
const saltGenerator = (length: number) => randomBytes(length).toString("base64url");

export interface CredentialOptions {
  /** The value of `picture`: a data URL of this image, or a string as it is. Undefined for none. */
  readonly portrait: Uint8Array | string | undefined;
  readonly claim?: "picture" | "portrait";
  readonly vct?: string;
  readonly typ?: string;
  readonly validFrom?: Date;
  /** The `nbf` claim, if the issuer sets one in addition. */
  readonly notBefore?: Date;
  readonly validUntil?: Date;
  readonly deviceCurve?: WalletCurve;
  /** JWS algorithm; that of the key's curve by default. */
  readonly alg?: string;
  /** Claims that replace those derived from the other options, or add to them. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

export interface HeldCredential {
  readonly credential: string;
  readonly deviceKey: KeyObject;
}

const day = 86_400_000;
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const listOf = (certificate: DocumentSigner["certificate"]) =>
  certificate instanceof Uint8Array ? [certificate] : certificate;

export async function issueCredential(
  { key, certificate }: DocumentSigner,
  {
    portrait,
    claim = "picture",
    vct = "urn:eudi:pid:1",
    typ = "dc+sd-jwt",
    validFrom = new Date(Date.now() - 1000),
    notBefore,
    validUntil = new Date(Date.now() + 365 * day),
    deviceCurve = "prime256v1",
    alg = algorithmOf(key).jose,
    claims: others = {},
  }: CredentialOptions,
): Promise<HeldCredential> {
  const device = generateKeyPairSync("ec", { namedCurve: deviceCurve });
  const issuer = new SDJwtInstance<Record<string, unknown>>({
    hasher,
    saltGenerator,
    signer: signerOf(key),
    signAlg: alg,
    hashAlg: "sha-256",
  });
  const picture =
    typeof portrait === "string"
      ? portrait
      : portrait && `data:image/jpeg;base64,${Buffer.from(portrait).toString("base64")}`;
  const { kty, crv, x, y } = device.publicKey.export({ format: "jwk" });
  const claims = {
    vct,
    iss: "https://pid.example",
    iat: seconds(validFrom),
    ...(notBefore && { nbf: seconds(notBefore) }),
    exp: seconds(validUntil),
    cnf: { jwk: { kty, crv, x, y } },
    family_name: "Mustermann",
    ...(picture === undefined ? {} : { [claim]: picture }),
    ...others,
  };
  const frame = { _sd: ["family_name", ...(picture === undefined ? [] : [claim])] } as object;
  const header = { typ, x5c: listOf(certificate).map((der) => Buffer.from(der).toString("base64")) };
  return { credential: await issuer.issue(claims, frame, { header }), deviceKey: device.privateKey };
}

/** Presents the credential with only the portrait disclosed, signed for a request. */
export async function presentCredential(
  { credential, deviceKey }: HeldCredential,
  { nonce, audience, signedAt = new Date() }: { nonce: string; audience: string; signedAt?: Date },
  disclosed: Readonly<Record<string, boolean>> = { picture: true, portrait: true },
): Promise<Buffer> {
  const wallet = new SDJwtInstance({ hasher, kbSigner: signerOf(deviceKey), kbSignAlg: algorithmOf(deviceKey).jose });
  const payload = { iat: seconds(signedAt), aud: audience, nonce };
  return Buffer.from(await wallet.present(credential, disclosed, { kb: { payload } }));
}

/**
 * Signs any text of credential and disclosures as it is, including those that no wallet would send. @param more claims of the wallet's own signature
 */
export function presentAsIs(
  text: string,
  deviceKey: KeyObject,
  { nonce, audience }: { readonly nonce: string; readonly audience: string },
  more: Readonly<Record<string, unknown>> = {},
): Buffer {
  const payload = {
    iat: seconds(new Date()),
    aud: audience,
    nonce,
    sd_hash: hasher(text).toString("base64url"),
    ...more,
  };
  const signed = [{ typ: "kb+jwt", alg: algorithmOf(deviceKey).jose }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  return Buffer.from(`${text}${signed.join(".")}.${signerOf(deviceKey)(signed.join("."))}`);
}
