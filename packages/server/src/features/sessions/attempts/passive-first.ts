import type { SessionDeps, SessionRow } from "../session.ts";

/** How a session asks for its challenge, as the API has it. */
export const challengeUses = ["required", "off", "if_unsure"] as const;
export type ChallengeUse = (typeof challengeUses)[number];

/** What is stored: nodes of the version before know nothing of `passive_first`, and require the challenge. */
export const columnsOf = (use: ChallengeUse): Pick<SessionRow, "challenge" | "passive_first"> =>
  use === "if_unsure" ? { challenge: "required", passive_first: "open" } : { challenge: use, passive_first: "off" };

export const challengeUse = ({ challenge, passive_first }: SessionRow): ChallengeUse =>
  passive_first === "off" ? challenge : "if_unsure";

/** What the page has to do now: a challenge is never `if_unsure` once the one selfie that may spare it was sent. */
export const challengeNow = (session: SessionRow): ChallengeUse =>
  session.passive_first === "taken" ? "required" : challengeUse(session);

/**
 * Takes the one try of a session that needs no challenge if its selfie is surely live. One only: who could try many photos would find one that
 * passes. @returns whether this call took it: of several at once, on whatever nodes, one does
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

/** Where the photo could not be judged for a reason that says nothing of the person. */
export async function releasePassiveTry({ store }: Pick<SessionDeps, "store">, { id }: SessionRow): Promise<void> {
  await store.db
    .updateTable("verification_sessions")
    .set({ passive_first: "open" })
    .where("id", "=", id)
    .where("passive_first", "=", "taken")
    .execute();
}
