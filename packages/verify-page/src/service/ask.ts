import { pathTo } from "../here/service-path.ts";
import { Fault, type FaultKind } from "./session.ts";

/** Credentials that the page sends to the service: the link's secret and the id of this device. */
export interface Credentials {
  readonly secret: string;
  readonly device: string;
}

export interface Request {
  readonly method: "GET" | "POST";
  readonly body?: BodyInit;
  readonly json?: boolean;
  /** Whether the request continues after the page is closed. */
  readonly keepalive?: boolean;
  /** Timeout in milliseconds. */
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

/** Default timeout. Allows for uploading photos over a slow connection and for waiting in the service's queue. */
const answerWithinMs = 60_000;
/** Maximum number of retries while the service is busy, and the longest pause between them. */
const askedAgain = 2;
const longestPauseMs = 10_000;

export function headersFor({ secret, device }: Credentials): Record<string, string> {
  return { authorization: `Bearer ${secret}`, "selfsame-device": device };
}

/** Sends a request to /api/v3/session. @throws Fault */
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

/** Sends the wallet's response to the service as the wallet itself would. The session reports any problem with it. @throws Fault */
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
    // If the service is unavailable, a proxy in front of it responds, and not in JSON.
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
