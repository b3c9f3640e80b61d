/** Checks a case of clients/cases.json: its outcome and the requests sent. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Received, Reply } from "./answering-server.ts";
import type { Case, CaseReply, Outcome, Sent, Table, WebhookCase, WebhookOutcome } from "./perform-case.ts";

export const table = JSON.parse(
  readFileSync(new URL("../../../../clients/cases.json", import.meta.url), "utf8"),
) as Table;

export function replyOf(given: CaseReply): Reply {
  const reply = typeof given === "string" ? (table.replies[given] ?? given) : given;
  if (typeof reply === "string") return reply as "hang" | "reset";
  const { status, headers = {}, text, data = null, error, meta } = reply;
  const its = { request_id: "r-1", version: "3", service_version: "1.0.0", processing_ms: 40, ...(meta as object) };
  const failure = error ? { message: "No.", retryable: false, ...error } : null;
  return { status, headers, body: text ?? { success: !failure, data, error: failure, meta: its } };
}

export function assertCase(one: Case, { result, error, sleptMs }: Outcome, received: readonly Received[]): void {
  if (one.error) assert.deepEqual(error, one.error);
  else assert.equal(error, undefined);
  if (one.rows) assert.deepEqual(result, one.rows);
  if (one.result) assert.partialDeepStrictEqual(result, one.result);
  const { sent, attempts = sent?.length } = one;
  if (attempts !== undefined) assert.equal(received.length, attempts);
  for (const [index, wanted] of (sent ?? []).entries()) assertSent(received[index], wanted);
  if (one.slept_ms) assert.deepEqual(sleptMs, one.slept_ms);
  if (one.same_header) {
    const values = new Set(received.map(({ headers }) => headers[one.same_header ?? ""]));
    assert.ok(values.size === 1 && !values.has(undefined));
  }
}

export function assertWebhook({ type, reason }: WebhookCase, outcome: WebhookOutcome): void {
  assert.deepEqual(outcome, reason === undefined ? { type } : { reason });
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
  const [, boundary = ""] = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "") ?? [];
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
