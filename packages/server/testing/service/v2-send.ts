import { type PhotoName, photos } from "@selfsame/photo/testing/photos/v2-photos";

/** A request to version 2, as a row of the contract describes it. */
export interface Sent {
  readonly method?: string;
  /** Replaces the private key; null sends none. */
  readonly authorization?: string | null;
  /** A multipart body: photos by name, or a text after `text:`. */
  readonly form?: Readonly<Record<string, PhotoName | `text:${string}`>>;
  /** A JSON body; values that begin with `base64:` are replaced by that photo in Base64. */
  readonly json?: unknown;
  /** A raw body. */
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export function sendTo(url: string, apiKey: string, sent: Sent): Promise<Response> {
  const { method = "POST", authorization = `Bearer ${apiKey}` } = sent;
  const headers = new Headers(sent.headers);
  if (authorization !== null) headers.set("authorization", authorization);
  if (sent.json !== undefined) headers.set("content-type", "application/json");
  return fetch(url, { method, headers, body: bodyOf(sent) });
}

function bodyOf({ form, json, body }: Sent): FormData | Uint8Array<ArrayBuffer> | string | null {
  if (form !== undefined) return formOf(form);
  if (json !== undefined) return JSON.stringify(json, (_name, value: unknown) => expand(value));
  return typeof body === "string" || body === undefined ? (body ?? null) : new Uint8Array(body);
}

function formOf(parts: NonNullable<Sent["form"]>): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(parts)) {
    if (content.startsWith("text:")) form.append(name, content.slice(5));
    else form.append(name, new Blob([new Uint8Array(photos[content as PhotoName])]), "photo");
  }
  return form;
}

function expand(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replace(/base64:(\w+)$/, (_all, name: PhotoName) => photos[name].toString("base64"));
}
