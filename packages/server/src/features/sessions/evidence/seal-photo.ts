import { calculateJwkThumbprint, CompactEncrypt, importJWK } from "jose";
import type { Engine } from "../../../photo/engine/engine.ts";
import type { SessionRow } from "../session.ts";
import type { EvidencePublicKey } from "./public-key.ts";
import { settingsOf } from "./settings.ts";

type EvidencePart = "reference" | "frame" | "selfie";

/** A photo that only the account can open. */
export interface SealedPhoto {
  readonly part: EvidencePart;
  /** From 1; 0 for a reference, which belongs to none. */
  readonly attempt: number;
  /** A JWE in its compact form (RFC 7516), with ECDH-ES to X25519 (RFC 8037) and A256GCM. Its plaintext is the photo as it arrived. */
  readonly jwe: string;
}

interface SealedFor {
  readonly key: EvidencePublicKey;
  readonly session: string;
  readonly nowMs: number;
}

/**
 * Encrypts a photo to the account's key. The header, which the photo is bound to, says of which session and attempt it is.
 * Before the photo is analyzed: its bytes move to the thread that decodes it.
 */
export async function sealPhoto(
  { key, session, nowMs }: SealedFor,
  { part, attempt }: Pick<SealedPhoto, "part" | "attempt">,
  bytes: Uint8Array,
): Promise<SealedPhoto> {
  const kid = await calculateJwkThumbprint(key);
  const jwe = await new CompactEncrypt(bytes)
    .setProtectedHeader({
      alg: "ECDH-ES",
      enc: "A256GCM",
      kid,
      session,
      part,
      attempt,
      iat: Math.floor(nowMs / 1000),
    })
    .encrypt(await importJWK({ ...key }, "ECDH-ES"));
  return { part, attempt, jwe };
}

type Sealing = Pick<SessionRow, "id" | "evidence_key" | "evidence_days">;

/** @returns undefined where the session seals nothing */
export function sealedFor(session: Sealing, nowMs: number): SealedFor | undefined {
  const settings = settingsOf(session);
  return settings ? { key: settings.publicKey, session: session.id, nowMs } : undefined;
}

/** The photos of the attempt that is being made. @returns none where the session seals nothing */
export async function sealAttempt(
  session: Sealing & Pick<SessionRow, "attempts">,
  { selfie, frames }: { readonly selfie?: Uint8Array; readonly frames: readonly Uint8Array[] },
  nowMs: number,
): Promise<readonly SealedPhoto[]> {
  const target = sealedFor(session, nowMs);
  if (!target) return [];
  const attempt = session.attempts + 1;
  return Promise.all([
    ...frames.map((frame) => sealPhoto(target, { part: "frame", attempt }, frame)),
    ...(selfie ? [sealPhoto(target, { part: "selfie", attempt }, selfie)] : []),
  ]);
}

/** An engine that seals each reference on its way in, wherever that comes from: a file, an address, a document or a wallet. */
export function sealingReferences(
  engine: Pick<Engine, "analyze">,
  target: SealedFor | undefined,
): { readonly engine: Pick<Engine, "analyze">; readonly sealed: readonly SealedPhoto[] } {
  const sealed: SealedPhoto[] = [];
  if (!target) return { engine, sealed };
  const analyze: Engine["analyze"] = async (bytes, ...rest) => {
    sealed.push(await sealPhoto(target, { part: "reference", attempt: 0 }, bytes));
    return engine.analyze(bytes, ...rest);
  };
  return { engine: { analyze }, sealed };
}
