import type { SessionDeps, SessionRow } from "../session.ts";

/** Whether a session requires a challenge, in the API's words. */
export const challengeUses = ["required", "off", "if_unsure"] as const;
export type ChallengeUse = (typeof challengeUses)[number];

/** The stored columns. Nodes of the previous version ignore `passive_first`, and require the challenge. */
export const columnsOf = (use: ChallengeUse): Pick<SessionRow, "challenge" | "passive_first"> =>
  use === "if_unsure" ? { challenge: "required", passive_first: "open" } : { challenge: use, passive_first: "off" };

export const challengeUse = ({ challenge, passive_first }: SessionRow): ChallengeUse =>
  passive_first === "off" ? challenge : "if_unsure";

/** What the page must do now. Never `if_unsure` once the selfie that may replace the challenge was sent. */
export const challengeNow = (session: SessionRow): ChallengeUse =>
  session.passive_first === "taken" ? "required" : challengeUse(session);

/**
 * Takes the session's only try to pass without a challenge. Only one, since an attacker with many photos would find one that passes. @returns whether
 * this call took it: of concurrent calls, on any node, one does
 */
export async function takePassiveTry({ store }: Pick<SessionDeps, "store">, { id }: SessionRow): Promise<boolean> {
  const taken = await store.db
    .updateTable("verification_sessions")
    .set((e) => ({ passive_first: "taken", version: e("version", "+", 1) }))
    .where("id", "=", id)
    .where("passive_first", "=", "open")
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives the try back if the photo could not be judged for a reason that says nothing about the person. */
export async function releasePassiveTry({ store }: Pick<SessionDeps, "store">, { id }: SessionRow): Promise<void> {
  await store.db
    .updateTable("verification_sessions")
    .set({ passive_first: "open" })
    .where("id", "=", id)
    .where("passive_first", "=", "taken")
    .execute();
}
