/**
 * Performs a case of clients/cases.json with the client. Imports nothing but the client, so that it runs in every runtime that the client supports.
 */
import { ApiError } from "../errors/api-error.ts";
import { NetworkError } from "../errors/network-error.ts";
import { ResponseError } from "../errors/response-error.ts";
import { TimeoutError } from "../errors/timeout-error.ts";
import { Selfsame } from "../selfsame.ts";
import type { SelfsameOptions } from "../settings.ts";
import { WebhookError, verifyWebhook } from "../webhook.ts";
import { fakeClock } from "./fake-clock.ts";

export type Fields = Readonly<Record<string, unknown>>;

export type CaseReply =
  | string
  | ({ readonly status: number; readonly headers?: Record<string, string>; readonly text?: string } & Fields);

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** Null: the header must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly form?: Readonly<Record<string, readonly string[] | { readonly json: unknown }>>;
  readonly json?: unknown;
  readonly lines?: readonly unknown[];
}

export interface Case {
  readonly name: string;
  readonly client?: Fields;
  readonly replies: readonly CaseReply[];
  readonly call: readonly [method: string, ids: readonly string[], options: Fields];
  readonly result?: Fields;
  readonly rows?: readonly unknown[];
  readonly error?: Fields & { readonly kind: keyof typeof kinds };
  readonly sent?: readonly Sent[];
  readonly attempts?: number;
  readonly slept_ms?: readonly number[];
  readonly same_header?: string;
}

export interface WebhookCase {
  readonly name: string;
  readonly id?: string;
  readonly timestamp?: string;
  readonly signature?: string | null;
  readonly append?: string;
  readonly after_s?: number;
  readonly type?: string;
  readonly reason?: string;
}

export interface Table {
  readonly replies: Readonly<Record<string, CaseReply>>;
  readonly cases: readonly Case[];
  readonly webhooks: Required<Pick<WebhookCase, "id" | "timestamp">> & {
    readonly secret: string;
    readonly body: string;
    readonly signature: string;
    readonly cases: readonly WebhookCase[];
  };
}

/** The outcome of a case, as JSON between two programs contains it. */
export interface Outcome {
  readonly result?: unknown;
  /** The error thrown: its kind as named in the table, or its message, and the fields that the case names. */
  readonly error?: Fields;
  readonly sleptMs: readonly number[];
}

export interface WebhookOutcome {
  readonly type?: string;
  readonly reason?: string;
}

const kinds = {
  api: ApiError,
  network: NetworkError,
  timeout: TimeoutError,
  response: ResponseError,
  misuse: TypeError,
};

/** `webhook_endpoints` is `webhookEndpoints` in JavaScript. Fields of requests and responses keep the API's spelling. */
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** @param baseUrl where the case's replies are given */
export async function performCase(one: Case, baseUrl: string, apiKey = "ss_sk_a"): Promise<Outcome> {
  const clock = fakeClock(0.5);
  const options: SelfsameOptions = Object.fromEntries(
    Object.entries(one.client ?? {}).map(([name, value]) => [camel(name), value]),
  );
  const client = new Selfsame({ apiKey, baseUrl, clock, ...options });
  try {
    return { result: await call(client, one.call), sleptMs: clock.sleptMs };
  } catch (error) {
    return { error: described(error, Object.keys(one.error ?? {})), sleptMs: clock.sleptMs };
  }
}

export async function performWebhook({ webhooks }: Table, one: WebhookCase): Promise<WebhookOutcome> {
  const { id = webhooks.id, timestamp = webhooks.timestamp, signature = webhooks.signature } = one;
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature?.replace("SIGNATURE", webhooks.signature),
  };
  const nowMs = (Number(webhooks.timestamp) + (one.after_s ?? 2)) * 1000;
  try {
    const { type } = await verifyWebhook(webhooks.body + (one.append ?? ""), headers, webhooks.secret, nowMs);
    return { type };
  } catch (error) {
    return { reason: error instanceof WebhookError ? error.reason : String(error) };
  }
}

/** Performs all cases of the table in order. Each uses its own path, its index in the table. */
export async function performAll(table: Table, baseUrl: string, apiKey?: string) {
  const cases: Outcome[] = [];
  for (const [at, one] of table.cases.entries()) cases.push(await performCase(one, `${baseUrl}/${at}`, apiKey));
  const webhooks: WebhookOutcome[] = [];
  for (const one of table.webhooks.cases) webhooks.push(await performWebhook(table, one));
  return { cases, webhooks };
}

async function call(selfsame: Selfsame, [method, ids, options]: Case["call"]): Promise<unknown> {
  const path = method.split(".").map(camel);
  const owner = path.slice(0, -1).reduce<Fields>((from, name) => from[name] as Fields, selfsame as unknown as Fields);
  const asked = (owner[path.at(-1) ?? ""] as (...args: unknown[]) => unknown).call(
    owner,
    ...ids,
    ...(Object.keys(options).length > 0 ? [withPhotos(options)] : []),
  );
  const isList = typeof asked === "object" && asked !== null && Symbol.asyncIterator in asked;
  return isList ? allOf(asked as AsyncIterable<unknown>) : asked;
}

async function allOf(list: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for await (const row of list) rows.push(row);
  return rows;
}

function withPhotos(value: unknown): unknown {
  if (value === "PHOTO") return new TextEncoder().encode("a photo");
  // Null in the table means "not given" in other languages. In JavaScript that is undefined, except for a token.
  if (Array.isArray(value)) return value.map(withPhotos);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name, its]) => its !== null || name === "challenge_token");
  return Object.fromEntries(fields.map(([name, its]) => [name, withPhotos(its)]));
}

function described(error: unknown, names: readonly string[]): Fields {
  const [kind] = Object.entries(kinds).find(([, one]) => error instanceof one) ?? [String(error)];
  const its = (name: string): unknown => (name === "text" ? (error as Error).message : (error as Fields)[camel(name)]);
  return { ...Object.fromEntries(names.map((name) => [name, its(name) ?? null])), kind };
}
