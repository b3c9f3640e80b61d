import { pathTo } from "../here/service-path.ts";
import { Fault, type FaultKind } from "./session.ts";

/** What the page shows to the service: the secret of the link, and which of the person's devices this is. */
export interface Credentials {
  readonly secret: string;
  readonly device: string;
}

export interface Request {
  readonly method: "GET" | "POST";
  readonly body?: BodyInit;
  readonly json?: boolean;
  /** Sent to its end though the page goes away meanwhile. */
  readonly keepalive?: boolean;
  /** No answer after this long is none. */
  readonly withinMs?: number;
}

const kinds: Readonly<Record<string, FaultKind>> = {
  session_link_invalid: "link_wrong",
  session_elsewhere: "elsewhere",
  session_ended: "ended",
  consent_text_changed: "words_changed",
  challenge_expired: "stale",
  challenge_not_found: "stale",
  challenge_already_completed: "stale",
  step_too_early: "stale",
  step_too_late: "stale",
  step_out_of_order: "out_of_order",
  no_face: "no_face",
};

/** Photos over a slow line, and a model that has to wait its turn. */
const answerWithinMs = 60_000;
/** How often a service that has no room is asked again, and after how long at most. */
const askedAgain = 2;
const longestPauseMs = 10_000;

export function headersFor({ secret, device }: Credentials): Record<string, string> {
  return { authorization: `Bearer ${secret}`, "selfsame-device": device };
}

/** Asks /api/v3/session. @throws Fault */
export async function ask<Data>(credentials: Credentials, path: string, request: Request): Promise<Data> {
  for (let asked = 0; ; asked++) {
    const response = await reach(credentials, path, request);
    const busy = response.status === 429 || response.status === 503;
    if (!busy) return read<Data>(response);
    if (asked === askedAgain) throw new Fault("busy", `The service is busy: ${response.status}`);
    const waitMs = 1000 * Number(response.headers.get("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, longestPauseMs)));
  }
}

async function reach(
  credentials: Credentials,
  path: string,
  { method, body, json, keepalive = false, withinMs = answerWithinMs }: Request,
): Promise<Response> {
  try {
    return await fetch(pathTo(`/api/v3/session${path}`), {
      method,
      headers: { ...headersFor(credentials), ...(json && { "content-type": "application/json" }) },
      ...(body !== undefined && { body }),
      keepalive,
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.timeout(withinMs),
    });
  } catch (error) {
    throw new Fault("offline", "The service cannot be reached", error);
  }
}

/** Sends a wallet's answer as the wallet itself would. What is wrong with it, the session says. @throws Fault */
export async function sendAnswer(url: string, response: string): Promise<void> {
  const sent = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ response }),
    credentials: "omit",
    cache: "no-store",
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch((error: unknown) => {
    throw new Fault("offline", "The service cannot be reached", error);
  });
  if (sent.status === 429 || sent.status === 503) throw new Fault("busy", `The service is busy: ${sent.status}`);
}

async function read<Data>(response: Response): Promise<Data> {
  let answer: { readonly data?: Data | null; readonly error?: { readonly code: string } | null };
  try {
    answer = (await response.json()) as typeof answer;
  } catch (error) {
    // A proxy before a service that is away answers in words of its own.
    throw new Fault(
      response.status >= 500 ? "offline" : "fault",
      `No answer of the service: ${response.status}`,
      error,
    );
  }
  if (response.ok && answer.data) return answer.data;
  const code = answer.error?.code ?? String(response.status);
  throw new Fault(kinds[code] ?? "fault", code);
}
