import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Access, Caller } from "../access/access.ts";
import { EngineUnavailable } from "../engine/engine.ts";
import { BudgetExhausted } from "../images/upload-budget.ts";
import { StoreUnavailable } from "../store/outage.ts";
import { clientGone } from "./client-gone.ts";
import { discardRest } from "./discard-rest.ts";
import { type Entry, enter } from "./enter.ts";

/** Why a request gets no answer of its own: `stopping` and `busy` pass by themselves, `fault` is ours. */
export type Refused = Exclude<Entry["outcome"], "admitted"> | "stopping" | "fault";

/** What the APIs do each in their own way. `Answer` is the contract's own; its `detail` goes to the log and nowhere else. */
export interface Conduct<Answer extends object> {
  /** For usage. */
  readonly endpoint: string;
  readonly kind: Caller["kind"];
  /** Called when the caller is known, whether or not the request goes on: what the limits tell is for it to read, too. */
  meet?(caller: Caller): void;
  answer(caller: Caller, signal: AbortSignal): Promise<Answer>;
  refuse(why: Refused, detail?: string): Answer;
  /** The outcome in domain words, or the error's name. */
  outcomeOf(answer: Answer): string;
}

export interface ConductDeps {
  readonly access: Access;
  readonly log: Logger;
}

/**
 * Takes a request through what all APIs have in common: the key and its limits, the answer or why there is none, usage, the log,
 * and what is left of the body. The API sends what comes of it.
 */
export async function conduct<Answer extends object>(
  deps: ConductDeps,
  how: Conduct<Answer>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer> {
  const signal = clientGone(reply.raw);
  const fault = (error: unknown): Answer => {
    // A client that has gone hears no answer, and its work that was dropped is no fault.
    if (!signal.aborted) deps.log.error({ requestId: request.id, err: error }, "fault");
    return how.refuse("fault");
  };
  const answer = await entered(deps, how, request, reply, signal, fault).catch(fault);
  reply.outcome = how.outcomeOf(answer);
  if ("detail" in answer && answer.detail !== undefined) {
    deps.log.info({ requestId: request.id, outcome: reply.outcome, detail: answer.detail }, "refused");
  }
  discardRest(request.raw);
  return answer;
}

async function entered<Answer extends object>(
  { access }: ConductDeps,
  how: Conduct<Answer>,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
  fault: (error: unknown) => Answer,
): Promise<Answer> {
  const entry = await enter(access, how.kind, request, reply);
  if (!("caller" in entry)) return how.refuse(entry.outcome);
  const { caller, outcome } = entry;
  how.meet?.(caller);
  const answer = outcome === "admitted" ? await answered(how, caller, signal, fault) : how.refuse(outcome);
  await access.record({
    caller,
    endpoint: how.endpoint,
    outcome: signal.aborted ? "client_gone" : how.outcomeOf(answer),
    durationMs: Math.round(reply.elapsedTime),
  });
  return answer;
}

async function answered<Answer extends object>(
  how: Conduct<Answer>,
  caller: Caller,
  signal: AbortSignal,
  fault: (error: unknown) => Answer,
): Promise<Answer> {
  try {
    return await how.answer(caller, signal);
  } catch (error) {
    if (error instanceof BudgetExhausted || error instanceof StoreUnavailable) return how.refuse("busy", error.message);
    if (!(error instanceof EngineUnavailable)) return fault(error);
    return how.refuse(error.reason === "stopping" ? "stopping" : "busy", error.message);
  }
}
