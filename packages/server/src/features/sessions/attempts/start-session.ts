import type { Challenges, NewChallenge, Start } from "../../../liveness/challenge/challenges.ts";
import type { StepName } from "@selfsame/face/assess/gestures";
import { avoidedMax } from "../../../liveness/challenge/draw.ts";
import { challengeMode } from "../../../liveness/challenge/challenge-mode.ts";
import { stepsMissedTwice } from "./second-chances.ts";
import { type Agreed, type SessionsDaysOf, consentOf, isOutdated } from "../consent/given-consent.ts";
import { deleteUnfinished } from "../evidence/evidence.ts";
import { emitStatus } from "../end-session.ts";
import { referencesAlone } from "../sent-photos.ts";
import { type SessionDeps, type SessionRow, isOver } from "../session.ts";
import { note } from "../reports/timeline.ts";
import { needsWallet } from "../wallet/wallet-request.ts";
import { type Visitor, describeVisitor, hashDevice } from "../visit/visitor.ts";
import { readSetting } from "@selfsame/platform/settings/setting";

/** Records that the page was shown for the first time. */
export async function openSession({ store, now }: SessionDeps, row: SessionRow, by: Visitor): Promise<SessionRow> {
  if (row.opened_at_ms !== null || isOver(row)) return row;
  const opened = await store.db.transaction().execute(async (db) => {
    const nowMs = now();
    const session = await db
      .updateTable("verification_sessions")
      .set((e) => ({ opened_at_ms: nowMs, version: e("version", "+", 1) }))
      .where("id", "=", row.id)
      .where("opened_at_ms", "is", null)
      .where("status", "in", ["open", "started"])
      .returningAll()
      .executeTakeFirst();
    if (session) await note(db, row.id, "opened", nowMs, describeVisitor(by));
    return session;
  });
  return opened ?? row;
}

type Drawn = Extract<Start, { readonly outcome: "opened" }>;

export type Started =
  | { readonly outcome: "started"; readonly session: SessionRow; readonly draw: Drawn | undefined }
  | { readonly outcome: "over" | "outdated" | "too_many" };

export interface StartDeps extends SessionDeps {
  readonly challenges: Pick<Challenges, "start">;
  readonly sessionsDaysOf: SessionsDaysOf;
}

/** Steps to avoid: those that the person asked to skip, and those not seen in two attempts. */
async function avoidedBy({ store }: SessionDeps, row: SessionRow, asked: readonly StepName[] = []) {
  const missed = row.attempts > 1 ? await stepsMissedTwice(store.db, row.id) : [];
  return [...new Set([...asked, ...missed])].slice(0, avoidedMax);
}

/**
 * Records the consent, binds the session to this device, and draws a new challenge. The device that starts last holds the session.
 * @param wish the challenge to draw; false: none yet
 */
export async function startSession(
  deps: StartDeps,
  row: SessionRow,
  by: Visitor & { readonly device: string },
  agreed: Agreed,
  wish: Pick<NewChallenge, "avoid" | "light" | "burst"> | false = {},
): Promise<Started> {
  if (isOver(row)) return { outcome: "over" };
  if (row.status === "open" && (await isOutdated(deps.store.db, row.account_id, agreed)))
    return { outcome: "outdated" };
  // No challenge before the wallet has answered: its time would run while the person uses the wallet.
  const draws = wish && row.challenge === "required" && row.test === 0 && !needsWallet(row);
  const draw = draws
    ? await deps.challenges.start({
        accountId: row.account_id,
        ...wish,
        burst: wish.burst || (await readSetting(deps.store.db, row.account_id, challengeMode)) !== "any",
        avoid: await avoidedBy(deps, row, wish.avoid),
        stepwise: true,
        requester: `session:${row.id}`,
      })
    : undefined;
  if (draw && draw.outcome !== "opened") return { outcome: "too_many" };
  const device = hashDevice(by.device);
  const session = await deps.store.db.transaction().execute(async (db) => {
    const nowMs = deps.now();
    // Of two concurrent starts this makes one the first; the other waits for the row lock.
    const { numUpdatedRows: first } = await db
      .updateTable("verification_sessions")
      .set({ status: "started", started_at_ms: nowMs, consent_version: agreed.version })
      .where("id", "=", row.id)
      .where("status", "=", "open")
      .where("expires_at_ms", ">", nowMs)
      .executeTakeFirst();
    const consent = first > 0n ? await consentOf(db, row, agreed, deps.sessionsDaysOf) : undefined;
    const before = await db
      .selectFrom("verification_sessions")
      .select("device")
      .where("id", "=", row.id)
      .executeTakeFirst();
    const started = await db
      .updateTable("verification_sessions")
      .set((e) => ({
        device,
        // Later attempts start here, too; they leave the stored consent unchanged.
        ...(consent && { consent: JSON.stringify(consent), consented_days: consent.sessions_days ?? null }),
        challenge_id: draw?.challenge.id ?? null,
        receipt_photos: referencesAlone(row.receipt_photos),
        version: e("version", "+", 1),
        opened_at_ms: e.fn.coalesce("opened_at_ms", e.val(nowMs)),
      }))
      .where("id", "=", row.id)
      .where("status", "=", "started")
      .where("expires_at_ms", ">", nowMs)
      .returningAll()
      .executeTakeFirst();
    if (!started) return undefined;
    if (started.evidence !== null) await deleteUnfinished(db, started);
    const where = describeVisitor(by);
    if (first > 0n) {
      const event = await emitStatus(deps, db, started, nowMs);
      await note(db, row.id, "started", nowMs, { ...where, consent: agreed.version, event });
    } else if (before?.device !== device) await note(db, row.id, "taken_over", nowMs, where);
    return started;
  });
  return session ? { outcome: "started", session, draw } : { outcome: "over" };
}
