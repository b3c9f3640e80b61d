/** Parsers of certificates and of wallets' formats take 10 MB and more, texts 5 MB: most services need no parser, and one language. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

/** Loads a module and prints the URLs of all modules that were loaded with it. */
const program = `
  import { registerHooks } from "node:module";
  const urls = [];
  registerHooks({ resolve: (name, context, next) => { const found = next(name, context); urls.push(found.url); return found; } });
  await import(process.argv[1]);
  console.log(JSON.stringify(urls));
`;

async function loadedWith(module: string): Promise<readonly string[]> {
  const args = ["--input-type=module", "-e", program, import.meta.resolve(module)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 });
  return JSON.parse(stdout) as readonly string[];
}

const loaded = await loadedWith("./service.ts");
const parsers = /\/node_modules\/(?:@owf|cbor-x|@sd-jwt|@openid4vc)\//;

test("a service that starts loads no parser of certificates, mobile documents or credentials", () => {
  assert.ok(loaded.some((url) => url.endsWith("/api/v3/reference-document.ts")));
  assert.deepEqual(
    loaded.filter((url) => parsers.test(url)),
    [],
  );
});

test("a service that starts loads the texts of one language", () => {
  const files = loaded.flatMap((url) => /\/texts\/src\/languages\/(\w+)\.ts$/.exec(url)?.[1] ?? []);
  assert.deepEqual([...new Set(files)], ["en"]);
});

test("a worker loads nothing that checks what people write, which would take a tenth of its memory", async () => {
  const byWorker = await loadedWith("@selfsame/photo/engine/work");
  assert.ok(byWorker.some((url) => url.endsWith("/engine/earlier-pipelines.ts")));
  assert.deepEqual(
    byWorker.filter((url) => url.includes("/node_modules/zod/")),
    [],
  );
  assert.ok(
    loaded.some((url) => url.includes("/node_modules/zod/")),
    "it would be seen",
  );
});

test("what checks a document does load them, so that the test above would see it", async () => {
  for (const [module, name] of [
    ["./documents/sd-jwt/sd-jwt-vc.ts", "/@sd-jwt/core/"],
    ["./documents/mdoc/mdoc.ts", "/@owf/mdoc/"],
  ] as const) {
    assert.ok(
      (await loadedWith(module)).some((url) => url.includes(name)),
      module,
    );
  }
});
