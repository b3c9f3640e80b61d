import assert from "node:assert/strict";
import { test } from "node:test";
import { publicUrl } from "../config-values.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../testing/service/service.ts";
import { htmlUnder, markdownUnder, prefixOf, withoutPrefix } from "./path-prefix.ts";

test("the prefix is the path of the public address", () => {
  assert.equal(prefixOf("https://example.com"), "");
  assert.equal(prefixOf("https://example.com/"), "");
  assert.equal(prefixOf("https://example.com:8443/faces/"), "/faces");
  assert.equal(prefixOf("https://example.com/a/b"), "/a/b");
  assert.equal(prefixOf(""), "");
});

test("a request is the same with the prefix and without", () => {
  for (const [asked, read] of [
    ["/faces", "/"],
    ["/faces/", "/"],
    ["/faces?a=/b", "/?a=/b"],
    ["/faces/verify?a=b", "/verify?a=b"],
    ["/verify", "/verify"],
    ["/faces/faces/x", "/faces/x"],
    ["/facesx/verify", "/facesx/verify"],
    ["/Faces/verify", "/Faces/verify"],
  ] as const) {
    assert.equal(withoutPrefix(asked, "/faces"), read, asked);
  }
  assert.equal(withoutPrefix("/faces/verify", ""), "/faces/verify");
});

test("addresses from the root of the host get the prefix, others and text stay", () => {
  const html =
    '<html lang="en" data-root="/"><a href="/">a</a><img src="/b.svg"><a href="//c">c</a><a href="#d">d</a><a href="https://e/">e</a>f href=&quot;/g&quot;';
  assert.equal(htmlUnder("", html), html);
  assert.equal(
    htmlUnder("/faces", html),
    '<html lang="en" data-root="/faces/"><a href="/faces/">a</a><img src="/faces/b.svg"><a href="//c">c</a><a href="#d">d</a><a href="https://e/">e</a>f href=&quot;/g&quot;',
  );
  assert.equal(
    markdownUnder("/faces", "[a](/docs) [b](b.md) [c](https://c/)"),
    "[a](/faces/docs) [b](b.md) [c](https://c/)",
  );
});

test("no prefix begins like a path of the service: without the prefix, its pages would have two names", async (t) => {
  const { app } = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const lines = app.printRoutes({ commonPrefix: false }).matchAll(/^ {4}[├└]── ([a-z][\w.-]*)/gmu);
  const names = new Set([...lines].map(([, name = ""]) => name));
  for (const name of ["api", "docs", "verify", "health", "embed.js"]) assert.ok(names.has(name), name);
  for (const name of names) {
    assert.equal(publicUrl.safeParse(`https://example.com/${name}`).success, false, name);
    assert.equal(publicUrl.safeParse(`https://example.com/faces/${name}`).success, true, name);
  }
});
