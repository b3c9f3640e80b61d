import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify from "fastify";
import { modelsOf } from "@selfsame/face/manifest";
import { buildAll } from "../../../../../scripts/build.ts";
import { defaultManifestPath } from "@selfsame/photo/models/default-manifest-path";
import { readManifest } from "@selfsame/photo/models/manifest";
import { writeBytes } from "@selfsame/photo/models/rewrite/protobuf";
import { cameraRoutes } from "./routes.ts";

/** The field's number in a ModelProto of onnx.proto3. */
const producerName = 2;

const app = fastify();
// The server reads only a model's weights, to round them. These models have none, just this producer name.
const models = mkdtempSync(join(tmpdir(), "selfsame-camera-"));

const pathOf = ({ id }: { readonly id: string }) => join(models, id);

before(async () => {
  await buildAll({ small: false });
  const manifest = readManifest(defaultManifestPath);
  for (const { entry } of modelsOf(manifest))
    writeFileSync(pathOf(entry), Buffer.concat(writeBytes(producerName, entry.id)));
  await app.register(cameraRoutes({ manifest, pathOf }));
});
after(async () => {
  await app.close();
  rmSync(models, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** The worker's address in the script, and the addresses of the files that the scripts and the worker load. */
async function addresses() {
  const [worker = ""] = /camera\/detector-[0-9a-f]{10}\.js/.exec((await get("/camera.js")).body) ?? [];
  const { body } = await get(`/${worker}`);
  const [challenge = ""] = /camera\/challenge-[0-9a-f]{10}\.js/.exec((await get("/camera-v3.js")).body) ?? [];
  const named = [...body.matchAll(/(?:runtime|detect|landmarks|eyes|covered)-[0-9a-f]{10}\.(?:wasm|onnx)/g)];
  const languages = [...(await get("/camera-v3.js")).body.matchAll(/camera\/[a-z]{2}-[0-9a-f]{10}\.js/g)];
  const ours = [challenge, ...languages.map(([name]) => name)].map((name) => `/${name}`);
  return { worker: `/${worker}`, others: [...named.map(([name]) => `/camera/${name}`), ...ours] };
}

describe("the camera's scripts", () => {
  for (const path of ["/camera.js", "/camera-v3.js", "/camera.mjs", "/camera-v3.mjs"]) {
    test(`${path} may be used by every page, and is at most 12 KB`, async () => {
      const { statusCode, headers, rawPayload } = await get(path, { "accept-encoding": "gzip, br" });
      assert.equal(statusCode, 200);
      assert.match(String(headers["content-type"]), /^text\/javascript/);
      assert.equal(headers["content-encoding"], "br");
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
      assert.ok(rawPayload.length <= 12_000, `${rawPayload.length} bytes`);
    });
  }

  test("the version asked for is of no account", async () => {
    const { body } = await get("/camera.js");
    for (const version of ["2.0.0", "2.31.7", "nonsense"]) {
      const answer = await get(`/camera.js?v=${version}`);
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.body, body);
    }
  });

  test("are cached for an hour and then revalidated", async () => {
    const { headers } = await get("/camera.js");
    assert.match(String(headers["cache-control"]), /max-age=3600/);
    const again = await get("/camera.js", { "if-none-match": String(headers.etag) });
    assert.equal(again.statusCode, 304);
    assert.equal(again.body, "");
  });

  test("are the same in each form", async () => {
    const plain = await get("/camera-v3.js", { "accept-encoding": "identity" });
    const brotli = await get("/camera-v3.js", { "accept-encoding": "br" });
    const gzip = await get("/camera-v3.js", { "accept-encoding": "gzip" });
    assert.equal(plain.headers["content-encoding"], undefined);
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body);
    assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body);
    assert.equal(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size, 3);
    for (const { headers } of [plain, brotli, gzip]) assert.equal(headers["vary"], "Accept-Encoding");
  });
});

describe("what the camera loads", () => {
  test("has the hash of its content in its name, and is cached forever", async () => {
    const { worker, others } = await addresses();
    assert.equal(others.length, 14);
    for (const address of [worker, ...others]) {
      const { statusCode, headers } = await get(address);
      assert.equal(statusCode, 200, address);
      assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
    }
  });

  test("names no path of the server's", async () => {
    const { worker } = await addresses();
    assert.doesNotMatch((await get(worker)).body, new RegExp(models));
  });

  test("the runtime is WebAssembly, compressed beforehand", async () => {
    const { others } = await addresses();
    const runtime = others.find((address) => address.endsWith(".wasm")) ?? "";
    const { headers, rawPayload } = await get(runtime, { "accept-encoding": "br" });
    assert.equal(headers["content-type"], "application/wasm");
    assert.ok(rawPayload.length < 2_800_000, `${rawPayload.length} bytes`);
  });

  test("the live challenge is loaded by version 3 alone, and is at most 10 KB", async () => {
    const { others } = await addresses();
    const { rawPayload } = await get(others.at(-1) ?? "", { "accept-encoding": "br" });
    assert.ok(rawPayload.length <= 10_000, `${rawPayload.length} bytes`);
    assert.doesNotMatch((await get("/camera.js")).body, /challenge-[0-9a-f]{10}|SELFSAME_CHALLENGE/);
  });

  test("the worker runs under a policy of its own", async () => {
    const { worker } = await addresses();
    const { headers } = await get(worker);
    assert.equal(
      headers["content-security-policy"],
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    assert.equal(headers["cross-origin-embedder-policy"], "require-corp");
  });

  test("a page opened before an upgrade is sent on to what there is now", async () => {
    const { worker } = await addresses();
    const { statusCode, headers } = await get("/camera/detector-0123456789.js");
    assert.equal(statusCode, 302);
    assert.equal(new URL(String(headers["location"]), "http://host/camera/x").pathname, worker);
    assert.equal(headers["cache-control"], "no-store");
  });

  for (const path of ["/camera/secret-0123456789.js", "/camera/detector.js", "/camera/..%2f..%2fpackage.json"]) {
    test(`${path} is not there`, async () => assert.equal((await get(path)).statusCode, 404));
  }
});

describe("the demo pages", () => {
  for (const path of ["/demo/camera", "/demo/camera-v3"]) {
    test(`${path} has a strict policy and nothing inline that it would refuse`, async () => {
      const { statusCode, headers, body } = await get(path);
      assert.equal(statusCode, 200);
      assert.match(
        String(headers["content-security-policy"]),
        /^default-src 'none'; script-src 'self'; style-src 'self'/,
      );
      // A page of another site that embeds this one could make people use the camera without knowing for whom.
      assert.match(String(headers["content-security-policy"]), /frame-ancestors 'none'/);
      assert.doesNotMatch(body, /<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
    });
  }
});
