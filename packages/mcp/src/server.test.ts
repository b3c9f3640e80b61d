import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { startSessionService } from "../../server/testing/sessions/sessions.ts";
import { until } from "@selfsame/platform/testing/until";

/** The program that the build wrote. */
const bin = join(import.meta.dirname, "../npm/selfsame-mcp.js");

/** The published program, and a client from the developers of the protocol. */
async function connect(t: TestContext, env: Readonly<Record<string, string>>) {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin], env });
  await client.connect(transport);
  t.after(() => client.close());
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [first] = content;
    assert.ok(first?.type === "text" && content.length === 1);
    return { text: first.text, isError: isError === true, json: () => JSON.parse(first.text) };
  };
  return { client, call };
}

async function start(t: TestContext) {
  const service = await startSessionService(t);
  const { secret: key } = await service.makeKey({ kind: "test" });
  return { ...service, key, ...(await connect(t, { SELFSAME_URL: service.url, SELFSAME_API_KEY: key })) };
}

test("an agent finds its way: documentation, a test session with its webhook, and what became of a request", async (t) => {
  const { client, call, url, key, ask, apiKey } = await start(t);
  const receiver = await startReceiver(t, (response) => {
    response.writeHead(418).end("not for agents: this network is private");
  });
  const endpoint = await ask("POST", "/webhook_endpoints", { url: receiver.url }, key);

  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), [
    "cancel_test_session",
    "create_test_session",
    "draft_integration",
    "explain_error",
    "explain_request",
    "get_test_session",
    "list_docs",
    "list_events",
    "list_test_sessions",
    "list_webhook_deliveries",
    "list_webhook_endpoints",
    "read_docs",
    "search_docs",
  ]);
  const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);
  assert.deepEqual(changing.toSorted(), ["cancel_test_session", "create_test_session"]);

  assert.match((await call("list_docs")).text, /\/docs\/guide\/quick-start\.md/);
  const [best] = (await call("search_docs", { query: "verify webhook signature" })).json();
  assert.match(best.page, /webhooks/);
  assert.match((await call("read_docs", { page: best.page })).text, /signature/i);

  const made = (await call("create_test_session", { simulate: "no_match", external_id: "ada" })).json();
  assert.equal(made.test, true);
  const ended = await until(async () => {
    const session = (await call("get_test_session", { id: made.id })).json();
    return session.ended_at !== null && session;
  });
  assert.deepEqual([ended.status, ended.result.reasons], ["failed", ["no_match"]]);
  assert.equal((await call("list_test_sessions", { external_id: "ada" })).json().sessions[0].id, made.id);
  const types = (await call("list_events")).json().map(({ type }: { readonly type: string }) => type);
  assert.deepEqual(types, ["session.failed", "session.started"]);

  const [listed] = (await call("list_webhook_endpoints")).json();
  assert.equal(listed.id, endpoint.body.data.id);
  const answered = await until(async () => {
    const deliveries = (await call("list_webhook_deliveries", { endpoint_id: listed.id })).json();
    return deliveries.find(({ response }: { readonly response: unknown }) => response !== null);
  });
  assert.deepEqual(answered.response, { status: 418, body: "" });

  const open = (await call("create_test_session")).json();
  assert.equal((await call("cancel_test_session", { id: open.id })).json().status, "cancelled");

  const failed = await fetch(`${url}/api/v3/sessions/vs_none`, { headers: { authorization: `Bearer ${key}` } });
  const id = failed.headers.get("x-request-id") ?? "";
  const explained = await until(async () => {
    const { isError, json } = await call("explain_request", { request_id: id });
    return !isError && json();
  });
  assert.equal(explained.code, "session_not_found");
  assert.match(explained.code_means, /^### session_not_found/);

  const live = await fetch(`${url}/api/v3/sessions/vs_none`, { headers: { authorization: `Bearer ${apiKey}` } });
  const hidden = await call("explain_request", { request_id: live.headers.get("x-request-id") ?? "" });
  assert.match(hidden.text, /^No request|not found|No such/i);
  assert.ok(hidden.isError);
});

