/** Tests kill -9 during `add` and `use`: either the old state remains, or the new one is complete. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { catalogEntry } from "@selfsame/photo/models/catalog/catalog";
import { choose, isInstalled, listInstalled, nameInUse } from "@selfsame/photo/models/catalog/installed";
import { mosaicModel } from "@selfsame/photo/testing/engine/small-models";
import { until } from "@selfsame/platform/testing/until";

const folder = mkdtempSync(join(tmpdir(), "selfsame-killed-"));
after(() => rmSync(folder, { recursive: true }));

const model = mosaicModel(14);
const cardOf = (name: string) => {
  const sha256 = createHash("sha256").update(model).digest("hex");
  const { source: _, ...entry } = catalogEntry("auraface-v1");
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ ...entry, name, sizeBytes: model.length, sha256, dimensions: 192 }));
  return path;
};
writeFileSync(join(folder, "mosaic.onnx"), model);
const command = join(import.meta.dirname, "../selfsame.js");
const addArgs = (name: string) => ["models", "add", join(folder, "mosaic.onnx"), "--as", name, "--card", cardOf(name)];
const envOf = (modelsDir: string) => ({
  ...process.env,
  NODE_TEST_CONTEXT: undefined,
  SELFSAME_MODELS_DIR: modelsDir,
  SELFSAME_DATA_DIR: join(folder, "data"),
});

const working = (added: string) =>
  existsSync(added) ? readdirSync(added).filter((name) => name.startsWith(".adding-")) : [];

/** The moments at which the command is killed: each is a state of its work folder. */
const moments = {
  "its folder is made": (added: string) => working(added).length > 0,
  "the file is in it": (added: string) => working(added).some((name) => existsSync(join(added, name, "model.onnx"))),
  "what the catalog says is in it": (added: string) =>
    working(added).some(
      (name) => existsSync(join(added, name, "catalog.json.new")) || existsSync(join(added, name, "catalog.json")),
    ),
};

for (const [moment, isNow] of Object.entries(moments)) {
  test(`add, killed when ${moment}: nothing is installed, or all; the same command goes on, and nothing is left over`, async () => {
    const modelsDir = mkdtempSync(join(folder, "models-"));
    const added = join(modelsDir, "added");
    const env = envOf(modelsDir);
    const child = spawn(process.execPath, [command, ...addArgs("mosaic")], { env, stdio: "ignore" });
    const gone = once(child, "exit");
    await until(() => isNow(added) || child.exitCode !== null, 60);
    child.kill("SIGKILL");
    await gone;
    const installed = await listInstalled(modelsDir);
    if (installed.length === 0) {
      const { stdout } = await promisify(execFile)(process.execPath, [command, ...addArgs("mosaic")], { env });
      assert.match(stdout, /mosaic is added/);
    }
    assert.ok(isInstalled(modelsDir, "mosaic"));
    assert.equal((await listInstalled(modelsDir))[0]?.manifest.models.embed.sizeBytes, model.length);
    assert.deepEqual(readdirSync(added), ["mosaic"]);
  });
}

test("use, killed while it changes the choice again and again: it is one or the other", async () => {
  const modelsDir = mkdtempSync(join(folder, "models-"));
  const env = envOf(modelsDir);
  for (const name of ["one", "other"]) mkdirSync(join(modelsDir, "added", name), { recursive: true });
  await choose(modelsDir, "one");
  const script = join(import.meta.dirname, "../../../photo/testing/engine/choose-in-turns.ts");
  for (let i = 0; i < 5; i++) {
    const child = spawn(process.execPath, [script, modelsDir, "one", "other"], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const gone = once(child, "exit");
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await gone;
    assert.match(nameInUse(modelsDir) ?? "", /^(one|other)$/);
  }
});
