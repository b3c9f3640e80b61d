import { createHmac, randomBytes } from "node:crypto";

/**
 * Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): HMAC-SHA256 of id, time and body, with
 * a secret of 24 to 64 bytes written as `whsec_` and base64.
 */
export function signatureHeaders(
  { id, atMs, body }: { readonly id: string; readonly atMs: number; readonly body: string },
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(atMs / 1000));
  const sign = (secret: string) =>
    `v1,${createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64")}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    // During a rotation there are two secrets, and either signature verifies.
    "webhook-signature": secrets.map(sign).join(" "),
  };
}

const prefix = "whsec_";

export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}
