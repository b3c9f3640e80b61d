import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../store/store.ts";
import type { NowMs } from "./clock.ts";
import { type Standing, isPaused, standingOf } from "./targets.ts";

/** Jobs of one account for one target, at least one of them due. */
export interface Lane {
  readonly account: string;
  readonly target: string;
  /** Of the next job. */
  readonly priority: number;
  readonly standing: Standing;
}

/** What the asking node has no places for. */
export interface Skipped {
  readonly accounts: readonly string[];
  /** Lanes. */
  readonly targets: readonly Pick<Lane, "account" | "target">[];
  /** All targets that are not known to be quick. */
  readonly apart: boolean;
}

export interface Walked {
  /** Lanes of an account are adjacent. */
  readonly lanes: readonly Lane[];
  /** The account at which the walk ended early. */
  readonly stoppedAt: string | undefined;
}

export interface Walk {
  readonly name: string;
  /** The walk begins after this account. */
  readonly after: string;
  readonly skipped: Skipped;
}

/** Most index entries of one walk, and most lanes of one account. */
const stepsMax = 160;
const lanesMax = 40;

/** All jobs, including claimed ones: those are due when their leases end. */
const jobs = sql`(SELECT id, name, account, target, priority, run_at_ms AS due_at FROM jobs)`;

/** Joins a row by id. PostgreSQL's planner would use a hash join on rows that it has not counted yet, and read everything; the limit prevents that. */
const rowOf = (kind: Store["kind"], name: string, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  kind === "sqlite"
    ? sql`JOIN ${jobs} j ON j.name = ${name} AND j.id = ${id}`
    : sql`CROSS JOIN LATERAL (SELECT * FROM ${jobs} x WHERE x.name = ${name} AND x.id = ${id} LIMIT 1) j`;

interface Step extends Lane {
  readonly is_due: number;
  readonly is_open: number;
  readonly step: number;
}

/**
 * Visits the accounts in turn, jumping through the index from lane to lane ("loose index scan"): the cost is the same for one waiting job in a lane or
 * 100,000.
 */
export async function walkLanes({ db, kind }: Store, nowMs: NowMs, walk: Walk): Promise<Walked> {
  const { name, after, skipped } = walk;
  const first = (where: RawBuilder<unknown>) => sql`(
    SELECT id FROM ${jobs} q WHERE q.name = ${name} AND ${where}
    ORDER BY q.account, q.target, q.priority DESC, q.due_at LIMIT 1)`;
  const look = (wrapped: RawBuilder<unknown>, lanes: RawBuilder<unknown>, step: RawBuilder<unknown>) => sql`
    j.account, j.target, j.priority,
    ${standingOf(sql`s`)} AS standing,
    CASE WHEN j.due_at <= ${nowMs()} THEN 1 ELSE 0 END AS is_due,
    CASE WHEN ${isOpen(nowMs, skipped)} THEN 1 ELSE 0 END AS is_open,
    CASE WHEN ${anyOf(sql`j.account`, skipped.accounts)} THEN 0 ELSE 1 END AS may_go,
    ${wrapped} AS wrapped, ${lanes} AS lanes, ${step} AS step`;
  const isWrapped = sql`CASE WHEN j.account <= ${after} THEN 1 ELSE 0 END`;
  const targets = sql`LEFT JOIN job_targets s ON s.account = j.account AND s.target = j.target`;
  const next = sql`COALESCE(
    CASE WHEN w.may_go = 1 AND w.is_open = 1 AND w.is_due = 0
      THEN ${first(sql`q.account = w.account AND q.target = w.target AND q.priority < w.priority`)} END,
    CASE WHEN w.may_go = 1 AND w.lanes < ${sql.lit(lanesMax)}
      THEN ${first(sql`q.account = w.account AND q.target > w.target`)} END,
    CASE WHEN w.wrapped = 0 THEN ${first(sql`q.account > w.account`)} END,
    CASE WHEN w.wrapped = 0 THEN ${first(sql`q.account <= ${after}`)}
      ELSE ${first(sql`q.account > w.account AND q.account <= ${after}`)} END)`;
  const { rows } = await sql<Step>`
    WITH RECURSIVE walk AS (
      SELECT ${look(isWrapped, sql`1`, sql`1`)}
      FROM ${jobs} j ${targets}
      WHERE j.name = ${name}
        AND j.id = COALESCE(${first(sql`q.account > ${after}`)}, ${first(sql`q.account <= ${after}`)})
      UNION ALL
      SELECT ${look(
        isWrapped,
        sql`CASE WHEN j.account <> w.account THEN 1 WHEN j.target <> w.target THEN w.lanes + 1 ELSE w.lanes END`,
        sql`w.step + 1`,
      )}
      FROM walk w ${rowOf(kind, name, next)} ${targets}
      WHERE w.step < ${sql.lit(stepsMax)}
    )
    SELECT account, target, priority, standing, is_due, is_open, step FROM walk
    WHERE (is_due = 1 AND is_open = 1 AND may_go = 1) OR step = ${sql.lit(stepsMax)} ORDER BY step`.execute(db);
  const last = rows.at(-1);
  return {
    lanes: rows.filter(({ is_due, is_open, account }) => is_due && is_open && !skipped.accounts.includes(account)),
    stoppedAt: last?.step === stepsMax ? last.account : undefined,
  };
}

function isOpen(nowMs: NowMs, { targets, apart }: Skipped): RawBuilder<unknown> {
  const full = targets.map(({ account, target }) => sql`(j.account = ${account} AND j.target = ${target})`);
  const none = full.length === 0 ? sql`` : sql`AND NOT (${sql.join(full, sql` OR `)})`;
  const quick = apart ? sql`AND COALESCE(s.standing, '') = 'quick'` : sql``;
  return sql`j.target = '' OR (NOT ${isPaused(sql`s`, nowMs())} ${quick} ${none})`;
}

const anyOf = (column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<unknown> =>
  values.length === 0 ? sql`1 = 0` : sql`${column} IN (${sql.join(values)})`;
