import { Readable } from "node:stream";
import Negotiator from "negotiator";
import type { z } from "zod";
import { nameKeys } from "../../../accounts/keys/keys.ts";
import { inTurn } from "@selfsame/platform/turns";
import { percentilesOf } from "../../../accounts/usage/times.ts";
import { ReportTooLarge, sumUsage, total, type UsageQuery, type UsageSum } from "../../../accounts/usage/report.ts";
import { mapInSlices } from "../../../accounts/usage/slices.ts";
import type { Context, EndpointDeps, PlainEndpoint, Rejection } from "../endpoint.ts";
import { type Usage, usageQuerySchema, usageSchema } from "../schemas/usage.ts";

const dayMs = 24 * 3600_000;
const isDay = (text: string): boolean => text.length === 10;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** How a row names its time; the others have none. */
const timeOf: Readonly<Partial<Record<Usage["by"], (ms: number) => string>>> = {
  hour: (ms) => new Date(ms).toISOString(),
  day: dayOf,
  month: (ms) => dayOf(ms).slice(0, 7),
};
const daysMax: Readonly<Partial<Record<Usage["by"], number>>> = { hour: 34, month: 3660 };

const row = { requests: 412, duration_ms: 78_280, p50_ms: 181, p95_ms: 402 };

export const readUsage: PlainEndpoint = {
  method: "GET",
  path: "/usage",
  name: "v3.read_usage",
  key: "private",
  tag: "Keys and usage",
  summary: "Read usage",
  description:
    "Requests of the account by hour, day, month, key, endpoint or outcome: 800 days at most, 34 by hour, ten years by month. A live key reads requests of live and public keys, a test key those of test keys. `Accept: text/csv` returns the rows as CSV.",
  query: usageQuerySchema,
  data: usageSchema,
  codes: ["invalid_parameter"],
  example: {
    summary: "By key",
    data: {
      from: "2026-11-01",
      to: "2026-11-22",
      by: "key",
      rows: [{ group: "key_8vN3xQ5rTb1Lw7Zc", ...row }],
      total: row,
      keys: { key_8vN3xQ5rTb1Lw7Zc: { name: "Tenant 1207", display: "ss_sk_...x7Qa" } },
    },
  },
  run: async (deps, query, context) => {
    const asked = query as z.infer<typeof usageQuerySchema>;
    const { by, split, to = dayOf(deps.keys.now()) } = asked;
    const toMs = Date.parse(to) + (isDay(to) ? dayMs : 0);
    const fromMs = asked.from === undefined ? toMs - 30 * dayMs : Date.parse(asked.from);
    if (fromMs >= toMs || toMs - fromMs > (daysMax[by] ?? 800) * dayMs)
      return { code: "invalid_parameter", param: "from" };
    const nameTime = timeOf[by];
    if (split !== undefined && !nameTime) return { code: "invalid_parameter", param: "split" };
    const steps = by === "hour" || by === "day" ? by : "month";
    const groups = nameTime ? (split ?? "none") : (by as "key");
    const sums = await sumInTurn(deps, context, { fromMs, toMs, by: steps, split: groups, keyId: asked.key_id });
    if ("code" in sums) return sums;
    const rows = nameTime
      ? await mapInSlices(sums, (sum) => ({
          group: nameTime(sum.startMs),
          ...(sum.group !== null && { split: sum.group }),
          ...countsOf(sum),
        }))
      : await byGroup(sums);
    if (
      new Negotiator({ headers: { accept: context.accept } }).mediaType(["application/json", "text/csv"]) === "text/csv"
    ) {
      return { outcome: "read", contentType: "text/csv; charset=utf-8", stream: Readable.from([csvOf(rows)]) };
    }
    const keys = groups === "key" ? { keys: await namesOf(deps, context, sums) } : {};
    const from = asked.from ?? (isDay(to) ? dayOf(fromMs) : new Date(fromMs).toISOString());
    return { outcome: "read", data: { from, to, by, rows, total: countsOf(await total(sums)), ...keys } };
  },
};

/** What operators name to read the usage of all accounts. */
const everyAccount = "all";

async function sumInTurn(
  { keys, reportTurns }: EndpointDeps,
  { caller: { accountId, test }, person }: Context,
  query: UsageQuery,
): Promise<readonly UsageSum[] | Rejection> {
  const whose = { test, ...(accountId !== everyAccount && { accountId }) };
  // In the queue of the account that reads: an operator does not wait for the reports of the account that is read.
  const readerId = person?.accountId ?? accountId;
  try {
    const sums = await inTurn(reportTurns, readerId, () => sumUsage(keys.store.reports, { ...query, ...whose }));
    if (sums !== "no_turn") return sums;
  } catch (error) {
    if (!(error instanceof ReportTooLarge)) throw error;
    const message = "This report would have more than 20,000 rows.";
    const hint = "Read a shorter time, larger steps, or one key.";
    return { code: "invalid_parameter", param: "from", message, hint };
  }
  const message = "Reports of an account are worked out one after the other: too many of this account wait.";
  return { code: "rate_limited", message, hint: "Retry after the seconds in `Retry-After`.", retryAfterSeconds: 1 };
}

/** The most requests first. */
async function byGroup(sums: readonly UsageSum[]): Promise<Usage["rows"]> {
  const groups = Map.groupBy(sums, ({ group }) => group ?? "");
  const rows = await Promise.all([...groups].map(async ([group, of]) => ({ group, ...countsOf(await total(of)) })));
  return rows.toSorted((a, b) => b.requests - a.requests || (a.group < b.group ? -1 : 1));
}

function countsOf({ count, durationMs, times }: Pick<UsageSum, "count" | "durationMs" | "times">) {
  const { p50Ms, p95Ms } = percentilesOf(times);
  return { requests: count, duration_ms: durationMs, p50_ms: p50Ms, p95_ms: p95Ms };
}

async function namesOf({ keys }: EndpointDeps, { caller }: Context, sums: readonly UsageSum[]) {
  const names = await nameKeys(
    keys.store.db,
    sums.flatMap(({ group }) => group ?? []),
  );
  if (caller.accountId === everyAccount) return names;
  return Object.fromEntries(Object.entries(names).map(([id, { name, display }]) => [id, { name, display }]));
}

/** No value needs quotes: groups are times, ids, endpoints and outcomes. */
function csvOf(rows: Usage["rows"]): string {
  const lines = rows.map(({ group, split, requests, duration_ms, p50_ms, p95_ms }) =>
    [group, split, requests, duration_ms, p50_ms, p95_ms].map((value) => value ?? "").join(),
  );
  return `${["group,split,requests,duration_ms,p50_ms,p95_ms", ...lines].join("\r\n")}\r\n`;
}
