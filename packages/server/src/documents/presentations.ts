/** What a wallet presents is made for one request, and is taken once. */
import { createHash, type X509Certificate } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "../platform/store/schema.ts";
import type { CertificateName } from "./certificates/certificate.ts";
import type { StatusReference } from "./status/status-reference.ts";

/** What a wallet presented, where all of it holds. */
export interface PresentedPortrait {
  readonly outcome: "signed";
  readonly portrait: Uint8Array;
  readonly anchor: X509Certificate;
  readonly validUntil: Date;
  /** Of the request or the session that it was made for. */
  readonly presentation: string;
  readonly status: StatusReference | undefined;
  readonly certificates: readonly CertificateName[];
}

/** Longer than anybody leaves a request of their own open; retention.ts removes them later. */
const lifeMs = 30 * 24 * 60 * 60_000;

/** Identifies one request for a presentation, and reveals nothing of the person who answered it. */
export const presentationId = (format: string, ...request: readonly (string | Uint8Array)[]): string => {
  const hash = createHash("sha256").update(format);
  // Hashed one by one, so that no two lists of parts are one text.
  for (const part of request) hash.update(createHash("sha256").update(part).digest());
  return hash.digest("hex");
};

/** @returns whether it was not taken before, on whatever node: the primary key decides each race */
export async function takePresentation(
  db: Kysely<Schema>,
  accountId: string,
  presentation: string,
  nowMs: number,
): Promise<boolean> {
  const id = createHash("sha256").update(`${accountId} ${presentation}`).digest("hex");
  const added = await db
    .insertInto("presentations_used")
    .values({ id, expires_at_ms: nowMs + lifeMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}
