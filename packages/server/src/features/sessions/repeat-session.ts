import { challengeUse } from "./attempts/passive-first.ts";
import { type Actor, writeAudit } from "../../platform/audit/audit.ts";
import { isBrandingComplete } from "../branding/required.ts";
import type { Reference } from "../../photo/verify/references.ts";
import { createSession, type MadeSession } from "./create-session.ts";
import type { SealedReferences } from "./evidence/seal-photo.ts";
import { note } from "./reports/timeline.ts";
import type { SessionDeps, SessionRow } from "./session.ts";

/** As long as a session waits by itself. */
const expiresInSeconds = 24 * 3600;
/** A session that was reviewed may have had more. */
const attemptsMax = 5;

/** Whether the photo that it was compared with is needed again: it was deleted when the session ended. */
export const needsReferenceAgain = ({ has_reference, wallet, test }: SessionRow): boolean =>
  has_reference === 1 && wallet === 0 && test === 0;

/** Whether a photo can stand for the reference: not for a document, which may have had to be signed. */
export const isRepeatable = ({ document, wallet, test }: SessionRow): boolean =>
  document === null || wallet === 1 || test === 1;

export type Repeated =
  | MadeSession
  | { readonly outcome: "document_needed" | "reference_needed" | "branding_incomplete" };

/** Of a photo that was sent again. */
export interface ReferenceAgain {
  readonly reference: Reference;
  readonly sealed: SealedReferences;
}

/**
 * Another session for the person of one that has ended: the same external id, metadata, key and settings.
 * @param again where the first had one; its embedding is gone
 */
export async function repeatSession(
  deps: SessionDeps,
  row: SessionRow,
  again: ReferenceAgain | undefined,
  model: string,
  by: Actor,
): Promise<Repeated> {
  if (!isRepeatable(row)) return { outcome: "document_needed" };
  if (needsReferenceAgain(row) && !again) return { outcome: "reference_needed" };
  if (row.test === 0 && !(await isBrandingComplete(deps.store.db, row.account_id))) {
    return { outcome: "branding_incomplete" };
  }
  const { compare_limit, compare_minutes } = row;
  const asked = {
    accountId: row.account_id,
    keyId: row.key_id,
    test: row.test === 1,
    simulate: undefined,
    reference: again?.reference,
    sealed: again?.sealed,
    model,
    challenge: challengeUse(row),
    passiveLiveness: row.passive_liveness,
    returnUrl: row.return_url ?? undefined,
    externalId: row.external_id ?? undefined,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    locale: row.locale ?? undefined,
    expiresInSeconds,
    attempts: Math.min(row.attempts_allowed, attemptsMax),
    threshold: row.threshold ?? undefined,
    review: row.review === 1,
    wallet: row.wallet === 1,
    compareLater:
      compare_limit === null || compare_minutes === null
        ? undefined
        : { limit: compare_limit, minutes: compare_minutes },
  };
  return createSession(deps, asked, async (db, { session: { id, created_at_ms } }) => {
    await note(db, row.id, "repeated", created_at_ms, { session: id });
    await writeAudit(db, created_at_ms, by, "verification_repeated", row.account_id, id);
  });
}
