import type { Kysely } from "kysely";
import { z } from "zod";
import { sessionThreshold } from "../../accounts/people/teams/thresholds.ts";
import { reviewSettings } from "../../accounts/people/teams/review-settings.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import { type ChallengeUse, columnsOf } from "./attempts/passive-first.ts";
import type { PassiveLivenessDemand } from "@selfsame/photo/verify/passive-liveness";
import type { Reference } from "@selfsame/photo/verify/references";
import type { ReceivedPhoto } from "../receipts/receipt.ts";
import { addEvidence } from "./evidence/evidence.ts";
import type { SealedReferences } from "./evidence/seal-photo.ts";
import { evidenceColumns, type EvidenceSettings, sealedEvidence } from "./evidence/settings.ts";
import { linkSecret } from "./link.ts";
import { newSessionId } from "@selfsame/platform/ids/ids";
import { sealReference } from "./reference.ts";
import type { CompareLater, SessionDeps, SessionRow } from "./session.ts";
import { type Simulated, simulationJob } from "./attempts/simulate.ts";
import { note } from "./reports/timeline.ts";
import { readSetting } from "@selfsame/platform/settings/setting";

/** Without control characters: PostgreSQL rejects NUL, and nobody could search for the others. */
export const externalIdSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^\P{Cc}+$/u);

/** The format only; `mayReturnTo` checks whether people may be sent there. */
export const returnUrlSchema = z.string().max(2048);

export const localeSchema = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/);

export interface NewSession {
  /** References sealed to the account's key, for a session with this id. */
  readonly sealed?: SealedReferences | undefined;
  readonly accountId: string;
  /** Null: created in the dashboard. */
  readonly keyId: string | null;
  readonly test: boolean;
  /** The end that a test session reaches by itself. */
  readonly simulate: Simulated | undefined;
  readonly reference: Reference | undefined;
  readonly model: string;
  readonly challenge: ChallengeUse;
  readonly passiveLiveness: PassiveLivenessDemand;
  readonly returnUrl: string | undefined;
  readonly externalId: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly locale: string | undefined;
  readonly expiresInSeconds: number;
  readonly attempts: number;
  /** If absent, the threshold saved for the key or the team. */
  readonly threshold: number | undefined;
  /** Whether a reviewer decides instead of a failure; if absent, the team's setting. */
  readonly review?: boolean | undefined;
  /** Whether the person's wallet provides the reference, instead of the request. */
  readonly wallet?: boolean | undefined;
  /** Whether a later reference must be a signed document. */
  readonly requireSignedDocument?: boolean | undefined;
  /** The document that the reference was read from, in the format of responses. */
  readonly document?: object | undefined;
  /** The photos that were sent, if the verdict comes with a receipt. */
  readonly receiptPhotos?: readonly ReceivedPhoto[] | undefined;
  /** For a session without a reference, which is compared after the capture. */
  readonly compareLater?: CompareLater | undefined;
  /** The OpenID Connect client that sends the person, and its subject for the person: see features/oidc/. */
  readonly oidc?: { readonly client: string; readonly sub: string } | undefined;
}

export interface MadeSession {
  readonly session: SessionRow;
  /** The secret of the session's link. Not stored. */
  readonly secret: string;
}

/** @param also done in the same transaction */
export function createSession(
  deps: SessionDeps,
  asked: NewSession,
  also: (db: Kysely<Schema>, made: MadeSession) => Promise<void> = async () => {},
): Promise<MadeSession> {
  const id = asked.sealed?.sessionId ?? newSessionId();
  const secret = linkSecret(deps.seal, { id, link: 1 });
  const nowMs = deps.now();
  return deps.store.db.transaction().execute(async (db) => {
    const inserted = await db
      .insertInto("verification_sessions")
      .values({
        id,
        account_id: asked.accountId,
        key_id: asked.keyId,
        status: "open",
        version: 1,
        test: Number(asked.test),
        external_id: asked.externalId ?? null,
        metadata: JSON.stringify(asked.metadata),
        locale: asked.locale ?? null,
        // The parsed form: the URL as written may contain characters that no header and no database accepts.
        return_url: asked.returnUrl === undefined ? null : new URL(asked.returnUrl).href,
        ...columnsOf(asked.challenge),
        passive_liveness: asked.passiveLiveness,
        threshold: asked.threshold ?? (await sessionThreshold(db, asked.accountId, asked.keyId)),
        review: Number(asked.review ?? (await readSetting(db, asked.accountId, reviewSettings)).reviewFailed),
        attempts: 0,
        attempts_allowed: asked.attempts,
        has_reference: Number(asked.reference !== undefined),
        reference: asked.reference ? sealReference(deps.seal, secret, asked.reference.embedding) : null,
        reference_photos: asked.reference?.photos ?? 1,
        wallet: Number(asked.wallet ?? false),
        require_signed_document: Number(asked.requireSignedDocument ?? false),
        document: asked.document ? JSON.stringify(asked.document) : null,
        compare_limit: asked.compareLater?.limit ?? null,
        compare_minutes: asked.compareLater?.minutes ?? null,
        oidc_client: asked.oidc?.client ?? null,
        oidc_sub: asked.oidc?.sub ?? null,
        // A simulated session ends only after the client has sent the person.
        oidc_simulate: (asked.oidc && asked.simulate) ?? null,
        receipt_photos: asked.receiptPhotos ? JSON.stringify(asked.receiptPhotos) : null,
        ...evidenceColumns(await evidenceSettings(db, asked)),
        model: asked.model,
        created_at_ms: nowMs,
        expires_at_ms: nowMs + asked.expiresInSeconds * 1000,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const evidence = (await addEvidence(db, inserted, asked.sealed?.photos ?? [], nowMs)) ?? null;
    const session = { ...inserted, evidence };
    await note(db, id, "created", nowMs, { by: asked.keyId === null ? "dashboard" : "api" });
    if (asked.simulate && !asked.oidc)
      await deps.queue.enqueue(db, [simulationJob(asked.accountId, id, asked.simulate)]);
    const made = { session, secret };
    await also(db, made);
    return made;
  });
}

/**
 * Evidence settings for a new session: the key that its references were sealed to, even if the account has replaced it since; none if the account has
 * switched evidence off.
 */
async function evidenceSettings(
  db: Kysely<Schema>,
  { accountId, test, sealed }: NewSession,
): Promise<EvidenceSettings | null> {
  if (test) return null;
  const current = await readSetting(db, accountId, sealedEvidence);
  return current && sealed ? sealed.settings : current;
}
