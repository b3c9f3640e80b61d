import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { GuardedFetch } from "@selfsame/platform/outbound/guarded-fetch";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { issueCredential, presentCredential } from "../../../testing/documents/sd-jwt-vc.ts";
import { statusJwt } from "../../../testing/documents/status-list.ts";
import { createDocumentReader } from "../reading/document-reader.ts";
import type { FindCertificates } from "../reading/start-process.ts";
import { withStatus } from "./check-status.ts";
import type { StatusDemand } from "./status-demand.ts";
import { createStatusLists } from "./status-lists.ts";

const uri = "https://pid.example/status";
const country = makeCountry();
const asked = { nonce: "n-1", audience: "x509_hash:selfsame" };
const portrait = Buffer.alloc(300, 7);
const documents = createDocumentReader({ report: () => {}, countFault: () => {} });
const findCertificates = async () => [country.csca];
after(() => documents.stop());

async function readOf(claims: Readonly<Record<string, unknown>>) {
  const held = await issueCredential(country.documentSigner, { portrait, claims });
  const document = { format: "sd_jwt_vc", file: await presentCredential(held, asked), ...asked } as const;
  const asks = { document, mustBeSigned: true, allowWeak: false, nowMs: Date.now() };
  const read = await documents.read("document", asks, { accountId: "a", findCertificates });
  return read?.outcome === "read" ? read : assert.fail(read?.outcome);
}

const signal = new AbortController().signal;
const answering =
  (answer: () => Response | Error): GuardedFetch =>
  async () => {
    const given = answer();
    if (given instanceof Error) throw given;
    return given;
  };
const bodyOf = (token: Buffer) => new Response(Uint8Array.from(token));
const listing =
  (...statuses: readonly number[]) =>
  () =>
    bodyOf(statusJwt(country.documentSigner, { uri, statuses, ttl: 60 }));

async function check(idx: number, demand: StatusDemand, answer: () => Response | Error) {
  const read = await readOf({ status: { status_list: { uri, idx } } });
  const lists = createStatusLists({ usual: "off", fetch: answering(answer), now: Date.now });
  return withStatus(read, lists, documents, { demand, accountId: "a", signal, findCertificates, nowMs: Date.now() });
}

test("a document that its issuer revoked is rejected, and another says how old the list is", async () => {
  assert.equal((await check(1, "if_reachable", listing(0, 1))).outcome, "document_revoked");
  const valid = await check(0, "require", listing(0, 1));
  const { status } = valid.outcome === "read" ? valid.facts : assert.fail(valid.outcome);
  assert.deepEqual([status?.source, status?.result], ["status_list", "valid"]);
  for (const ms of [status?.issuedAtMs, status?.fetchedAtMs]) assert.ok(Date.now() - (ms ?? 0) < 60_000);

  const answers = {
    "nobody answers": () => new Error("refused"),
    "an error": () => new Response("", { status: 503 }),
    "a page": () => new Response("<html>"),
    "no such place": listing(0),
  };
  for (const [why, answer] of Object.entries(answers)) {
    assert.equal((await check(60, "require", answer)).outcome, "document_status_unknown", why);
    const accepted = await check(60, "if_reachable", answer);
    assert.ok(accepted.outcome === "read", why);
    assert.deepEqual(accepted.facts.status, { source: "status_list", result: "unknown" }, why);
  }

  const fetchNothing = () => assert.fail("fetched");
  const off = await check(1, "off", fetchNothing);
  assert.ok(off.outcome === "read" && off.facts.status === undefined);
  const without = await readOf({});
  const lists = createStatusLists({ usual: "require", fetch: answering(fetchNothing), now: Date.now });
  const context = { demand: "require", accountId: "a", signal, findCertificates, nowMs: 0 } as const;
  const read = await withStatus(without, lists, documents, context);
  assert.deepEqual(read, without);
});

