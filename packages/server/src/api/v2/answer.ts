import { type V2Error, v2Errors } from "./errors.ts";

/** A response before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  /** For usage: the outcome in domain words, or the error. */
  readonly outcome: string;
  /** For the log: what the caller is not told. */
  readonly detail?: string;
}

const headersOf: Partial<Record<V2Error, Readonly<Record<string, string>>>> = {
  method_not_allowed: { allow: "POST" },
  busy: { "retry-after": "1" },
};

export function ok(outcome: string, body: object): Answer {
  return { status: 200, body, outcome };
}

export function refusal(error: V2Error, detail?: string): Answer {
  const [status, text] = v2Errors[error];
  return {
    status,
    headers: headersOf[error] ?? {},
    body: { error: text },
    outcome: error,
    ...(detail === undefined ? {} : { detail }),
  };
}
