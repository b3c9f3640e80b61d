import { SignJWT } from "jose";
import type { Kysely } from "kysely";
import type { Seal } from "../../platform/secrets/seal.ts";
import type { Schema } from "../../platform/store/schema.ts";
import { currentKey } from "./receipt-keys.ts";

/** A photo or a document as it arrived. */
export interface ReceivedPhoto {
  /** The part of the request that it came in. */
  readonly part: string;
  /** Hex. */
  readonly sha256: string;
}

/** Hashes off the event loop. Before the photo is analyzed: its bytes move to the thread that decodes it. */
export async function receivedPhoto(part: string, bytes: Uint8Array): Promise<ReceivedPhoto> {
  const hash = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return { part, sha256: Buffer.from(hash).toString("hex") };
}

/** What a receipt states, in the names that it has there. No face, no embedding, nothing of who the person is. */
export interface Verdict {
  readonly kind: "verify" | "session" | "batch_item";
  /** Of the request or the session; of an item its batch's id, a slash and its position. */
  readonly id: string;
  /** Of a batch's item, as the caller named it. */
  readonly item?: string;
  readonly account: string;
  /** Whether a test key chose it. */
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
  /** Those that were sent, not those that were downloaded; of a batch's item, those that were downloaded. */
  readonly photos: readonly ReceivedPhoto[];
}

/** In the header, so that no other token of this service passes for one (RFC 8725, 3.11). */
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
  /** Where the service is reached. */
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
