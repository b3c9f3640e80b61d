import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { OperatorError } from "@selfsame/platform/operator-error";
import { checkProviders } from "./check-providers.ts";
import { listSupportedBackends } from "./onnx-runtime.ts";
import { providerNames } from "./runtime.ts";

const known = new Set<string>(listSupportedBackends().map(({ name }) => name));
const unknown = providerNames.find((name) => !known.has(name)) ?? assert.fail("no system has all of them");

test("the processor is always there, and a provider that the runtime does not have is named with those that it has", async () => {
  await checkProviders(["cpu"]);
  await assert.rejects(checkProviders([unknown, "cpu"]), (error: unknown) => {
    assert.ok(error instanceof OperatorError);
    assert.match(error.message, new RegExp(`SELFSAME_PROVIDERS names ${unknown}, which cannot be used here.*has cpu`));
    return true;
  });
});

test("one whose library is not installed is refused with the runtime's reason, not left out", async (t) => {
  if (process.platform !== "linux") return t.skip("of Linux");
  const refused = await checkProviders(["cuda", "cpu"]).then(
    () => undefined,
    (error: Error) => error,
  );
  if (!refused) return t.skip("this machine has CUDA");
  assert.ok(refused instanceof OperatorError);
  assert.match(refused.message, /SELFSAME_PROVIDERS names cuda, .*ONNX Runtime says: .*set SELFSAME_PROVIDERS=cpu/);
});

test("the service does not start with a provider that is not there", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "selfsame-providers-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, SELFSAME_PROVIDERS: unknown, SELFSAME_DATA_DIR: folder };
  const command = join(import.meta.dirname, "../../../cli/src/selfsame.js");
  await assert.rejects(
    promisify(execFile)(process.execPath, [command, "serve", "--port", "0"], {
      env: { ...env, SELFSAME_MODELS_DIR: join(folder, "models") },
    }),
    ({ code, stderr }) => code === 1 && stderr.includes(`SELFSAME_PROVIDERS names ${unknown}`),
  );
});
