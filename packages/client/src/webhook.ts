/** The event that a webhook contains. It contains little data; fetch the rest from the API. */
export interface WebhookEvent {
  /** `batch.completed`, `ping`, ...; later versions add others. */
  readonly type: string;
  /** When it happened: ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** A Fetch `Headers`, or the header object of Node's HTTP server and frameworks based on it. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The request was not sent by Selfsame, or not within five minutes of now. Respond with 400 and do not process it. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly reason: "missing_header" | "too_old" | "too_new" | "wrong_signature" | "not_an_event";

  constructor(reason: WebhookError["reason"]) {
    super(`The webhook is not genuine: ${reason}. ${advice[reason]}`);
    this.reason = reason;
  }
}

/** Advice for the developer, whose own mistake may be the cause. */
const advice: Readonly<Record<WebhookError["reason"], string>> = {
  missing_header: "Pass the request's headers as they came: webhook-id, webhook-timestamp and webhook-signature.",
  too_old: "It was signed more than five minutes ago, unless this machine's clock is wrong.",
  too_new: "It is from the future, unless this machine's clock is wrong.",
  wrong_signature:
    "Check that the secret is that of this endpoint, and that the body is the request's own bytes, not JSON that was parsed and written again.",
  not_an_event: "The signature is right, but the body is no event.",
};

const toleranceSeconds = 5 * 60;

/**
 * Checks that Selfsame sent a webhook recently (Standard Webhooks). Also runs in workers and on edge runtimes: it needs Web Crypto only.
 *
 * @param body the raw body, byte for byte, before it is parsed
 * @param secret `whsec_...`, as returned when the endpoint was created
 * @param now epoch milliseconds
 * @throws WebhookError
 * @throws TypeError if the body is already parsed, or the secret is invalid
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  now: number = Date.now(),
): Promise<WebhookEvent> {
  if (typeof body !== "string" && !ArrayBuffer.isView(body)) {
    throw new TypeError(
      'verifyWebhook takes the body as it was received, and this one is parsed. Express: express.raw({ type: "application/json" }); Next and workers: await request.text()',
    );
  }
  const key = await importKey(secret);
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  const ageSeconds = now / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || ageSeconds > toleranceSeconds) throw new WebhookError("too_old");
  if (ageSeconds < -toleranceSeconds) throw new WebhookError("too_new");

  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const signature of signatures.split(" ")) {
    const given = signature.startsWith("v1,") ? bytesOf(signature.slice(3)) : undefined;
    // Compares in constant time.
    if (given && (await crypto.subtle.verify("HMAC", key, given, signed))) return parseEvent(text);
  }
  throw new WebhookError("wrong_signature");
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") throw new WebhookError("missing_header");
  return value;
}

async function importKey(secret: string | undefined): Promise<CryptoKey> {
  if (typeof secret !== "string" || secret === "") {
    throw new TypeError(
      "verifyWebhook has no secret: pass the endpoint's own, whsec_..., which was shown when it was created. Is its environment variable set?",
    );
  }
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (!bytes || bytes.length === 0) throw new TypeError("The webhook secret is not one: it begins with whsec_.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** @returns undefined if it is not valid base64 */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parseEvent(text: string): WebhookEvent {
  let event: Partial<WebhookEvent> | null;
  try {
    event = JSON.parse(text) as Partial<WebhookEvent> | null;
  } catch {
    throw new WebhookError("not_an_event");
  }
  if (typeof event?.type !== "string" || typeof event.data !== "object") throw new WebhookError("not_an_event");
  return event as WebhookEvent;
}
