/**
 * What a key may do to other keys, for every bound, operation and kind: no key creates, changes, rotates or revokes one with more rights than itself.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { ApiKeysTable } from "@selfsame/platform/store/schema";
import { keySwitches, switchNames, switchWires } from "../../../../accounts/access/key-switches.ts";
import { generationsMax } from "../../../../accounts/keys/origin.ts";
import { type Bound, boundNames } from "../../../../accounts/keys/within-own.ts";
import type { NewKey } from "../../../../accounts/keys/keys.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { pageOrigin, startService } from "../../../../../testing/service/service.ts";
import { paramOf } from "./key-data.ts";

const hourMs = 3600_000;
const soonMs = Date.now() + hourMs;
const none = { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: null };
const sent = (limits: object) => ({
  requests_per_minute: null,
  requests_per_month: null,
  concurrent_requests: null,
  ...limits,
});
const manages: NewKey["scopes"] = ["keys:write", "verify", "sessions"];

interface Row {
  readonly bound: Bound;
  /** The calling key's value. */
  readonly own: Partial<NewKey>;
  /** A value beyond it, as sent. */
  readonly wider: Readonly<Record<string, unknown>>;
  /** A key beyond the bound, created by a user. */
  readonly other: Partial<NewKey>;
}

const at = (ms: number) => new Date(ms).toISOString();

/**
 * Each bound, and each limit. Not in the table: kind, which bounds test keys, as they see no other keys; and origins, which only public keys have,
 * and these make no keys.
 */
const rows: readonly Row[] = [
  {
    bound: "scopes",
    own: { scopes: ["keys:write", "sessions"] },
    wider: { scopes: ["verify"] },
    other: { scopes: ["verify"] },
  },
  {
    bound: "addressRanges",
    own: { addressRanges: ["127.0.0.0/8"] },
    wider: { address_ranges: ["126.0.0.0/7"] },
    other: {},
  },
  {
    bound: "addressRanges",
    own: { addressRanges: ["127.0.0.0/8"] },
    wider: { address_ranges: [] },
    other: { addressRanges: ["10.0.0.0/8"] },
  },
  {
    bound: "limits",
    own: { limits: { ...none, requestsPerMinute: 1000 } },
    wider: { limits: sent({ requests_per_minute: 1001 }) },
    other: {},
  },
  { bound: "limits", own: { limits: { ...none, requestsPerMonth: 1000 } }, wider: { limits: sent({}) }, other: {} },
  {
    bound: "limits",
    own: { limits: { ...none, concurrentRequests: 10 } },
    wider: { limits: sent({ concurrent_requests: 11 }) },
    other: {},
  },
  { bound: "expiresAtMs", own: { expiresAtMs: soonMs }, wider: { expires_at: null }, other: {} },
  {
    bound: "expiresAtMs",
    own: { expiresAtMs: soonMs },
    wider: { expires_at: at(soonMs + 1) },
    other: { expiresAtMs: soonMs + 1 },
  },
  ...switchNames.map((name) => {
    const { wire, strict, usual } = keySwitches[name];
    // A key that a person makes without this setting exceeds a strict one, unless strict is the default.
    const other = usual === strict ? { [name]: !strict } : {};
    return { bound: name, own: { [name]: strict }, wider: { [wire]: !strict }, other };
  }),
  { bound: "challengeMode", own: { challengeMode: "stepwise" }, wider: { challenge_mode: null }, other: {} },
  {
    bound: "challengeMode",
    own: { challengeMode: "stepwise" },
    wider: { challenge_mode: "any" },
    other: { challengeMode: "any" },
  },
  { bound: "threshold", own: { threshold: 0.8 }, wider: { threshold: 0.79 }, other: { threshold: 0.79 } },
  { bound: "threshold", own: { threshold: 0.8 }, wider: { threshold: null }, other: {} },
];

const service = async (t: TestContext) => {
  const { url, store, makeKey } = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const asking = (secret: string) => async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${secret}`, ...(body && { "content-type": "application/json" }) };
    const response = await fetch(`${url}/api/v3${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    // oxlint-disable-next-line typescript/no-explicit-any
    const { data, error } = (await response.json()) as { data: any; error: any };
    return { status: response.status, data, error };
  };
  const withKey = async (settings: Partial<NewKey>) => {
    const made = await makeKey({ scopes: manages, ...settings });
    return { ...made, ask: asking(made.secret) };
  };
  return { store, makeKey, withKey, asking };
};

