import { ApiError } from "./errors/api-error.ts";
import { ResponseError } from "./errors/response-error.ts";
import type { Meta } from "./results.ts";
import { parseRetryAfterMs } from "./retry.ts";
import type { Answer, Decode } from "./send.ts";

interface SentError extends Partial<Pick<ApiError, "param" | "hint" | "docs" | "limit" | "actual">> {
  readonly code: ApiError["code"];
  readonly message: string;
  readonly retryable: boolean;
  readonly limit_of?: ApiError["limitOf"];
  readonly limit_window?: ApiError["limitWindow"];
  readonly resets_at?: string | null;
}

interface Envelope {
  readonly success: boolean;
  readonly data: object | null;
  readonly error: SentError | null;
  readonly meta: Meta;
}

/** Decodes a version 3 response: returns its `data` with `meta` added, or throws its error. */
export function decodeV3<Data extends object>(): Decode<Data & { readonly meta: Meta }> {
  return (answer, clock) => {
    const retryAfterMs = parseRetryAfterMs(answer.headers.get("retry-after"), clock);
    const envelope = parseEnvelope(answer);
    if (envelope?.success === true && envelope.data) return { ...(envelope.data as Data), meta: envelope.meta };
    if (!envelope?.error) throw new ResponseError(answer.status, retryAfterMs);
    const { code, message, retryable, param, hint, docs, limit, actual, limit_of, limit_window, resets_at } =
      envelope.error;
    throw new ApiError({
      status: answer.status,
      code,
      message,
      retryable,
      param: param ?? null,
      hint: hint ?? null,
      docs: docs ?? null,
      limit: limit ?? null,
      actual: actual ?? null,
      limitOf: limit_of ?? null,
      limitWindow: limit_window ?? null,
      resetsAt: resets_at ?? null,
      requestId: envelope.meta?.request_id ?? null,
      retryAfterMs,
    });
  };
}

function parseEnvelope({ text }: Answer): Envelope | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "success" in body ? (body as Envelope) : null;
  } catch {
    return null;
  }
}
