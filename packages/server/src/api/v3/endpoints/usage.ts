import type { z } from "zod";
import { inTurn } from "../../../platform/turns.ts";
import { percentilesOf } from "../../../accounts/usage/times.ts";
import { sumUsage, total, type UsageSum } from "../../../accounts/usage/report.ts";
import type { PlainEndpoint } from "../endpoint.ts";
import { usageQuerySchema, usageSchema } from "../schemas/usage.ts";

const dayMs = 24 * 3600_000;
const daysMax = 92;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const row = { requests: 412, p50_ms: 181, p95_ms: 402 };

export const readUsage: PlainEndpoint = {
  method: "GET",
  path: "/usage",
  name: "v3.read_usage",
  key: "private",
  tag: "Keys and usage",
  summary: "Read usage",
  description: `Requests of the account by day, key, endpoint or outcome, ${daysMax} days at most. A live key reads requests of live and public keys, a test key those of test keys.`,
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
    },
  },
  run: async ({ keys, reportTurns }, query, { caller }) => {
    const { by, ...asked } = query as z.infer<typeof usageQuerySchema>;
    const toMs = Date.parse(asked.to ?? dayOf(keys.now()));
    const fromMs = asked.from === undefined ? toMs - 29 * dayMs : Date.parse(asked.from);
    if (fromMs > toMs || toMs - fromMs >= daysMax * dayMs) return { code: "invalid_parameter", param: "from" };
    const { accountId, test } = caller;
    const split = by === "day" ? "none" : by;
    const range = { accountId, test, fromMs, toMs: toMs + dayMs, by: "day", split } as const;
    const sums = await inTurn(reportTurns, accountId, () => sumUsage(keys.store.reports, range));
    if (sums === "no_turn") {
      const message = "Reports of an account are worked out one after the other: too many of this account wait.";
      return { code: "rate_limited", message, hint: "Retry after the seconds in `Retry-After`.", retryAfterSeconds: 1 };
    }
    const groups = Map.groupBy(sums, ({ group, startMs }) => group ?? dayOf(startMs));
    const rows = await Promise.all([...groups].map(async ([group, of]) => ({ group, ...(await countsOf(of)) })));
    if (by !== "day") rows.sort((a, b) => b.requests - a.requests || (a.group < b.group ? -1 : 1));
    return {
      outcome: "read",
      data: { from: dayOf(fromMs), to: dayOf(toMs), by, rows, total: await countsOf(sums) },
    };
  },
};

async function countsOf(sums: readonly UsageSum[]) {
  const { count, times } = await total(sums);
  const { p50Ms, p95Ms } = percentilesOf(times);
  return { requests: count, p50_ms: p50Ms, p95_ms: p95Ms };
}
