import type { Kysely } from "kysely";
import { isAtLeast } from "../../accounts/people/teams/roles.ts";
import { countWaiting } from "../sessions/reviews/review-case.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import type { WatchDeps } from "./watch-deps.ts";

/** Least time between two mails to one person about one team: the next mail covers what came meanwhile. */
const mailEveryMs = 4 * 3600_000;

type ReviewDeps = Pick<WatchDeps, "store" | "mailer" | "publicUrl" | "now">;

/**
 * Mails a team's reviewers when sessions wait for review: a summary of what is new, at most every four hours, and not to those who turned it off. It
 * contains the number of sessions and the oldest one's time: no photo, no score, no name.
 */
export async function mailReviewers(deps: ReviewDeps): Promise<void> {
  const { store, mailer } = deps;
  if (!mailer.on) return;
  for (const team of await store.run(() => teamsThatWait(store.db))) {
    for (const member of await store.run(() => membersOf(store.db, team.accountId))) {
      if (isAtLeast(member.role, "reviewer")) await mailOne(deps, team, member);
    }
  }
}

interface Team {
  readonly accountId: string;
  readonly name: string;
  /** When the newest of its sessions began to wait. */
  readonly newestMs: number;
}

function teamsThatWait(db: Kysely<Schema>): Promise<readonly Team[]> {
  return db
    .selectFrom("verification_sessions as session")
    .innerJoin("accounts", "accounts.id", "session.account_id")
    .innerJoin("session_timeline as moment", "moment.session_id", "session.id")
    .select(({ fn }) => ["accounts.id as accountId", "accounts.name", fn.max<number>("moment.at_ms").as("newestMs")])
    .where("session.ended_at_ms", "is", null)
    .where("session.status", "=", "needs_review")
    .where("session.test", "=", 0)
    .where("moment.kind", "=", "needs_review")
    .where("accounts.closed_at_ms", "is", null)
    .groupBy(["accounts.id", "accounts.name"])
    .execute();
}

function membersOf(db: Kysely<Schema>, accountId: string) {
  return db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.id", "users.email", "users.language", "members.role", "members.review_mailed_at_ms as mailedAtMs"])
    .where("members.account_id", "=", accountId)
    .where("members.review_mail", "=", 1)
    .where("users.email", "is not", null)
    .execute();
}

async function mailOne(
  { store, mailer, publicUrl, now }: ReviewDeps,
  { accountId, name, newestMs }: Team,
  { id, email, language, mailedAtMs }: Awaited<ReturnType<typeof membersOf>>[number],
): Promise<void> {
  const nowMs = now();
  if (mailedAtMs !== null && (newestMs <= mailedAtMs || nowMs - mailedAtMs < mailEveryMs)) return;
  // Of several nodes one sends the mail.
  const { numUpdatedRows } = await store.run(() =>
    store.db
      .updateTable("members")
      .set({ review_mailed_at_ms: nowMs })
      .where("account_id", "=", accountId)
      .where("user_id", "=", id)
      .where("review_mailed_at_ms", "is not distinct from", mailedAtMs)
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) return;
  const { waiting, oldestMs } = await store.run(() => countWaiting(store.db, accountId, false, null));
  if (oldestMs === null) return;
  const link = `${publicUrl()}/#/reviews`;
  const mail = { kind: "review", link, team: name, waiting, oldestMs } as const;
  await mailer.send(email, language ?? undefined, mail, accountId);
}