test("the table has every bound of a key", () => {
  const covered = new Set<Bound>([...rows.map(({ bound }) => bound), "kind", "allowedOrigins"]);
  assert.deepEqual(
    boundNames.filter((name) => !covered.has(name)),
    [],
  );
});

test("a key that follows its team makes none that accepts more than the team may", async (t) => {
  const { ask } = await (await service(t)).withKey({ challengeMode: null });
  const { status, error } = await ask("POST", "/keys", { name: "a", challenge_mode: "any" });
  assert.deepEqual([status, error.code, error.param], [403, "beyond_own_key", "challenge_mode"]);
  assert.equal((await ask("POST", "/keys", { name: "b" })).data.challenge_mode, null);
});

test("every column of a key is a bound, or known to bound nothing", async (t) => {
  const { store } = await service(t);
  const row = await store.db.selectFrom("api_keys").selectAll().limit(1).executeTakeFirstOrThrow();
  const bounds: readonly (keyof ApiKeysTable)[] = [
    "kind",
    "test",
    "scopes",
    "address_ranges",
    "allowed_origins",
    "expires_at_ms",
    "requests_per_minute",
    "requests_per_month",
    "concurrent_requests",
    ...switchWires,
    "challenge_mode",
    "threshold",
  ];
  const others: readonly (keyof ApiKeysTable)[] = [
    "id",
    "account_id",
    "name",
    "hash",
    "prefix",
    "last_four",
    "created_at_ms",
    "revoked_at_ms",
    "last_used_day",
    "successor_id",
    "playground",
    "well_formed",
    "created_by",
    "parent_id",
    "budget_id",
    "ancestors",
    "acts_for",
  ];
  assert.deepEqual(Object.keys(row).toSorted(), [...bounds, ...others].toSorted());
});

for (const { bound, own, wider, other } of rows) {
  const name = `${bound} ${JSON.stringify(wider)}`;
  const param = paramOf[bound];
  test(`no key comes past ${name}`, async (t) => {
    const { makeKey, withKey, asking } = await service(t);
    const { id, ask } = await withKey(own);
    const rejected = ({ status, error }: Awaited<ReturnType<typeof ask>>, what: string) => {
      assert.deepEqual([status, error?.code, error?.param], [403, "beyond_own_key", param], what);
      assert.match(error.message, new RegExp(`\`${param}\``), what);
    };
    for (const kind of ["private", "test"])
      rejected(await ask("POST", "/keys", { name: "a", kind, ...wider }), `create ${kind}`);
    rejected(await ask("PATCH", `/keys/${id}`, wider), "change itself");

    const child = await ask("POST", "/keys", { name: "child", scopes: own.scopes ?? manages });
    assert.equal(child.status, 201);
    rejected(await ask("PATCH", `/keys/${child.data.id}`, wider), "change a child");
    const byChild = asking(child.data.secret);
    rejected(await byChild("POST", "/keys", { name: "b", ...wider }), "create with a child");
    rejected(await byChild("PATCH", `/keys/${child.data.id}`, wider), "change itself, a child");
    const grandchild = await byChild("POST", "/keys", { name: "grandchild" });
    rejected(await byChild("PATCH", `/keys/${grandchild.data.id}`, wider), "change a grandchild");

    const rotated = await byChild("POST", `/keys/${child.data.id}/rotate`, {});
    assert.equal(rotated.status, 201);
    const bySuccessor = asking(rotated.data.secret);
    rejected(await bySuccessor("PATCH", `/keys/${rotated.data.id}`, wider), "change itself, a successor");
    rejected(await bySuccessor("POST", "/keys", { name: "c", ...wider }), "create with a successor");

    const wide = await makeKey({ scopes: own.scopes ?? ["verify"], ...other });
    for (const [method, suffix, body] of operations)
      rejected(await ask(method, `/keys/${wide.id}${suffix}`, body), `${method} another's`);

    const page = { name: "Page", kind: "public", allowed_origins: [pageOrigin] };
    const settings = Object.fromEntries(Object.entries(wider).filter(([field]) => !noneOfPublic.has(field)));
    rejected(await ask("POST", "/keys", { ...page, ...settings }), "create public");
    // For every other bound, a public key without settings is wider.
    const widest = isSwitch(bound) ? other : {};
    const pages = await makeKey({ kind: "public", allowedOrigins: [pageOrigin], ...widest });
    for (const [method, suffix, body] of operations)
      rejected(await ask(method, `/keys/${pages.id}${suffix}`, body), `${method} the public key`);
  });
}

