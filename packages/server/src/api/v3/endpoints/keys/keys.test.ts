import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { NewKey } from "../../../../accounts/keys/keys.ts";
import { openApiCheck } from "../../../../../testing/service/openapi-check.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../../../../testing/service/service.ts";

interface Answer {
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
  readonly error: { readonly code: string; readonly param: string | null } | null;
}

/** A service, and a key that may create keys. */
async function start(t: TestContext, bounds: Partial<NewKey> = {}) {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const { secret } = await service.makeKey({
    kind: "private",
    scopes: ["keys:write", "verify", "sessions"],
    ...bounds,
  });
  const check = await openApiCheck(service.url);
  const ask = async (
    method: string,
    path: string,
    body?: object,
    { key = secret, once }: { readonly key?: string; readonly once?: string } = {},
  ) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body && { "content-type": "application/json" }),
      ...(once && { "idempotency-key": once }),
    };
    const response = await fetch(`${service.url}/api/v3${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    check(`/api/v3${path.split("?")[0]?.replace(/key_\w+/, "{id}")}`, method, response.status, answer);
    return { status: response.status, ...answer };
  };
  const codeOf = ({ error }: Answer) => [error?.code, error?.param];
  return { service, secret, ask, codeOf };
}

test("a key makes another with what it may do itself, shows its secret once, and the other works", async (t) => {
  const { service, ask } = await start(t);
  const made = await ask("POST", "/keys", { name: "Tenant 1207", limits: limits(60) });
  assert.equal(made.status, 201);
  const { secret, ...key } = made.data;
  assert.match(secret, /^ss_sk_/);
  assert.deepEqual([key.kind, key.scopes, key.status], ["private", ["verify", "sessions"], "active"]);
  assert.deepEqual(key.limits, limits(60));
  assert.deepEqual((await ask("GET", `/keys/${key.id}`)).data, key);
  assert.equal((await ask("GET", "/models", undefined, { key: secret })).status, 200);
  assert.equal((await ask("GET", "/keys", undefined, { key: secret })).error?.code, "scope_missing");
  const audit = await service.store.db.selectFrom("audit").selectAll().where("action", "=", "key_created").execute();
  assert.equal(audit.at(-1)?.target, key.id);
});

const limits = (perMinute: number | null) => ({
  requests_per_minute: perMinute,
  requests_per_month: null,
  concurrent_requests: null,
});

test("the right to make keys has to be given by name: a key of all scopes does not have it", async (t) => {
  const { service, ask } = await start(t);
  assert.equal((await ask("GET", "/keys", undefined, { key: service.apiKey })).error?.code, "scope_missing");
  assert.equal((await ask("POST", "/keys", { name: "a" }, { key: service.apiKey })).error?.code, "scope_missing");
});

test("no key comes of a key that may do more, and none that may do more is changed, rotated or revoked with it", async (t) => {
  const { service, ask, codeOf } = await start(t, {
    addressRanges: ["127.0.0.0/8"],
    limits: { requestsPerMinute: 100, requestsPerMonth: null, concurrentRequests: null },
    requirePassiveLiveness: true,
    requireSignedDocument: true,
    threshold: 0.8,
  });
  const beyond = async (field: string, body: object) =>
    assert.deepEqual(codeOf(await ask("POST", "/keys", { name: "a", ...body })), ["beyond_own_key", field]);
  await beyond("scopes", { scopes: ["verify", "usage"] });
  await beyond("address_ranges", { address_ranges: ["127.0.0.0/7".replace("127", "126")] });
  await beyond("address_ranges", { address_ranges: [] });
  await beyond("limits", { limits: limits(101) });
  await beyond("limits", { limits: limits(null) });
  await beyond("require_passive_liveness", { require_passive_liveness: false });
  await beyond("require_signed_document", { require_signed_document: false });
  await beyond("threshold", { threshold: 0.79 });
  await beyond("threshold", { threshold: null });

  const own = await ask("POST", "/keys", { name: "within", address_ranges: ["127.0.0.1"], limits: limits(100) });
  assert.equal(own.status, 201);
  assert.equal(own.data.threshold, 0.8, "as with the key that asks");
  const path = `/keys/${own.data.id}`;
  assert.deepEqual(codeOf(await ask("PATCH", path, { limits: limits(200) })), ["beyond_own_key", "limits"]);
  assert.equal((await ask("PATCH", path, { limits: limits(50), name: "less" })).data.name, "less");
  assert.equal((await ask("PATCH", path, { threshold: 0.85 })).data.threshold, 0.85);
  assert.deepEqual(codeOf(await ask("PATCH", path, { threshold: 1.1 })), ["invalid_parameter", "threshold"]);

  const stronger = await service.makeKey({ kind: "private" });
  for (const [method, suffix, body] of [
    ["PATCH", "", { name: "mine" }],
    ["POST", "/rotate", {}],
    ["DELETE", "", undefined],
  ] as const) {
    const answer = await ask(method, `/keys/${stronger.id}${suffix}`, body);
    assert.deepEqual(codeOf(answer), ["beyond_own_key", "scopes"], method);
  }
  assert.equal((await ask("GET", `/keys/${stronger.id}`)).data.scopes, null, "it may be read");
});

test("a request that is sent again makes no second key, and is not shown the secret", async (t) => {
  const { service, ask, codeOf } = await start(t);
  const once = { once: "tenant-1207" };
  const { data } = await ask("POST", "/keys", { name: "Tenant" }, once);
  const again = await ask("POST", "/keys", { name: "Tenant" }, once);
  assert.deepEqual([again.status, ...codeOf(again)], [409, "secret_already_shown", "Idempotency-Key"]);
  assert.equal((await ask("POST", "/keys", { name: "Other" }, once)).error?.code, "idempotency_conflict");
  const rotation = { once: "rotate-1207" };
  const { data: successor } = await ask("POST", `/keys/${data.id}/rotate`, {}, rotation);
  const twice = await ask("POST", `/keys/${data.id}/rotate`, {}, rotation);
  assert.equal(twice.error?.code, "secret_already_shown");
  const stored = JSON.stringify(await service.store.db.selectFrom("idempotency_keys").selectAll().execute());
  for (const { secret } of [data, successor]) assert.ok(!stored.includes(secret));
});

test("a key is rotated, with an overlap, and revoked; a key may revoke itself", async (t) => {
  const { secret, ask, codeOf } = await start(t);
  const { data: first } = await ask("POST", "/keys", { name: "Tenant" });
  const rotated = await ask("POST", `/keys/${first.id}/rotate`, { overlap_s: 3600 });
  assert.deepEqual([rotated.status, rotated.data.name], [201, "Tenant"]);
  const before = (await ask("GET", `/keys/${first.id}`)).data;
  assert.deepEqual([before.status, before.successor_id], ["active", rotated.data.id]);
  assert.ok(Date.parse(before.expires_at) <= Date.now() + 3_600_000);
  assert.equal((await ask("POST", `/keys/${first.id}/rotate`, {})).error?.code, "key_not_active");

  assert.equal((await ask("DELETE", `/keys/${first.id}`)).data.status, "revoked");
  assert.equal((await ask("DELETE", `/keys/${first.id}`)).data.status, "revoked");
  assert.equal((await ask("GET", "/models", undefined, { key: first.secret })).error?.code, "invalid_api_key");

  const { keys } = (await ask("GET", "/keys?limit=100")).data;
  const own = keys.find(({ display }: { display: string }) => secret.endsWith(display.slice(-4)));
  assert.equal((await ask("DELETE", `/keys/${own.id}`)).data.status, "revoked");
  assert.deepEqual(codeOf(await ask("GET", "/keys")), ["invalid_api_key", null]);
});

test("a test key makes and sees test keys alone", async (t) => {
  const { service, ask, codeOf } = await start(t);
  const made = await service.makeKey({ kind: "test", scopes: ["keys:write", "verify"] });
  const key = { key: made.secret };
  assert.deepEqual(codeOf(await ask("POST", "/keys", { name: "a", kind: "private" }, key)), ["beyond_own_key", "kind"]);
  const { data } = await ask("POST", "/keys", { name: "a" }, key);
  assert.deepEqual([data.kind, data.secret.slice(0, 6)], ["test", "ss_tk_"]);
  const { keys } = (await ask("GET", "/keys", undefined, key)).data;
  assert.ok(keys.length >= 2 && keys.every(({ kind }: { kind: string }) => kind === "test"));
  const live = (await ask("POST", "/keys", { name: "live" })).data;
  assert.equal((await ask("GET", `/keys/${live.id}`, undefined, key)).error?.code, "key_not_found");
});

test("a public key has origins and no bounds; what is wrong is named", async (t) => {
  const { ask, codeOf } = await start(t);
  const page = await ask("POST", "/keys", { name: "Page", kind: "public", allowed_origins: ["https://shop.example/"] });
  assert.deepEqual([page.data.kind, page.data.allowed_origins], ["public", ["https://shop.example"]]);
  const wrong = async (param: string, body: object) =>
    assert.deepEqual(codeOf(await ask("POST", "/keys", { name: "a", ...body })), ["invalid_parameter", param]);
  await wrong("allowed_origins", { kind: "public" });
  await wrong("allowed_origins", { allowed_origins: ["https://shop.example"] });
  await wrong("scopes", { kind: "public", allowed_origins: ["https://shop.example"], scopes: ["verify"] });
  await wrong("address_ranges", { address_ranges: ["10.1"] });
  await wrong("expires_at", { expires_at: "2020-01-01T00:00:00.000Z" });
  await wrong("name", { name: " " });
  await wrong("nonsense", { nonsense: 1 });
  await wrong("scopes", { scopes: [] });
  assert.equal((await ask("GET", "/keys/key_none")).error?.code, "key_not_found");
});

test("an account has room for 100 active keys, and a revoked one makes room again", async (t) => {
  const { service, ask, codeOf } = await start(t);
  const made = [];
  for (;;) {
    const { id } = await service.makeKey({ kind: "private", scopes: ["verify"] });
    if (id === "") break;
    made.push(id);
  }
  assert.ok(made.length > 90 && made.length < 100);
  assert.deepEqual(codeOf(await ask("POST", "/keys", { name: "one more" })), ["too_many_keys", null]);
  assert.equal((await ask("DELETE", `/keys/${made[0]}`)).status, 200);
  assert.equal((await ask("POST", "/keys", { name: "one more" })).status, 201);
});

test("the list comes in pages, the newest first, and knows no other account's keys", async (t) => {
  const { ask } = await start(t);
  for (const name of ["one", "two", "three"]) await ask("POST", "/keys", { name });
  const names: string[] = [];
  let cursor = "";
  do {
    const { data } = await ask("GET", `/keys?limit=2${cursor}`);
    names.push(...data.keys.map((key: { name: string }) => key.name));
    cursor = data.next_cursor === null ? "" : `&cursor=${data.next_cursor}`;
  } while (cursor !== "");
  assert.equal(new Set(names).size, names.length);
  for (const name of ["one", "two", "three"]) assert.ok(names.includes(name));
  assert.equal((await ask("GET", "/keys?cursor=nonsense")).error?.code, "invalid_parameter");
});
