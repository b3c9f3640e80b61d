import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fastify from "fastify";
import { registerPage } from "./page.ts";

const app = fastify();
before(async () => app.register(registerPage));
after(async () => app.close());

describe("the first page", () => {
  test("is served at / under a policy that lets nothing in from elsewhere", async () => {
    const { statusCode, headers } = await app.inject("/");
    assert.equal(statusCode, 200);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    assert.match(
      String(headers["content-security-policy"]),
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    assert.doesNotMatch(String(headers["content-security-policy"]), /unsafe|\*|https?:/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["referrer-policy"], "no-referrer");
  });

  test("has nothing inline that its policy would refuse", async () => {
    const { body } = await app.inject("/");
    assert.doesNotMatch(body, /<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
  });

  test("names only files that are there, with their types", async () => {
    const seen = new Set<string>();
    const queue = ["/"];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { statusCode, headers, body } = await app.inject(path);
      assert.equal(statusCode, 200, path);
      const type = path.endsWith(".js") ? "javascript" : path.endsWith(".css") ? "text/css" : "";
      assert.ok(String(headers["content-type"]).includes(type), path);
      const named = body.matchAll(/(?:src|href)="(\/(?:page\/|icon)[^"]+)"|from "\.(\/[^"]+)"/g);
      queue.push(...[...named].map(([, absolute, relative]) => absolute ?? `/page${relative}`));
    }
    assert.ok(seen.has("/page/photo-slot.js") && seen.has("/page/json.js"));
  });

  test("is asked for anew at each visit, and not sent again when it is the same", async () => {
    const { headers } = await app.inject("/page/page.js");
    assert.equal(headers["cache-control"], "no-cache");
    const again = await app.inject({ url: "/page/page.js", headers: { "if-none-match": String(headers.etag) } });
    assert.equal(again.statusCode, 304);
  });
});
