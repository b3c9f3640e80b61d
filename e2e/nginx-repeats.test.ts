/** Which requests the shipped nginx sends to a second node: tests every route other than GET, with nodes that read the whole request and die. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { routeRoles } from "../packages/server/src/api/dashboard/route-roles.ts";
import { endpoints as v2Endpoints } from "../packages/server/src/api/v2/endpoints.ts";
import { multipartBytesMax } from "../packages/photo/src/images/limits.ts";
import { referencesMax } from "../packages/photo/src/verify/references.ts";
import { until } from "../packages/platform/testing/until.ts";
import { freePort } from "../testing/free-port.ts";
import { noNginx, type Proxy, startNginx } from "../testing/nginx.ts";

interface Route {
  readonly method: string;
  readonly path: string;
}

const openapi = JSON.parse(readFileSync(join(import.meta.dirname, "../docs/openapi.json"), "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

const routes: readonly Route[] = [
  ...Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, "x") })),
  ),
  ...Object.keys(routeRoles).flatMap((name) => {
    const [method = "", path = ""] = name.split(" ");
    if (path.startsWith("/api/v3/")) return [];
    return { method, path: `/api/dashboard${path.replaceAll(/:\w+/g, "x")}` };
  }),
  ...v2Endpoints.map(({ path }) => ({ method: "POST", path: `/api/v2${path}` })),
].filter(({ method }) => method !== "GET");

/**
 * Requests that may reach two nodes. These POSTs store only counts, so a second one returns the same answer. PUT and DELETE name the resulting state,
 * so a second one changes nothing (RFC 9110, section 9.2.2), though it may be answered with 404.
 */
const repeatable = new Set([
  "/api/v3/verify",
  "/api/v3/analyze",
  "/api/v2/verify",
  "/api/v2/spoof",
  "/api/v2/optimize",
]);
const mayRepeat = ({ method, path }: Route) =>
  method === "POST" ? repeatable.has(path) : /^(PUT|DELETE)$/.test(method);

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** nginx in front of two nodes. It never marks a node as failed, so each request is tried as if it were the first. */
async function behindNginx(
  t: TestContext,
  listeners: readonly (RequestListener | "gone")[],
): Promise<{ proxy: Proxy; dir: string }> {
  const ports = await Promise.all(
    listeners.map(async (listener) => {
      if (listener === "gone") return freePort();
      const node = createServer(listener).listen(0, "127.0.0.1");
      await once(node, "listening");
      t.after(() => node.close());
      return (node.address() as AddressInfo).port;
    }),
  );
  const dir = await mkdtemp(join(tmpdir(), "selfsame-nginx-"));
  const proxy = await startNginx(dir, ports, "max_fails=0");
  t.after(async () => {
    await proxy.stop();
    await rm(dir, { recursive: true, force: true });
  });
  // nginx answers this path itself.
  const answers = () =>
    proxy.ask("/health/live").then(
      () => true,
      () => false,
    );
  await until(answers);
  return { proxy, dir };
}

const body = Buffer.from(`{"photo":"${"A".repeat(20_000)}"}`);
const headers = { "content-type": "application/json" };

test("what makes something reaches one node, even where that dies with it", { skip: noNginx() }, async (t) => {
  const reached: string[] = [];
  const dying: RequestListener = (request, response) => {
    request.resume().once("end", () => {
      reached.push(nameOf({ method: request.method ?? "", path: request.url ?? "" }));
      response.destroy();
    });
  };
  const { proxy } = await behindNginx(t, [dying, dying]);
  const times: Record<string, number> = {};
  for (const route of routes) {
    reached.length = 0;
    const { status } = await proxy.ask(route.path, { method: route.method, headers, body });
    assert.equal(status, 502, nameOf(route));
    assert.deepEqual(new Set(reached), new Set([nameOf(route)]));
    times[nameOf(route)] = reached.length;
  }
  t.diagnostic(`${routes.length} routes, ${Object.values(times).filter((count) => count > 1).length} sent again`);
  const expected = routes.map((route) => [nameOf(route), mayRepeat(route) ? 2 : 1]);
  assert.deepEqual(times, Object.fromEntries(expected));
});

test("a request that no node has got any of goes to one that is there", { skip: noNginx() }, async (t) => {
  const taken: string[] = [];
  const living: RequestListener = (request, response) => {
    request.resume().once("end", () => {
      taken.push(nameOf({ method: request.method ?? "", path: request.url ?? "" }));
      response.end("{}");
    });
  };
  const { proxy } = await behindNginx(t, ["gone", living]);
  // Each route twice, so that one of the two requests goes to the unavailable node first.
  const asked = routes.flatMap((route) => [route, route]);
  for (const route of asked) {
    assert.equal((await proxy.ask(route.path, { method: route.method, headers, body })).status, 200, nameOf(route));
  }
  assert.deepEqual(taken, asked.map(nameOf));
});

test(
  "the largest body that the service takes gets through, and no photo reaches a disk",
  { skip: noNginx() },
  async (t) => {
    const bytes: number[] = [];
    const counting: RequestListener = (request, response) => {
      let size = 0;
      request
        .on("data", (chunk: Buffer) => (size += chunk.length))
        .once("end", () => {
          bytes.push(size);
          response.end("{}");
        });
    };
    const { proxy, dir } = await behindNginx(t, [counting]);
    const largest = Buffer.alloc(multipartBytesMax(referencesMax + 1));
    for (const path of ["/api/v3/verify", "/api/v3/sessions", "/api/v3/session/complete"]) {
      assert.equal((await proxy.ask(path, { method: "POST", headers, body: largest })).status, 200, path);
    }
    assert.deepEqual(bytes, [largest.length, largest.length, largest.length]);
    assert.doesNotMatch(await readFile(join(dir, "error.log"), "utf8"), /temporary file/);
  },
);
