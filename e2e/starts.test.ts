/** Failures to start. The command prints what happened, why, and what to do, with exit code 1 and no stack. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);
const noLinks = process.platform !== "linux" && "only GNU's cp copies by hard links";
const noOtherUser = (process.platform !== "linux" || process.getuid?.() !== 0) && "only root can become another user";

async function openFolder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-starts-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  await chmod(dir, 0o777);
  return dir;
}

interface Run {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of the code. */
  readonly from?: string;
  /** Runs as a user ID that the system has no entry for. */
  readonly unknownUser?: boolean;
}

async function start({ args, env = {}, from = root, unknownUser = false }: Run) {
  const command = [process.execPath, join(from, "packages/cli/src/selfsame.js"), ...args];
  const as = unknownUser ? ["setpriv", "--reuid", "4242", "--clear-groups"] : [];
  const [program = "", ...rest] = [...as, ...command];
  const own = { PATH: process.env["PATH"] ?? "", PORT: "0", SELFSAME_WORKERS: "1", LOG_LEVEL: "silent", ...env };
  const child = spawn(program, rest, { env: own, stdio: ["ignore", "pipe", "pipe"] });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, problems: problems.trimEnd() };
}

async function assertEnds(run: Run, ...sentences: readonly RegExp[]): Promise<void> {
  const { code, problems } = await start(run);
  assert.equal(code, 1, problems);
  const lines = problems.split("\n");
  assert.equal(lines.length, sentences.length, problems);
  for (const [index, sentence] of sentences.entries()) assert.match(lines[index] ?? "", sentence);
}

const noHome = (name: string) => new RegExp(`^${name} must be set: this user has no home folder \\(HOME\\)`);

test("a user without a home folder is asked for both folders, by every command", { skip: noOtherUser }, async () => {
  for (const args of [["serve"], ["doctor"], ["keys", "list"], ["models"]]) {
    await assertEnds({ args, unknownUser: true }, noHome("SELFSAME_DATA_DIR"), noHome("SELFSAME_MODELS_DIR"));
  }
  await assertEnds(
    { args: ["serve"], unknownUser: true, env: { SELFSAME_DATA_DIR: "/nowhere" } },
    noHome("SELFSAME_MODELS_DIR"),
  );
});

test("a user without a home folder that has both starts", { skip: noOtherUser }, async (t) => {
  const dir = await openFolder(t);
  const env = { SELFSAME_DATA_DIR: join(dir, "data"), SELFSAME_MODELS_DIR: join(dir, "models") };
  const { code, problems } = await start({ args: ["accounts", "create", "a@example.com"], unknownUser: true, env });
  assert.equal(code, 0, problems);
});

test("models that this user may not read are named, with what to do", { skip: noOtherUser }, async (t) => {
  const dir = await openFolder(t);
  const models = join(dir, "models");
  await mkdir(models, { mode: 0o700 });
  const env = { SELFSAME_DATA_DIR: join(dir, "data"), SELFSAME_MODELS_DIR: models };
  const sentence = new RegExp(`^${models}.* cannot be read: this user may not read it\\. .*SELFSAME_MODELS_DIR`);
  for (const args of [["serve"], ["models"], ["models", "list"]])
    await assertEnds({ args, env, unknownUser: true }, sentence);
  const { code, out, problems } = await start({ args: ["doctor"], env, unknownUser: true });
  assert.match(out, /^PROBLEM {2}models .* cannot be read: this user may not read it/m);
  assert.match(out, /^ok .*database/m);
  assert.deepEqual([code, problems], [1, ""]);
});

test("a models folder that is a file, and a manifest that cannot be read, are named", async (t) => {
  const dir = await openFolder(t);
  const file = join(dir, "file");
  await writeFile(file, "");
  const data = { SELFSAME_DATA_DIR: join(dir, "data"), HOME: dir };
  await assertEnds(
    { args: ["serve"], env: { ...data, SELFSAME_MODELS_DIR: file } },
    /file\/.* cannot be read: a part of its path is a file/,
  );
  for (const SELFSAME_MANIFEST of [join(dir, "none.json"), dir]) {
    await assertEnds(
      { args: ["serve"], env: { ...data, SELFSAME_MANIFEST } },
      /^(?:Selfsame could not start: )?The manifest .* \(SELFSAME_MANIFEST\) cannot be read\.$/,
    );
  }
});

/** A copy of the code and its dependencies, by hard links; the libraries in a folder are replaced by files that no system can load. */
async function withBroken(t: TestContext, folder: string): Promise<string> {
  // On the same disk, as hard links require.
  const beside = join(root, ".cache");
  await mkdir(beside, { recursive: true });
  const dir = await mkdtemp(join(beside, "starts-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const link = (names: readonly string[], to: string) =>
    run("cp", ["-al", ...names.map((name) => join(root, name)), to]);
  await mkdir(join(dir, "node_modules"));
  await link(["package.json", "models", "packages"], dir);
  const installed = (await readdir(join(root, "node_modules"))).filter((name) => !name.startsWith("."));
  await link(
    installed.map((name) => join("node_modules", name)),
    join(dir, "node_modules"),
  );
  const libraries = join(dir, "node_modules", folder);
  for (const name of (await readdir(libraries)).filter((one) => one.endsWith(".node"))) {
    // Removed first, because the linked file is shared with the repository.
    await rm(join(libraries, name));
    await writeFile(join(libraries, name), "no library of this system");
  }
  return dir;
}

const libraries = {
  sharp: `@img/sharp-${process.platform}-${process.arch}/lib`,
  "onnxruntime-node": `onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}`,
};

for (const [name, folder] of Object.entries(libraries)) {
  test(
    `where the library of ${name} cannot be loaded, the start and doctor say so, and what it needs`,
    { skip: noLinks },
    async (t) => {
      const from = await withBroken(t, folder);
      const env = { SELFSAME_DATA_DIR: join(from, "data"), HOME: process.env["HOME"] ?? from };
      const sentence = new RegExp(
        `^The native library of ${name} cannot be loaded: .+\\. Install Selfsame again .*glibc.*node:24-bookworm-slim`,
      );
      await assertEnds({ args: ["serve"], env, from }, sentence);
      const { code, out, problems } = await start({ args: ["doctor"], env, from });
      assert.match(out, new RegExp(`^PROBLEM {2}verify +The native library of ${name} cannot be loaded`, "m"));
      assert.deepEqual([code, problems], [1, ""]);
    },
  );
}
