import assert from "node:assert/strict";
import { chmod, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { OperatorError } from "../operator-error.ts";
import { silent } from "../store/log.ts";
import { tempDir } from "../../testing/store/each-store.ts";
import { findSecretKey, secretKeyFile } from "./secret-key.ts";

test("without anything set the key is made once, in a file for its owner only", async (t) => {
  const dataDir = join(await tempDir(t), "data");
  const source = { secretKey: undefined, dataDir };
  const keys = await Promise.all(Array.from({ length: 5 }, () => findSecretKey(source, silent)));
  for (const key of [...keys, await findSecretKey(source, silent)]) assert.deepEqual(key, keys[0]);
  assert.equal(keys[0]?.length, 32);
  assert.deepEqual(await readdir(dataDir), [secretKeyFile]);
  if (process.platform !== "win32") {
    assert.equal((await stat(join(dataDir, secretKeyFile))).mode & 0o777, 0o600);
  }
});

test("a key file that others can read, or that is damaged, is a problem to mend", async (t) => {
  const dataDir = await tempDir(t);
  const path = join(dataDir, secretKeyFile);
  await writeFile(path, "too short", { mode: 0o600 });
  await assert.rejects(findSecretKey({ secretKey: undefined, dataDir }, silent), OperatorError);
  await chmod(path, 0o644);
  if (process.platform !== "win32") {
    await assert.rejects(findSecretKey({ secretKey: undefined, dataDir }, silent), /can be read by others/);
  }
});

test("the operator's key counts before all others, and makes no file", async (t) => {
  const dataDir = await tempDir(t);
  const find = (secretKey: string) => findSecretKey({ secretKey, dataDir }, silent);
  const key = await find("a".repeat(32));
  assert.deepEqual(await find("a".repeat(32)), key);
  assert.notDeepEqual(await find("b".repeat(32)), key);
  assert.deepEqual(await readdir(dataDir), []);
});

test("nodes of one PostgreSQL find one key, by whatever host they reach it, and are warned where it is no secret", async (t) => {
  const dataDir = await tempDir(t);
  const warnings: string[] = [];
  const log = { ...silent, warn: (_: object, text: string) => void warnings.push(text) };
  const find = (databaseUrl: string) => findSecretKey({ secretKey: undefined, dataDir, databaseUrl }, log);
  const key = await find("postgres://faces:secret@10.0.0.1:5432/faces");
  assert.deepEqual(await find("postgres://faces:secret@db.internal/faces"), key);
  assert.notDeepEqual(await find("postgres://faces:other@db.internal/faces"), key);
  assert.deepEqual(warnings, []);
  await find("postgres://faces@db.internal/faces");
  assert.match(warnings.join(), /SELFSAME_SECRET_KEY/);
});
