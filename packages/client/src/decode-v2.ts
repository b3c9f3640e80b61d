import { ApiError } from "./errors/api-error.ts";
import { ResponseError } from "./errors/response-error.ts";
import { parseRetryAfterMs } from "./retry.ts";
import type { Answer, Decode } from "./send.ts";

/** The error messages of version 2, which are frozen with its API: the error code of each, and whether the same request can succeed later. */
const errors: Readonly<Record<string, readonly [code: string, retryable: boolean]>> = {
  "Missing API key": ["missing_api_key", false],
  "Invalid API key": ["invalid_api_key", false],
  "This endpoint requires a private API key": ["private_key_required", false],
  "Rate limit exceeded": ["rate_limited", true],
  "Monthly quota exceeded": ["quota_exceeded", false],
  "Method not allowed": ["method_not_allowed", false],
  "Unsupported content type": ["unsupported_content_type", false],
  "Invalid request body": ["invalid_multipart", false],
  "Service busy": ["engine_busy", true],
  "Internal server error": ["internal_error", true],
  "Invalid URL format": ["invalid_url", false],
  "Domain not whitelisted": ["domain_not_allowed", false],
  "Failed to download image": ["download_failed", false],
  "File too large": ["file_too_large", false],
  "Unsupported image format": ["unsupported_image_format", false],
  "Failed to process image": ["image_unreadable", false],
  "Invalid base64 image": ["invalid_base64", false],
  "Photo is required": ["missing_file", false],
  "No face detected": ["no_face", false],
};

export function decodeV2<Result extends object>(): Decode<Result> {
  return (answer, clock) => {
    const retryAfterMs = parseRetryAfterMs(answer.headers.get("retry-after"), clock);
    const body = parseObject(answer);
    if (body !== null && answer.status === 200) return body as Result;
    if (typeof body?.error !== "string") throw new ResponseError(answer.status, retryAfterMs);
    const [code, retryable] = errors[body.error] ?? ["unknown", false];
    const requestId = answer.headers.get("x-request-id");
    const limits = { limit: null, actual: null, limitOf: null, limitWindow: null, resetsAt: null };
    const unknown = { param: null, hint: null, docs: null, ...limits };
    throw new ApiError({
      status: answer.status,
      code,
      message: body.error,
      retryable,
      requestId,
      retryAfterMs,
      ...unknown,
    });
  };
}

function parseObject({ text }: Answer): { readonly error?: unknown } | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : null;
  } catch {
    return null;
  }
}
