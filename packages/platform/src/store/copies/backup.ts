import { chmod, copyFile, open, rename, rm, stat } from "node:fs/promises";
import { DatabaseSync, backup } from "node:sqlite";
import { OperatorError } from "../../operator-error.ts";
import { migrations } from "../migrations.ts";
import { databaseFile } from "../data-folder.ts";

export interface BackedUp {
  readonly sizeBytes: number;
  readonly accounts: number;
}

/**
 * Copies the embedded database into a file, as of one moment, while a service uses it (SQLite's online backup). The copy is checked before it gets its
 * name.
 * @throws OperatorError
 */
export async function backUp(dataDir: string, file: string): Promise<BackedUp> {
  if (await isThere(file)) throw new OperatorError(`${file} is there already; nothing was written.`);
  if (!(await isThere(databaseFile(dataDir)))) throw new OperatorError(`There is no database in ${dataDir}.`);
  const draft = `${file}.${process.pid}.part`;
  // For its owner alone, before it has content.
  const made = await open(draft, "wx", 0o600).catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be written.`, { cause: error });
  });
  await made.close();
  const source = new DatabaseSync(databaseFile(dataDir), { readOnly: true, timeout: 5000 });
  try {
    // All pages in one step: with smaller steps, each write of the service would restart the copy, and it would never end.
    await backup(source, draft, { rate: 2 ** 30 });
    const checked = checkDatabase(draft);
    await flush(draft);
    await rename(draft, file);
    return { ...checked, sizeBytes: (await stat(file)).size };
  } finally {
    source.close();
    for (const rest of ["", "-wal", "-shm", "-journal"]) await rm(draft + rest, { force: true });
  }
}

export interface Restored extends BackedUp {
  /** The replaced database. */
  readonly before: string | undefined;
}

/**
 * Replaces the embedded database by a backup; no service may have it open. The former file is kept next to it.
 * @throws OperatorError
 */
export async function restore(dataDir: string, file: string, now: () => number): Promise<Restored> {
  if (!(await isThere(file))) throw new OperatorError(`${file} cannot be read.`);
  const database = databaseFile(dataDir);
  const draft = `${database}.${process.pid}.restored`;
  try {
    await copyFile(file, draft).catch((error: unknown) => {
      throw new OperatorError(`${file} cannot be read, or not put into ${dataDir}.`, { cause: error });
    });
    // A copy inherits the backup's mode.
    await chmod(draft, 0o600);
    const checked = checkDatabase(draft);
    await flush(draft);
    const before = (await isThere(database))
      ? `${database}.before-${new Date(now()).toISOString().replaceAll(":", "")}`
      : undefined;
    if (before !== undefined) {
      closeForAll(database);
      await rename(database, before);
    }
    await rename(draft, database);
    return { ...checked, before, sizeBytes: (await stat(database)).size };
  } finally {
    for (const rest of ["", "-wal", "-shm", "-journal"]) await rm(draft + rest, { force: true });
  }
}

/** Leaves WAL mode, which SQLite allows only to the file's sole user, and writes the log into the file. */
function closeForAll(database: string): void {
  const opened = new DatabaseSync(database, { timeout: 0 });
  try {
    opened.exec("PRAGMA journal_mode = DELETE");
    const mode = opened.prepare("PRAGMA journal_mode").get()?.["journal_mode"];
    if (mode !== "delete") throw new Error(String(mode));
  } catch (error) {
    throw new OperatorError("A service has the database open: stop it first. Nothing was changed.", { cause: error });
  } finally {
    opened.close();
  }
}

/** Checks every page and index, and that this version can read the database. @throws OperatorError */
function checkDatabase(file: string): { readonly accounts: number } {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    const [result] = Object.values(database.prepare("PRAGMA integrity_check(1)").get() ?? {});
    if (result !== "ok") throw new OperatorError(`The copy is damaged: ${String(result)}.`);
    const names = database
      .prepare("SELECT name FROM migrations")
      .all()
      .map(({ name }) => String(name));
    const newer = names.filter((name) => !migrations.some((migration) => migration.name === name));
    if (newer.length > 0) throw new OperatorError(`It was made by a newer version: it has ${newer.join(", ")}.`);
    return { accounts: Number(database.prepare("SELECT count(*) AS count FROM accounts").get()?.["count"]) };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError("It is no database of Selfsame, or it is damaged.", { cause: error });
  } finally {
    database?.close();
  }
}

async function flush(file: string): Promise<void> {
  const opened = await open(file, "r+");
  await opened.sync();
  await opened.close();
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