test("a list that the revocation service of the provider signed counts, where its authority is trusted for that", async () => {
  const service = makeCountry();
  const read = await readOf({ status: { status_list: { uri, idx: 1 } } });
  const token = statusJwt(service.documentSigner, { uri, statuses: [0, 1] });
  const outcome = async (isTrusted: boolean) => {
    const lists = createStatusLists({ usual: "off", fetch: answering(() => bodyOf(token)), now: Date.now });
    const findCertificates: FindCertificates = async ({ isOfStatus }) =>
      isOfStatus && isTrusted ? [service.csca] : [country.csca];
    const context = { demand: "require", accountId: "a", signal, findCertificates, nowMs: Date.now() } as const;
    return (await withStatus(read, lists, documents, context)).outcome;
  };
  assert.deepEqual([await outcome(true), await outcome(false)], ["document_revoked", "document_status_unknown"]);
});

/** Status lists with a host that counts its requests. */
function counting() {
  let asked = 0;
  let nowMs = 1000;
  const answer = () => {
    asked++;
    return new Response(Uint8Array.of(asked));
  };
  const lists = createStatusLists({ usual: "require", fetch: answering(answer), now: () => nowMs });
  const ask = async (accountId: string, uri: string) => {
    const token = (await lists.fetch(accountId, uri, signal)) ?? assert.fail("no token");
    lists.retain(accountId, uri, token, nowMs + 1000);
    return token.bytes[0];
  };
  const pass = (ms: number) => (nowMs += ms);
  return { ask, pass, count: () => asked };
}

test("a list is used again for as long as it says, by the account that fetched it", async () => {
  const { ask, pass } = counting();
  assert.equal(await ask("a", uri), 1);
  pass(900);
  assert.equal(await ask("a", uri), 1);
  assert.equal(await ask("b", uri), 2);
  pass(1100);
  assert.equal(await ask("a", uri), 3);
});

test("an account with many lists does not drive out those of others", async () => {
  const { ask, count } = counting();
  await ask("small", uri);
  for (let account = 0; account < 9; account++) {
    for (let list = 0; list < 20; list++) await ask(`large ${account}`, `${uri}/${list}`);
  }
  const before = count();
  await ask("small", uri);
  assert.equal(count(), before);
  await ask("large 8", `${uri}/19`);
  assert.equal(count(), before);
  await ask("large 8", `${uri}/0`);
  assert.equal(count(), before + 1);
});

test("a host that failed is left alone for a minute, and so is one whose answer is no list", async () => {
  let asked = 0;
  let nowMs = Date.now();
  const answers = [new Error("refused"), bodyOf(Buffer.from("<html>")), listing(0)()];
  const answer = () => answers[asked++] ?? assert.fail("asked too often");
  const lists = createStatusLists({ usual: "off", fetch: answering(answer), now: () => nowMs });
  const read = await readOf({ status: { status_list: { uri, idx: 0 } } });
  const resultAt = async (passedMs: number) => {
    nowMs += passedMs;
    const context = { demand: "if_reachable", accountId: "a", signal, findCertificates, nowMs } as const;
    const checked = await withStatus(read, lists, documents, context);
    return [checked.outcome === "read" && checked.facts.status?.result, asked];
  };
  assert.deepEqual(await resultAt(0), ["unknown", 1]);
  assert.deepEqual(await resultAt(59_000), ["unknown", 1]);
  assert.deepEqual(await resultAt(2000), ["unknown", 2]);
  assert.deepEqual(await resultAt(59_000), ["unknown", 2]);
  assert.deepEqual(await resultAt(2000), ["valid", 3]);
});

test("one account's slow hosts leave others their fetches, and a list on its way is fetched once", async () => {
  const open: (() => void)[] = [];
  const fetch: GuardedFetch = async (address) => {
    if (address.startsWith("https://slow")) await new Promise<void>((resolve) => open.push(resolve));
    return new Response("list");
  };
  const lists = createStatusLists({ usual: "off", fetch, now: Date.now });
  const slow = Array.from({ length: 60 }, (_, one) => lists.fetch("slow", `https://slow.example/${one}`, signal));
  const again = Array.from({ length: 10 }, () => lists.fetch("slow", "https://slow.example/0", signal));
  assert.ok(await lists.fetch("quick", uri, signal));
  assert.equal(open.length, 4);
  while (open.length > 0) {
    open.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const answered = (await Promise.all(slow)).filter((token) => token !== undefined);
  assert.equal(answered.length, 4 + 32);
  assert.equal((await Promise.all(again)).filter((token) => token !== undefined).length, 10);
});