const isSwitch = (bound: Bound): boolean => switchNames.some((name) => name === bound);

const operations = [
  ["PATCH", "", { name: "mine" }],
  ["POST", "/rotate", {}],
  ["DELETE", "", undefined],
] as const;
/** Settings that a public key does not accept; it counts as a key without these bounds. */
const noneOfPublic = new Set(["scopes", "address_ranges", "limits", "threshold"]);

test("a test key makes, changes and sees test keys alone", async (t) => {
  const { makeKey, withKey } = await service(t);
  const { ask } = await withKey({ kind: "test" });
  for (const kind of ["private", "public"]) {
    const { error } = await ask("POST", "/keys", {
      name: "a",
      kind,
      ...(kind === "public" && { allowed_origins: [pageOrigin] }),
    });
    assert.deepEqual([error.code, error.param], ["beyond_own_key", "kind"], kind);
  }
  for (const kind of ["private", "public"] as const) {
    const live = await makeKey({ kind, ...(kind === "public" && { allowedOrigins: [pageOrigin] }) });
    for (const [method, suffix, body] of operations) {
      assert.equal(
        (await ask(method, `/keys/${live.id}${suffix}`, body)).error.code,
        "key_not_found",
        `${method} ${kind}`,
      );
    }
  }
});

test("what a key makes, and what it is rotated into, ends with it unless it ends before", async (t) => {
  const { withKey } = await service(t);
  const { id, ask } = await withKey({ expiresAtMs: soonMs });
  assert.equal((await ask("POST", "/keys", { name: "as long" })).data.expires_at, at(soonMs));
  const shorter = await ask("POST", "/keys", { name: "shorter", expires_at: at(soonMs - 1) });
  assert.equal(shorter.data.expires_at, at(soonMs - 1));
  const page = { name: "Page", kind: "public", allowed_origins: [pageOrigin] };
  assert.equal((await ask("POST", "/keys", page)).data.expires_at, at(soonMs));
  const longer = await ask("POST", `/keys/${id}/rotate`, {});
  assert.equal(longer.data.expires_at, at(soonMs), "not an hour from now");
});

test("within its bounds a key makes, changes, rotates and revokes public keys", async (t) => {
  const { withKey } = await service(t);
  const { ask } = await withKey({});
  const page = await ask("POST", "/keys", { name: "Page", kind: "public", allowed_origins: [pageOrigin] });
  assert.equal(
    (await ask("PATCH", `/keys/${page.data.id}`, { allowed_origins: ["https://other.example"] })).status,
    200,
  );
  const rotated = await ask("POST", `/keys/${page.data.id}/rotate`, { overlap_s: 0 });
  assert.deepEqual(rotated.data.allowed_origins, ["https://other.example"]);
  assert.equal((await ask("DELETE", `/keys/${rotated.data.id}`)).data.status, "revoked");
});

test("revoking a key leaves what it made, or ends all that came of it", async (t) => {
  const { makeKey, withKey, asking } = await service(t);
  const { ask } = await withKey({});
  const child = (await ask("POST", "/keys", { name: "child", scopes: manages })).data;
  const grandchild = (await asking(child.secret)("POST", "/keys", { name: "grandchild" })).data;
  const other = await makeKey({ scopes: ["verify"] });
  const statuses = async () => {
    const { data } = await ask("GET", "/keys?limit=100");
    return [child, grandchild, other].map(({ id }) => data.keys.find((key: { id: string }) => key.id === id).status);
  };
  assert.deepEqual(
    [grandchild.created_with, (await ask("GET", `/keys/${other.id}`)).data.created_with],
    [child.id, null],
  );
  await ask("DELETE", `/keys/${child.id}`);
  assert.deepEqual(await statuses(), ["revoked", "active", "active"]);
  await ask("DELETE", `/keys/${child.id}?created_with=true`);
  assert.deepEqual(await statuses(), ["revoked", "revoked", "active"]);
});

test("a line of keys that make keys has an end, so that a request counts against few limits", async (t) => {
  const { withKey, asking } = await service(t);
  const { secret } = await withKey({});
  let last = secret;
  for (let generation = 1; generation < generationsMax; generation++) {
    last = (await asking(last)("POST", "/keys", { name: "next", scopes: manages })).data.secret;
  }
  const { error } = await asking(last)("POST", "/keys", { name: "too far", scopes: manages });
  assert.deepEqual([error.code, error.param], ["beyond_own_key", "scopes"]);
  assert.equal((await asking(last)("POST", "/keys", { name: "makes none" })).status, 201);
});
