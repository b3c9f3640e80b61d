import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fastify } from "fastify";
import { docsRoutes } from "./routes.ts";

async function serve(t: TestContext, ...args: Parameters<typeof docsRoutes>) {
  const app = fastify();
  t.after(() => app.close());
  await app.register(docsRoutes(...args));
  return app;
}

test("the guide is served with a strict policy, and what is not there is not found", async (t) => {
  const app = await serve(t);
  const base = await app.listen({ port: 0, host: "127.0.0.1" });
  const page = await fetch(`${base}/docs/guide`);
  assert.equal(new URL(page.url).pathname, "/docs/guide/quick-start");
  assert.match(
    page.headers.get("content-security-policy") ?? "",
    /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'/,
  );
  assert.match(await page.text(), /<h1 id="quick-start">Quick start/);
  assert.equal((await fetch(`${base}/docs/guide.css`)).headers.get("content-type"), "text/css; charset=utf-8");
  const markdown = await fetch(`${base}/docs/guide/quick-start.md`);
  assert.equal(markdown.headers.get("content-type"), "text/markdown; charset=utf-8");
  assert.match(await markdown.text(), /^# Quick start\n/);
  const again = { headers: { "if-none-match": page.headers.get("etag") ?? "" } };
  assert.equal((await fetch(page.url, again)).status, 304);
  for (const path of ["decisions/0001-processes-for-photos", "research/verification", "research/frontier.svg"])
    assert.equal((await fetch(`${base}/docs/guide/${path}`)).status, 200, path);
  assert.equal((await fetch(`${base}/docs/guide/none`)).status, 404);
  assert.equal((await fetch(`${base}/docs/guide/..%2f..%2fpackage`)).status, 404);
});

test("the first page with all that it loads takes less than 200 KB", async (t) => {
  const app = await serve(t);
  const paths = ["/docs/guide/quick-start", "/docs/guide.css", "/docs/guide.js", "/docs/icon.svg"];
  const search = ["/docs/search.js", "/docs/minisearch.js"];
  let bytes = 0;
  for (const url of [...paths, ...search])
    bytes += (await app.inject({ url, headers: { "accept-encoding": "br" } })).rawPayload.length;
  assert.ok(bytes < 200_000, `${bytes}`);
});

test("below a path of a shared host, every link and every result of the search begins with it", async (t) => {
  const app = await serve(t, "/faces");
  const text = async (url: string) => (await app.inject(url)).body;
  assert.equal((await app.inject("/docs/guide")).headers.location, "/faces/docs/guide/quick-start");
  for (const path of ["/docs", "/docs/guide/quick-start"])
    assert.doesNotMatch(await text(path), / (?:href|src)="\/(?!faces\/)/, path);
  for (const path of ["/docs/guide/quick-start.md", "/llms.txt", "/llms-full.txt"])
    assert.doesNotMatch(await text(path), /\]\(\/(?!faces\/)/, path);
  const parts = JSON.parse(await text("/docs/search.json")) as readonly { readonly href: string }[];
  assert.ok(parts.length > 500 && parts.every(({ href }) => href.startsWith("/faces/docs/guide/")));
});

test("where nothing was built, the pages say how to build them", async (t) => {
  const dist = mkdtempSync(join(tmpdir(), "selfsame-no-docs-"));
  t.after(() => rmSync(dist, { recursive: true }));
  const app = await serve(t, "", dist);
  for (const url of ["/docs", "/docs/guide/quick-start", "/llms.txt"]) {
    const { statusCode, body } = await app.inject(url);
    assert.equal(statusCode, 503);
    assert.match(body, /npm run build/);
  }
});
