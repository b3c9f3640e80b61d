/** The table of cases that every client shares, in clients/cases.json. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { ApiError } from "./errors/api-error.ts";
import { NetworkError } from "./errors/network-error.ts";
import { ResponseError } from "./errors/response-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { Selfsame } from "./selfsame.ts";
import type { SelfsameOptions } from "./settings.ts";
import { answeringServer, type Received, type Reply } from "./testing/answering-server.ts";
import { caught } from "./testing/caught.ts";
import { fakeClock } from "./testing/fake-clock.ts";
import { WebhookError, verifyWebhook } from "./webhook.ts";

type Fields = Readonly<Record<string, unknown>>;
type CaseReply =
  | string
  | ({ readonly status: number; readonly headers?: Record<string, string>; readonly text?: string } & Fields);

interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** Null: it must not be there. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly form?: Readonly<Record<string, readonly string[] | { readonly json: unknown }>>;
  readonly json?: unknown;
  readonly lines?: readonly unknown[];
}

interface Case {
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

interface WebhookCase {
  readonly name: string;
  readonly id?: string;
  readonly timestamp?: string;
  readonly signature?: string | null;
  readonly append?: string;
  readonly after_s?: number;
  readonly type?: string;
  readonly reason?: string;
}

interface Table {
  readonly replies: Readonly<Record<string, CaseReply>>;
  readonly cases: readonly Case[];
  readonly webhooks: Required<Pick<WebhookCase, "id" | "timestamp">> & {
    readonly secret: string;
    readonly body: string;
    readonly signature: string;
    readonly cases: readonly WebhookCase[];
  };
}

const table = JSON.parse(readFileSync(new URL("../../../clients/cases.json", import.meta.url), "utf8")) as Table;

const kinds = {
  api: ApiError,
  network: NetworkError,
  timeout: TimeoutError,
  response: ResponseError,
  misuse: TypeError,
};

/** In JavaScript `webhook_endpoints` is `webhookEndpoints`; the fields of requests and answers are spelled as in the API. */
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

for (const one of table.cases) test(`every client: ${one.name}`, (t) => runCase(t, one));

async function runCase(t: TestContext, one: Case): Promise<void> {
  const { baseUrl, received } = await answeringServer(t, ...one.replies.map(replyOf));
  const clock = fakeClock(0.5);
  const options: SelfsameOptions = Object.fromEntries(
    Object.entries(one.client ?? {}).map(([name, value]) => [camel(name), value]),
  );
  const asked = call(new Selfsame({ apiKey: "ss_sk_a", baseUrl, clock, ...options }), one.call);
  if (one.error) assertError(await caught(asked), one.error);
  else assertResult(await asked, one);
  const { sent, attempts = sent?.length } = one;
  if (attempts !== undefined) assert.equal(received.length, attempts);
  for (const [index, wanted] of (sent ?? []).entries()) assertSent(received[index], wanted);
  if (one.slept_ms) assert.deepEqual(clock.sleptMs, one.slept_ms);
  if (one.same_header) {
    const values = new Set(received.map(({ headers }) => headers[one.same_header ?? ""]));
    assert.ok(values.size === 1 && !values.has(undefined));
  }
}

function replyOf(given: CaseReply): Reply {
  const reply = typeof given === "string" ? (table.replies[given] ?? given) : given;
  if (typeof reply === "string") return reply as "hang" | "reset";
  const { status, headers = {}, text, data = null, error, meta } = reply;
  const its = { request_id: "r-1", version: "3", service_version: "1.0.0", processing_ms: 40, ...(meta as object) };
  const failure = error ? { message: "No.", retryable: false, ...error } : null;
  return { status, headers, body: text ?? { success: !failure, data, error: failure, meta: its } };
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
  // A null of the table is what other languages give for "not given"; here that is undefined, but for a token.
  if (Array.isArray(value)) return value.map(withPhotos);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name, its]) => its !== null || name === "challenge_token");
  return Object.fromEntries(fields.map(([name, its]) => [name, withPhotos(its)]));
}

function assertResult(result: unknown, { rows, result: wanted }: Case): void {
  if (rows) assert.deepEqual(result, rows);
  if (wanted) assert.partialDeepStrictEqual(result, wanted);
}

function assertError(error: unknown, { kind, ...wanted }: NonNullable<Case["error"]>): void {
  assert.ok(error instanceof kinds[kind], String(error));
  for (const [name, value] of Object.entries(wanted)) {
    const its: unknown = name === "text" ? error.message : (error as unknown as Fields)[camel(name)];
    assert.equal(its, value, name);
  }
}

function assertSent(sent: Received | undefined, wanted: Sent): void {
  assert.ok(sent);
  if (wanted.method) assert.equal(sent.method, wanted.method);
  if (wanted.path) assert.equal(sent.path, wanted.path);
  for (const [name, value] of Object.entries(wanted.headers ?? {})) assert.equal(sent.headers[name] ?? null, value);
  const text = Buffer.from(sent.body, "latin1").toString();
  if (wanted.json) assert.deepEqual(JSON.parse(text), wanted.json);
  if (wanted.lines) {
    const lines = text.trimEnd().split("\n");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      wanted.lines,
    );
  }
  if (wanted.form) assertForm(partsOf(sent, text), wanted.form);
}

function partsOf({ headers }: Received, body: string): Map<string, string[]> {
  const [, boundary = ""] = /boundary=(.+)$/.exec(headers["content-type"] ?? "") ?? [];
  const parts = body.split(`--${boundary}`).slice(1, -1);
  const named = parts.map((part) => ({
    name: /name="([^"]+)"/.exec(part)?.[1] ?? "",
    content: part.slice(part.indexOf("\r\n\r\n") + 4, -2),
  }));
  const grouped = Map.groupBy(named, ({ name }) => name);
  return new Map([...grouped].map(([name, group]) => [name, group.map(({ content }) => content)]));
}

function assertForm(parts: ReadonlyMap<string, readonly string[]>, wanted: NonNullable<Sent["form"]>): void {
  assert.deepEqual([...parts.keys()].toSorted(), Object.keys(wanted).toSorted());
  for (const [name, values] of Object.entries(wanted)) {
    const sent = parts.get(name) ?? [];
    if ("json" in values) assert.deepEqual(JSON.parse(sent[0] ?? ""), values.json);
    else
      assert.deepEqual(
        sent,
        values.map((value) => value.replace("PHOTO", "a photo")),
      );
  }
}

for (const one of table.webhooks.cases) {
  test(`every client: a webhook: ${one.name}`, async () => {
    const { webhooks } = table;
    const { id = webhooks.id, timestamp = webhooks.timestamp, signature = webhooks.signature } = one;
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signature?.replace("SIGNATURE", webhooks.signature),
    };
    const nowMs = (Number(webhooks.timestamp) + (one.after_s ?? 2)) * 1000;
    const checked = verifyWebhook(webhooks.body + (one.append ?? ""), headers, webhooks.secret, nowMs);
    if (one.reason === undefined) return assert.equal((await checked).type, one.type);
    const error = await caught(checked);
    assert.ok(error instanceof WebhookError);
    assert.equal(error.reason, one.reason);
  });
}
