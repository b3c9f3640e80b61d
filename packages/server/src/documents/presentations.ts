/** A wallet makes a presentation for one request, and it is accepted once. */
import { createHash, type X509Certificate } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { CertificateName } from "./certificates/certificate.ts";
import type { StatusReference } from "./status/status-reference.ts";

/** The content of a wallet's presentation after all checks have passed. */
export interface PresentedPortrait {
  readonly outcome: "signed";
  readonly portrait: Uint8Array;
  readonly anchor: X509Certificate;
  readonly validUntil: Date;
  /** Id of the request or session that the presentation was made for. */
  readonly presentation: string;
  readonly status: StatusReference | undefined;
  readonly certificates: readonly CertificateName[];
}

/** Longer than any request stays open; retention.ts deletes the ids later. */
const lifeMs = 30 * 24 * 60 * 60_000;

/** Id of one request for a presentation. It reveals nothing about the person who responds. */
export const presentationId = (format: string, ...request: readonly (string | Uint8Array)[]): string => {
  const hash = createHash("sha256").update(format);
  // Each part is hashed by itself, so that two different lists of parts never give the same input.
  for (const part of request) hash.update(createHash("sha256").update(part).digest());
  return hash.digest("hex");
};

/** @returns whether it was not used before, on any node: the primary key decides each race */
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
