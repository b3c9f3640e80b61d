/**
 * Every list and report, with every filter, on the embedded database: queries on the event loop use an index, also for their order, with SQLite's
 * statistics and without. Queries without an index belong on the thread for reports.
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { scopes } from "../accounts/access/scopes.ts";
import { type Counters, createCounters } from "../accounts/limits/counters.ts";
import { databaseFile } from "@selfsame/platform/store/data-folder";
import { gatherStatistics } from "@selfsame/platform/store/sqlite/gather-statistics";
import type { Store } from "@selfsame/platform/store/store";
import { startDashboard } from "../../testing/dashboard-harness.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../testing/service/service.ts";
import { fillUnevenly } from "@selfsame/platform/testing/store/fill-unevenly";
import { noteStatements } from "@selfsame/platform/testing/store/note-statements";
import { planProblems } from "@selfsame/platform/testing/store/plan-problems";
import { routeRoles } from "./dashboard/route-roles.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly enum?: readonly string[]; readonly type?: string; readonly format?: string };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
}

/** Problems of the statements so far, first without statistics and then with them. */
function problemsOf({ dataDir }: Store, statements: ReadonlySet<string>): readonly string[] {
  const found = [false, true].flatMap((gathered) => {
    const database = new DatabaseSync(databaseFile(dataDir), { timeout: 5000 });
    if (gathered) assert.ok(gatherStatistics(database), "the tables have grown");
    const problems = [...statements].flatMap((sql) =>
      planProblems(database, sql).map((problem) => `${problem}\n    ${sql}`),
    );
    database.close();
    return problems;
  });
  return [...new Set(found)];
}

/** Values of a parameter: the first and the last of an enum, otherwise a value of its format. */
function valuesOf({ name, schema }: Parameter): readonly string[] {
  if (schema.enum) return [...new Set([schema.enum[0] ?? "", schema.enum.at(-1) ?? ""])];
  if (name === "cursor") return [Buffer.from("1000:x").toString("base64url"), "1"];
  if (name === "limit") return ["2"];
  if (schema.format === "date-time") return ["2026-01-01T00:00:00Z"];
  if (/^(from|to)$/.test(name)) return ["2026-11-01"];
  return ["x1"];
}

/** Queries without a parameter, with each alone, and with each pair. */
function queriesOf(parameters: readonly Parameter[]): readonly (readonly [name: string, value: string][])[] {
  const single = parameters.flatMap((one) => valuesOf(one).map((value): [string, string] => [one.name, value]));
  const pairs = single.flatMap((one, index) =>
    single.slice(index + 1).flatMap((other) => (other[0] === one[0] ? [] : [[one, other]])),
  );
  return [[], ...single.map((one) => [one]), ...pairs];
}

async function startFilled(t: TestContext) {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const { id } = await service.store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  return { ...service, ids: fillUnevenly(service.store, id) };
}

test("version 3 finds what it lists by an index", async (t) => {
  const service = await startFilled(t);
  const { secret: testKey } = await service.makeKey({ kind: "test" });
  const { secret: liveKey } = await service.makeKey({ scopes });
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  };
  const statements = noteStatements(t);
  const answered = new Set<string>();
  const asked = new Set<string>();
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || !path.startsWith("/api/v3")) continue;
    const inQuery = (get.parameters ?? []).filter((parameter) => parameter.in === "query");
    for (const { name } of inQuery) asked.add(`${path} ${name}`);
    for (const query of queriesOf(inQuery)) {
      for (const key of [liveKey, testKey]) {
        const address = path.replaceAll(
          /(\w+)s\/\{\w+\}/g,
          (whole, kind: string) => `${kind}s/${service.ids[kind] ?? "x"}`,
        );
        const response = await fetch(
          `${service.url}${address}?${new URLSearchParams(query.map((pair) => [...pair]))}`,
          {
            headers: { authorization: `Bearer ${key}` },
          },
        );
        // An event stream does not end.
        if (response.headers.get("content-type")?.startsWith("text/event-stream")) await response.body?.cancel();
        else await response.text();
        assert.ok(response.status < 500, `${address} ${query.join(" ")}: ${response.status}`);
        if (response.ok) for (const [name] of query) answered.add(`${path} ${name}`);
      }
    }
  }
  const listed = [...asked].filter((name) => !answered.has(name));
  assert.deepEqual(listed, [], "each filter was answered once");
  assert.ok(statements.size > 15, `${statements.size} statements`);
  assert.deepEqual(problemsOf(service.store, statements), []);
});

/** Counters without a limit: this test sends more requests than an account may in a minute. */
const unlimited: Counters = { ...createCounters("test"), add: async () => ({ value: 1, resetMs: 1000 }) };

test("the dashboard reads on the event loop what it finds by an index", async (t) => {
  const { store, ask, claim } = await startDashboard(t, "sqlite", { counters: unlimited });
  const cookie = await claim();
  const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const ids = fillUnevenly(store, id);
  const statements = noteStatements(t);
  const lists = new Set<string>();
  for (const route of Object.keys(routeRoles)) {
    const [method, path = ""] = route.split(" ");
    if (method !== "GET" || path.startsWith("/api/v3/")) continue;
    const address = path.replaceAll(/(\w+)s\/:\w+/g, (_, kind: string) => `${kind}s/${ids[kind] ?? "x"}`);
    for (const query of [
      ...between(["limit=2", "kind=test", "fromMs=5", "toMs=5000000000000"]),
      "days=90",
      "text=customer",
    ]) {
      const { status } = await ask(`GET ${address}?${query}`, undefined, cookie);
      assert.ok(status < 500 && status !== 429, `${address}?${query}: ${status}`);
      if (status === 200 && query === "limit=2") lists.add(path);
    }
  }
  assert.ok(lists.has("/audit"), [...lists].join(" "));
  assert.deepEqual(problemsOf(store, statements), []);
});

/** Every subset of the parts, as a query. */
const between = (parts: readonly string[]): readonly string[] =>
  Array.from({ length: 2 ** parts.length }, (_, choice) => parts.filter((_, index) => (choice >> index) & 1).join("&"));
