import { createPublicKey, type KeyObject } from "node:crypto";
import { CompactEncrypt } from "jose";
import type { Engine } from "@selfsame/photo/engine/engine";
import type { SessionRow } from "../session.ts";
import { thumbprintOf } from "./public-key.ts";
import { type EvidenceSettings, settingsOf } from "./settings.ts";

type EvidencePart = "reference" | "frame" | "selfie";

/** A photo that only the account can open. */
export interface SealedPhoto {
  readonly part: EvidencePart;
  /** Number of the attempt, from 1; 0 for a reference, which belongs to no attempt. */
  readonly attempt: number;
  /** A JWE in compact form (RFC 7516), with ECDH-ES to X25519 (RFC 8037) and A256GCM. The plaintext is the photo as received. */
  readonly jwe: string;
}

/** The references of a session that is about to be created. */
export interface SealedReferences {
  /** The id that the session will have. */
  readonly sessionId: string;
  /** The account's settings when the references arrived. Null: they were not sealed. */
  readonly settings: EvidenceSettings | null;
  readonly photos: readonly SealedPhoto[];
}

/** The key and session for the photos of one request; the key is parsed once for all of them. */
interface SealedFor {
  readonly key: KeyObject;
  /** The key's thumbprint. */
  readonly kid: string;
  readonly session: string;
  readonly nowMs: number;
}

/**
 * Encrypts a photo to the account's key. The authenticated header names the session and the attempt. Must run before the photo is analyzed, which
 * moves its bytes to the decoding thread.
 */
export async function sealPhoto(
  { key, kid, session, nowMs }: SealedFor,
  { part, attempt }: Pick<SealedPhoto, "part" | "attempt">,
  bytes: Uint8Array,
): Promise<SealedPhoto> {
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
    .encrypt(key);
  return { part, attempt, jwe };
}

type Sealing = Pick<SessionRow, "id" | "evidence_key" | "evidence_days">;

/** @returns undefined if the session seals nothing */
export function sealedFor(session: Sealing, nowMs: number): SealedFor | undefined {
  const settings = settingsOf(session);
  if (!settings) return undefined;
  const { publicKey } = settings;
  const key = createPublicKey({ key: { ...publicKey }, format: "jwk" });
  return { key, kid: thumbprintOf(publicKey), session: session.id, nowMs };
}

/** Seals the photos of the current attempt. @returns none if the session seals nothing */
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

/** An engine that seals each reference before it is analyzed, whether it comes from a file, a URL, a document or a wallet. */
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
