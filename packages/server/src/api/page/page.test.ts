import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import fastify from "fastify";
import { dashboardPages } from "./page.ts";

const app = fastify();
await app.register(dashboardPages());
after(async () => app.close());

const built = existsSync(join(import.meta.dirname, "../../../../dashboard/dist/build.json"));

describe("the dashboard's pages", { skip: built ? false : "not built: npm run build" }, () => {
  test("come under a policy that lets nothing in from elsewhere", async () => {
    const { statusCode, headers } = await app.inject("/");
    assert.equal(statusCode, 200);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    const policy = String(headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["referrer-policy"], "no-referrer");
  });

  test("have nothing inline that the policy would refuse", async () => {
    const { body } = await app.inject("/");
    assert.doesNotMatch(body, /<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
  });

  test("name only files that exist, and those are cached forever", async () => {
    const { body } = await app.inject("/");
    const named = [...body.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/g)].map(([, path]) => path ?? "");
    assert.ok(named.length >= 3);
    for (const path of named) {
      const { statusCode, headers } = await app.inject(path);
      assert.equal(statusCode, 200, path);
      if (path.startsWith("/assets/")) assert.match(String(headers["cache-control"]), /immutable/);
    }
  });

  test("the page is revalidated at each visit, and not sent again if it has not changed", async () => {
    const { headers } = await app.inject("/");
    assert.equal(headers["cache-control"], "no-cache");
    const again = await app.inject({ url: "/", headers: { "if-none-match": String(headers.etag) } });
    assert.equal(again.statusCode, 304);
  });

  test("the first view has at most 60 KB of JavaScript, compressed", async () => {
    const { body } = await app.inject("/");
    const scripts = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? "");
    assert.ok(scripts.length > 0);
    let [sizeBytes, plainBytes] = [0, 0];
    for (const url of scripts) {
      const { rawPayload, headers } = await app.inject({ url, headers: { "accept-encoding": "br" } });
      assert.equal(headers["content-encoding"], "br");
      plainBytes += brotliDecompressSync(rawPayload).length;
      sizeBytes += rawPayload.length;
    }
    assert.ok(sizeBytes <= 60 * 1024 && sizeBytes < plainBytes / 2, `${sizeBytes} of ${plainBytes} bytes`);
  });
});

test("a dashboard that is not built says how to build it", async (t) => {
  const empty = await mkdtemp(join(tmpdir(), "selfsame-unbuilt-"));
  const bare = fastify();
  t.after(async () => {
    await bare.close();
    await rm(empty, { recursive: true });
  });
  await bare.register(dashboardPages({ dist: empty }));
  const { statusCode, body } = await bare.inject("/");
  assert.equal(statusCode, 503);
  assert.match(body, /npm run build/);
});
