import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { challengeUse } from "./attempts/passive-first.ts";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import { isBrandingComplete } from "../branding/required.ts";
import type { Reference } from "@selfsame/photo/verify/references";
import type { ReceivedPhoto } from "../receipts/receipt.ts";
import { createSession, type MadeSession } from "./create-session.ts";
import type { SealedReferences } from "./evidence/seal-photo.ts";
import { note } from "./reports/timeline.ts";
import { repeatNeeds, type SessionDeps, type SessionRow } from "./session.ts";

/** The default lifetime of a session. */
const expiresInSeconds = 24 * 3600;
/** The most attempts that a new session may have; a reviewed session may have had more. */
const attemptsMax = 5;

export type Repeated =
  | MadeSession
  | { readonly outcome: "document_needed" | "reference_needed" | "branding_incomplete" };

/** The reference of a photo that was sent again. */
interface ReferenceAgain {
  readonly reference: Reference;
  readonly sealed: SealedReferences;
}

interface Repeat {
  /** The reference, if the first session had one, since its embedding was deleted. */
  readonly again: ReferenceAgain | undefined;
  readonly model: string;
  readonly keyId: string | null;
  readonly passiveLiveness: SessionRow["passive_liveness"];
  /** Whether a later reference must be a signed document. */
  readonly requireSignedDocument: boolean;
  /** The photos that were sent, if the verdict comes with a receipt. */
  readonly receiptPhotos: readonly ReceivedPhoto[] | undefined;
  readonly by: Actor;
}

/**
 * Creates another session for the person of an ended one: the same external id, metadata and settings.
 * @param also done in the transaction that creates it
 */
export async function repeatSession(
  deps: SessionDeps,
  row: SessionRow,
  { again, by, ...asked }: Repeat,
  also: (db: Kysely<Schema>, session: SessionRow) => Promise<void> = async () => {},
): Promise<Repeated> {
  const needs = repeatNeeds(row);
  if (needs === "document") return { outcome: "document_needed" };
  if (needs === "reference" && !again) return { outcome: "reference_needed" };
  if (row.test === 0 && !(await isBrandingComplete(deps.store.db, row.account_id))) {
    return { outcome: "branding_incomplete" };
  }
  const { compare_limit, compare_minutes } = row;
  const wanted = {
    ...asked,
    accountId: row.account_id,
    test: row.test === 1,
    simulate: undefined,
    reference: again?.reference,
    sealed: again?.sealed,
    challenge: challengeUse(row),
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
  return createSession(deps, wanted, async (db, { session }) => {
    const { id, created_at_ms } = session;
    await note(db, row.id, "repeated", created_at_ms, { session: id });
    await writeAudit(db, created_at_ms, by, "verification_repeated", row.account_id, id);
    await also(db, session);
  });
}
