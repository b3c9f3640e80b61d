import { SignJWT } from "jose";
import type { Kysely } from "kysely";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Schema } from "@selfsame/platform/store/schema";
import { currentKey } from "./receipt-keys.ts";

/** A photo or a document, as received. */
export interface ReceivedPhoto {
  /** Part of the request that contained it. */
  readonly part: string;
  /** Hex. */
  readonly sha256: string;
}

/** Hashes off the event loop. Call before the photo is analyzed: its bytes move to the thread that decodes it. */
export async function receivedPhoto(part: string, bytes: Uint8Array): Promise<ReceivedPhoto> {
  const hash = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return { part, sha256: Buffer.from(hash).toString("hex") };
}

/** Content of a receipt, by its names there. No face, no embedding, nothing about who the person is. */
export interface Verdict {
  readonly kind: "verify" | "session" | "batch_item";
  /** Id of the request or session; for a batch item its batch's id, a slash and its position. */
  readonly id: string;
  /** Id of a batch item, as the caller named it. */
  readonly item?: string;
  readonly account: string;
  /** Whether a test key chose the outcome. */
  readonly test: boolean;
  readonly decision: "accept" | "reject";
  readonly reasons: readonly string[];
  readonly threshold: number;
  readonly similarity: number | null;
  readonly false_match_rate: number | null;
  /** The embedding contract id. */
  readonly model: string;
  readonly challenge: string | null;
  readonly passive_liveness: string | null;
  readonly document: object | null;
  readonly reviewed_by: string | null;
  readonly nonce: string | null;
  /** Photos that were sent, not downloaded; for a batch item, those that were downloaded. */
  readonly photos: readonly ReceivedPhoto[];
}

/** Header type, so that no other token of this service passes for a receipt (RFC 8725, 3.11). */
export const receiptType = "selfsame-receipt+jwt";

export interface Receipts {
  /** @returns a JWS in its compact form (RFC 7515), signed with Ed25519 (RFC 8037) */
  sign(db: Kysely<Schema>, verdict: Verdict): Promise<string>;
}

interface ReceiptDeps {
  readonly seal: Seal;
  /** SHA-256 of the models' manifest, hex. */
  readonly manifestSha256: string;
  readonly now: () => number;
  /** URL of the service. */
  readonly issuer: () => string;
}

export function createReceipts({ seal, manifestSha256, now, issuer }: ReceiptDeps): Receipts {
  return {
    sign: async (db, { id, ...verdict }) => {
      const nowMs = now();
      const { kid, key } = await currentKey(db, seal, nowMs);
      return new SignJWT({ ...verdict, manifest_sha256: manifestSha256 })
        .setProtectedHeader({ alg: "EdDSA", kid, typ: receiptType })
        .setIssuer(issuer())
        .setJti(id)
        .setIssuedAt(Math.floor(nowMs / 1000))
        .sign(key);
    },
  };
}
