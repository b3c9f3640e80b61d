import type { Kysely } from "kysely";
import type { Log } from "@selfsame/platform/store/log";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import type { Schema } from "@selfsame/platform/store/schema";
import { upToDate } from "../end-session.ts";
import { findSession, type SessionDeps, type SessionRow } from "../session.ts";
import { isReviewer } from "../../../accounts/people/teams/members.ts";
import { casesOf, heldSchema } from "./review-case.ts";
import { effectOf, type Review, type Reviewed, type Reviewer, reviewSession, reviewWithin } from "./review-session.ts";

/** How long a decision in the dashboard can be undone. */
const undoMs = 60_000;
const atOnce = 100;

type Held =
  | { readonly outcome: "held"; readonly session: SessionRow }
  | {
      readonly outcome: "not_found" | "not_in_review" | "needs_another" | "no_more_attempts" | "being_decided";
    };

/** Stores a decision that takes effect after a minute unless its reviewer undoes it. Obstacles are reported now, not after the minute. */
export async function holdDecision(
  deps: SessionDeps,
  accountId: string,
  id: string,
  review: Review,
  by: Reviewer,
): Promise<Held> {
  const found = await findSession(deps.store.db, accountId, id);
  if (!found) return { outcome: "not_found" };
  await upToDate(deps, found);
  return deps.store.db.transaction().execute(async (db): Promise<Held> => {
    const session = await findSession(db, accountId, id);
    if (session?.status !== "needs_review") return { outcome: "not_in_review" };
    const effect = await effectOf(db, session, review.decision, by);
    if (effect === "needs_another" || effect === "no_more_attempts") return { outcome: effect };
    const decision = JSON.stringify({ ...review, address: by.actor.address });
    const held = { decision, decided_by: by.id, due_at_ms: deps.now() + undoMs };
    // Of two concurrent reviewers the second waits here for the first, and finds the first's decision.
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto("review_cases")
      .values({ session_id: id, ...held })
      .onConflict((conflict) =>
        conflict
          .column("session_id")
          .doUpdateSet(held)
          .where((e) => e.or([e("review_cases.decided_by", "is", null), e("review_cases.decided_by", "=", by.id)])),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n ? { outcome: "held", session } : { outcome: "being_decided" };
  });
}

/** Decides at once. The same person's decision that could still be undone is replaced; a key does not wait for one of a person. */
export async function decideAtOnce(
  deps: SessionDeps,
  accountId: string,
  id: string,
  review: Review,
  by: Reviewer,
): Promise<Reviewed | { readonly outcome: "being_decided" }> {
  const before = (await casesOf(deps.store.db, [id])).get(id)?.held;
  if (by.kind === "person" && before && before.person !== by.id) return { outcome: "being_decided" };
  const reviewed = await reviewSession(deps, accountId, id, review, by);
  if ("session" in reviewed && by.kind === "person") await undoDecision(deps, accountId, id, by.id);
  return reviewed;
}

/** Undoes this person's decision, if there is one. */
export function undoDecision(
  { store }: SessionDeps,
  accountId: string,
  id: string,
  person: string,
): Promise<"undone" | "nothing_to_undo" | "not_found"> {
  return store.db.transaction().execute(async (db) => {
    const session = await findSession(db, accountId, id);
    if (!session) return "not_found";
    const held = (await casesOf(db, [id])).get(id)?.held;
    const isOwn = held?.person === person;
    return isOwn && (await drop(db, id, held.dueAtMs)) ? "undone" : "nothing_to_undo";
  });
}

/** Carries out the decisions whose minute has passed: each once, by one node. @throws StoreUnavailable */
export async function settleDecisions(deps: SessionDeps, log: Log, stopped: () => boolean): Promise<void> {
  const { store, now } = deps;
  for (let due: readonly Due[] | undefined; !stopped() && (due === undefined || due.length === atOnce);) {
    const nowMs = now();
    due = await store.run(() => dueBy(store.db, nowMs));
    for (const one of due) {
      await store
        .run(() => store.db.transaction().execute((db) => settle(deps, db, one, log)))
        .catch((error: unknown) => {
          if (error instanceof StoreUnavailable) throw error;
          log.error({ err: error, session: one.session_id }, "a reviewer's decision could not be carried out");
        });
    }
  }
}

interface Due {
  readonly session_id: string;
  readonly account_id: string;
  readonly decision: string | null;
  readonly decided_by: string | null;
  readonly due_at_ms: number | null;
}

function dueBy(db: Kysely<Schema>, nowMs: number): Promise<Due[]> {
  return db
    .selectFrom("review_cases as case")
    .innerJoin("verification_sessions as session", "session.id", "case.session_id")
    .select(["case.session_id", "session.account_id", "case.decision", "case.decided_by", "case.due_at_ms"])
    .where("case.due_at_ms", "<=", nowMs)
    .orderBy("case.due_at_ms")
    .limit(atOnce)
    .execute();
}

async function settle(deps: SessionDeps, db: Kysely<Schema>, due: Due, log: Log): Promise<void> {
  const { session_id: id, account_id: accountId, decision, decided_by: person, due_at_ms } = due;
  if (decision === null || person === null || due_at_ms === null || !(await drop(db, id, due_at_ms))) return;
  if (!(await isReviewer(db, accountId, person))) {
    log.info({ session: id, person }, "a decision was dropped: its reviewer may not decide any more");
    return;
  }
  const { address, ...review } = heldSchema.parse(JSON.parse(decision));
  await reviewWithin(deps, db, accountId, id, review, {
    kind: "person",
    id: person,
    actor: { actor: person, address },
  });
}

/** @returns whether the decision was still stored: another node may have carried it out, or its reviewer undone it */
async function drop(db: Kysely<Schema>, id: string, dueAtMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("review_cases")
    .set({ decision: null, decided_by: null, due_at_ms: null })
    .where("session_id", "=", id)
    .where("due_at_ms", "=", dueAtMs)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
