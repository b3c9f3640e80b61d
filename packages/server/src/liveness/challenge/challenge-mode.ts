import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "../../platform/audit/audit.ts";
import type { Schema } from "../../platform/store/schema.ts";
import type { Store } from "../../platform/store/store.ts";

/** Accepted live challenges. `any` includes challenges that show all steps at once, as old pages request them. */
export const challengeModes = ["stepwise", "any"] as const;
export type ChallengeMode = (typeof challengeModes)[number];

/** How a challenge was performed, and with how many frames besides the selfie. */
export const performedModes = ["stepwise", "all_at_once"] as const;
export interface ChallengeDetails {
  readonly mode: (typeof performedModes)[number];
  readonly frames: number;
}

export const modeOf = (isStepwise: boolean): ChallengeDetails["mode"] => (isStepwise ? "stepwise" : "all_at_once");

/** Whether a challenge of this mode is accepted. */
export const isAccepted = (mode: ChallengeDetails["mode"], accepted: ChallengeMode): boolean =>
  accepted === "any" || mode === "stepwise";

/** The team's mode, for keys without one of their own. */
export async function readChallengeMode(db: Kysely<Schema>, accountId: string): Promise<ChallengeMode> {
  const row = await db.selectFrom("accounts").select("challenge_mode").where("id", "=", accountId).executeTakeFirst();
  return row?.challenge_mode ?? "stepwise";
}

/** Applies to challenges and tokens that arrive from now on. */
export function changeChallengeMode(
  { db }: Pick<Store, "db">,
  by: Actor,
  accountId: string,
  mode: ChallengeMode,
  nowMs: number,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await transaction.updateTable("accounts").set({ challenge_mode: mode }).where("id", "=", accountId).execute();
    await writeAudit(transaction, nowMs, by, "challenge_mode_changed", accountId, mode);
  });
}
