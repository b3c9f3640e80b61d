/** Walks the lists of the API: for each, clients/cases.json has a case with all its filters, so that no client lacks one. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { table } from "./testing/assert-case.ts";

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

const openApi = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8")) as {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
};

/** Not in the clients: the stream of test events, which `selfsame listen` follows. */
const notInClients = new Set(["/api/v3/events/stream"]);

/** The clients page by themselves. */
const paging = new Set(["limit", "cursor"]);

const filtersOf = ({ parameters = [] }: Operation = {}) =>
  parameters.filter(({ name, in: place }) => place === "query" && !paging.has(name)).map(({ name }) => name);

/** What the cases of a path send in its query. */
function sentTo(path: string): ReadonlySet<string> {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/?]+")}\\?`);
  const queries = table.cases
    .flatMap(({ sent = [] }) => sent.map((one) => one.path ?? ""))
    .filter((at) => pattern.test(at));
  return new Set(queries.flatMap((at) => [...new URL(at, "http://a").searchParams.keys()]));
}

const lists = Object.entries(openApi.paths).filter(([, { get }]) => filtersOf(get).length > 0);

for (const [path, { get }] of lists.filter(([path]) => !notInClients.has(path))) {
  test(`every client sends each filter of GET ${path}`, () => {
    const sent = sentTo(path);
    assert.deepEqual(
      filtersOf(get).filter((name) => !sent.has(name)),
      [],
    );
  });
}

test("the lists that the clients lack are lists of the API", () => {
  const paths = new Set(lists.map(([path]) => path));
  assert.deepEqual(
    [...notInClients].filter((path) => !paths.has(path)),
    [],
  );
  assert.ok(lists.length >= 9);
});
