import type { Kysely } from "kysely";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Schema } from "@selfsame/platform/store/schema";
import type { FramesFace } from "@selfsame/photo/verify/frames-face";
import { emitStatus } from "../end-session.ts";
import { floatsOf } from "../reference.ts";
import type { SessionDeps, SessionResult, SessionRow } from "../session.ts";
import { note } from "../reports/timeline.ts";

/** Embeddings of the attempt that passed, stored for a later comparison. */
export interface Capture {
  readonly selfie: Float32Array;
  readonly frames: FramesFace | undefined;
}

/** Seals a capture like a reference, and for its model: embeddings of two models are never compared. */
export function sealCapture(seal: Seal, secret: string, model: string, { selfie, frames }: Capture): string {
  const floats = Float32Array.of(frames?.frames ?? 0, ...selfie, ...(frames?.sum ?? []));
  return seal.close(purposeOf(secret, model), new Uint8Array(floats.buffer));
}

/** @returns undefined if it was sealed for another link, for another model or under another key */
export function openCapture(seal: Seal, secret: string, model: string, sealed: string): Capture | undefined {
  const bytes = seal.open(purposeOf(secret, model), sealed);
  if (!bytes) return undefined;
  const floats = floatsOf(bytes);
  const [frames, rest] = [floats[0] ?? 0, floats.slice(1)];
  if (frames === 0) return { selfie: rest, frames: undefined };
  const half = rest.length / 2;
  return { selfie: rest.slice(0, half), frames: { sum: rest.slice(half), frames } };
}

const purposeOf = (secret: string, model: string): string => `session capture ${model} ${secret}`;

/**
 * Stores the capture of a passed attempt when the reference comes later: the person is done, and the time for comparisons starts.
 * @param sealed null in a test session, which analyzes no face
 * @returns undefined if the session is not compared later, or has ended
 */
export async function captureSession(
  deps: SessionDeps,
  db: Kysely<Schema>,
  { id, compare_limit, compare_minutes }: SessionRow,
  { result, sealed }: { readonly result: SessionResult; readonly sealed: string | null },
  nowMs: number,
): Promise<SessionRow | undefined> {
  if (compare_limit === null || compare_minutes === null) return undefined;
  const captured = await db
    .updateTable("verification_sessions")
    .set((e) => ({
      status: "captured",
      capture: sealed,
      // Reset, since a reviewer may have granted another attempt.
      comparisons: 0,
      model: result.model,
      result: JSON.stringify(result),
      challenge_id: null,
      captured_at_ms: nowMs,
      expires_at_ms: nowMs + compare_minutes * 60_000,
      version: e("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("status", "=", "started")
    .returningAll()
    .executeTakeFirst();
  if (captured) await note(db, id, "captured", nowMs, { event: await emitStatus(deps, db, captured, nowMs) });
  return captured;
}
