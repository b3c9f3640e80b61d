import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { attemptsMax } from "./ledger.ts";

/** Nothing more comes of the challenge, and what was measured of its frames is deleted. Their fingerprints stay: a frame counts once, also of this one. */
export async function forgetChallenge(db: Kysely<Schema>, id: string): Promise<void> {
  await db.updateTable("challenges").set({ attempts: attemptsMax }).where("id", "=", id).execute();
  await db.deleteFrom("challenge_turns").where("challenge_id", "=", id).execute();
}
