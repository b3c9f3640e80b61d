import { appendFile, readFile, rm, truncate } from "node:fs/promises";

/**
 * The finished part of an interrupted command, one line each. It may contain embeddings, so only its owner can read it, and it is deleted at the end.
 */
export interface Unfinished<One> {
  readonly done: readonly One[];
  readonly add: (one: One) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export async function openUnfinished<One>(path: string): Promise<Unfinished<One>> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  // An interrupted line is cut off and done again, so that the next line does not continue it.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  return {
    done: whole
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as One),
    add: (one) => appendFile(path, `${JSON.stringify(one)}\n`, { mode: 0o600 }),
    remove: () => rm(path, { force: true }),
  };
}
