import { randomBytes, scryptSync } from "node:crypto";
import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../operator-error.ts";
import { openDataFolder } from "../store/data-folder.ts";
import type { Log } from "../store/log.ts";

/** Source of the key: the operator, the database's address, or a file of this machine. */
export interface SecretKeySource {
  /** SELFSAME_SECRET_KEY. */
  readonly secretKey: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

export const secretKeyFile = "secret.key";

/**
 * The key that seals secrets in the database, so that a copy of the database alone opens nothing. Every node of one database must find the same key:
 * with PostgreSQL it is derived from the address's user, database and password, which all of them know.
 * @throws OperatorError
 */
export async function findSecretKey(source: SecretKeySource, log: Log): Promise<Buffer> {
  const { secretKey, databaseUrl, dataDir } = source;
  if (secretKey !== undefined) return stretched(secretKey, "the operator's");
  if (databaseUrl === undefined) return ofFile(dataDir, log);
  const { username, password, pathname } = new URL(databaseUrl);
  if (password === "") {
    log.warn(
      {},
      "DATABASE_URL has no password: set SELFSAME_SECRET_KEY, or whoever copies the database reads its secrets",
    );
  }
  return stretched(password, `${username}${pathname}`);
}

/** A person may have chosen the text: each guess must cost 32 MB and some 60 ms. */
const stretched = (text: string, salt: string): Buffer =>
  scryptSync(text, `selfsame secret key ${salt}`, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });

async function ofFile(dataDir: string, log: Log): Promise<Buffer> {
  await openDataFolder(dataDir, log);
  const path = join(dataDir, secretKeyFile);
  const found = await readFile(path, "utf8").catch(whereMissing);
  if (found === undefined) return makeFile(dataDir, path);
  const { mode } = await stat(path);
  // Windows has no such bits.
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new OperatorError(
      `${path} can be read by others: chmod 600 it, and see docs/secret-key.md if they may have.`,
    );
  }
  const key = Buffer.from(found.trim(), "base64url");
  if (key.length !== 32)
    throw new OperatorError(`${path} is damaged: restore it, or remove it to have a new one made.`);
  return key;
}

/** Complete before it has its name: of two processes that start together one wins, and both use its key. */
async function makeFile(dataDir: string, path: string): Promise<Buffer> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return Buffer.from((await readFile(path, "utf8")).trim(), "base64url");
}

function whereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
