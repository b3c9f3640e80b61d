import { comparedOutcomes, comparingEndpoints } from "../../accounts/usage/compared.ts";
import { addTimes, noTimes, percentilesOf } from "../../accounts/usage/times.ts";
import type { Percentiles } from "../../accounts/usage/times.ts";
import type { OutcomeSum } from "../../accounts/usage/report.ts";

/** Comparisons of two people, and how many of them matched. */
export interface Matches {
  readonly compared: number;
  readonly matched: number;
}

interface EndpointTraffic extends Percentiles {
  readonly endpoint: string;
  readonly count: number;
  /** Requests that ended in an error. */
  readonly errors: number;
}

export interface Traffic {
  /** Interactive requests: a caller waited for each. */
  readonly count: number;
  readonly matches: Matches;
  /** The busiest first. */
  readonly endpoints: readonly EndpointTraffic[];
  /** By code, the most frequent first. */
  readonly errors: readonly { readonly code: string; readonly count: number }[];
  /** Items of batches. No other figure includes them: no caller waits for one. */
  readonly batchItems: number;
}

const batchItem = "v3.batch_item";
/** Streams last as long as their reader wants: their duration is meaningless. */
const streams: ReadonlySet<string> = new Set(["v3.follow_events", "v3.session_events"]);

const sumOf = (sums: readonly OutcomeSum[]): number => sums.reduce((all, { count }) => all + count, 0);

/** Whether an outcome is an error code. */
export type IsError = (sum: Pick<OutcomeSum, "endpoint" | "outcome">) => boolean;

export function trafficOf(sums: readonly OutcomeSum[], isError: IsError): Traffic {
  const interactive = sums.filter(({ endpoint }) => endpoint !== batchItem);
  const failed = interactive.filter(isError);
  return {
    count: sumOf(interactive),
    matches: matchesOf(sums),
    endpoints: [...Map.groupBy(interactive, ({ endpoint }) => endpoint)]
      .map(([endpoint, of]) => endpointTraffic(endpoint, of, isError))
      .toSorted((a, b) => b.count - a.count || a.endpoint.localeCompare(b.endpoint)),
    errors: [...Map.groupBy(failed, ({ outcome }) => outcome)]
      .map(([code, of]) => ({ code, count: sumOf(of) }))
      .toSorted((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    batchItems: sumOf(sums) - sumOf(interactive),
  };
}

function endpointTraffic(endpoint: string, sums: readonly OutcomeSum[], isError: IsError): EndpointTraffic {
  const times = streams.has(endpoint) ? noTimes : sums.reduce((all, { times }) => addTimes(all, times), noTimes);
  return {
    endpoint,
    count: sumOf(sums),
    errors: sumOf(sums.filter(isError)),
    ...percentilesOf(times),
  };
}

function matchesOf(sums: readonly OutcomeSum[]): Matches {
  const compared = sums.filter(
    ({ endpoint, outcome }) => comparingEndpoints.includes(endpoint) && comparedOutcomes.includes(outcome),
  );
  return { compared: sumOf(compared), matched: sumOf(compared.filter(({ outcome }) => outcome === "match")) };
}