test("it explains each code, and names those there are for one that is none", async (t) => {
  const { call } = await start(t);
  const { text } = await call("explain_error", { code: "no_face" });
  assert.match(text, /^### no_face\n\n/);
  assert.doesNotMatch(text, /\n### /);
  const none = await call("explain_error", { code: "no_nose" });
  assert.ok(none.isError && none.text.includes("no_face"));
});

test("a draft has the rules and the guides, in parts", async (t) => {
  const { client, call } = await start(t);
  const draft = await call("draft_integration", { framework: "hosted-page" });
  assert.match(draft.text, /Check the signature of each webhook/);
  assert.match(draft.text, /# Sign-up/i);
  const { messages } = await client.getPrompt({ name: "integrate", arguments: { framework: "nextjs" } });
  assert.match(JSON.stringify(messages), /Next/);
  const long = await call("read_docs", { page: "settings" });
  const [, next] = /Read on with offset (\d+)\.\)$/.exec(long.text) ?? [];
  if (next !== undefined) {
    const more = await call("read_docs", { page: "settings", offset: Number(next) });
    assert.notEqual(more.text.slice(0, 100), long.text.slice(0, 100));
  }
  assert.ok(long.text.length < 41_000);
});

test("what is asked wrongly is said to the agent, and leads out of the guide nowhere", async (t) => {
  const { call } = await start(t);
  for (const page of ["../../api/v3/models", "guides/%2e%2e/x", "https://elsewhere.test/x", "nothing-like-it"]) {
    const { isError, text } = await call("read_docs", { page });
    assert.ok(isError && text.includes("list_docs"), `${page}: ${text}`);
  }
  assert.equal((await call("get_test_session", { id: "vs_nobody" })).isError, true);
  for (const [name, args] of Object.entries({
    get_test_session: { id: "../keys" },
    create_test_session: { simulate: "perhaps" },
    list_webhook_deliveries: { endpoint_id: "a/b" },
  })) {
    const refused = await call(name, args).catch((error: unknown) => ({ isError: true, text: String(error) }));
    assert.ok(refused.isError, `${name} ${refused.text}`);
  }
});

test("it starts with a test key alone, and says why not", () => {
  const startWith = (env: Readonly<Record<string, string>>) => {
    const { status, stderr } = spawnSync(process.execPath, [bin], { env, input: "", encoding: "utf8" });
    return { status, stderr: stderr.trim() };
  };
  for (const key of ["ss_sk_abc", "ss_pk_abc", "ss_tk_", "ss_tk_a b", " ss_tk_abc"]) {
    const { status, stderr } = startWith({ SELFSAME_API_KEY: key });
    assert.equal(status, 1, key);
    assert.match(stderr, /^SELFSAME_API_KEY is not a test key .*--kind test\.$/);
    assert.ok(!stderr.includes("abc"));
  }
  assert.match(startWith({}).stderr, /^SELFSAME_API_KEY is missing/);
  for (const url of ["faces", "file:///etc/passwd", "https://user:pass@faces.test", "https://faces.test/?a=b"]) {
    const { status, stderr } = startWith({ SELFSAME_API_KEY: "ss_tk_abc", SELFSAME_URL: url });
    assert.equal(status, 1, url);
    assert.match(stderr, /^SELFSAME_URL is an address/);
  }
  assert.equal(startWith({ SELFSAME_API_KEY: "ss_tk_abc" }).status, 0);
});

test("a service that is away, redirects or sends without end is an answer, not an end", async (t) => {
  let asked = "";
  const odd = createServer(({ url = "", headers }, response) => {
    asked += headers.authorization ?? "";
    if (url.startsWith("/docs/guide/a")) return void response.writeHead(302, { location: "/llms.txt" }).end();
    const more = () => void (response.write("x".repeat(65_536)) ? setImmediate(more) : response.once("drain", more));
    response.writeHead(200);
    more();
    response.on("close", () => response.destroy());
  }).listen(0, "127.0.0.1");
  t.after(() => odd.close().closeAllConnections());
  await new Promise((listening) => odd.once("listening", listening));
  const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const { call } = await connect(t, { SELFSAME_URL: url, SELFSAME_API_KEY: "ss_tk_abc" });
  assert.match((await call("read_docs", { page: "a" })).text, /cannot be read/);
  assert.match((await call("list_docs")).text, /is larger than/);
  // The key is sent to the API only.
  assert.equal(asked, "");
  const away = await connect(t, { SELFSAME_URL: "http://127.0.0.1:9", SELFSAME_API_KEY: "ss_tk_abc" });
  assert.equal((await away.call("list_docs")).isError, true);
  assert.equal((await away.call("list_webhook_endpoints")).isError, true);
});
