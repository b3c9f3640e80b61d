import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Greeting } from "./greeting.ts";

export const firstStartFile = (dataDir: string): string => join(dataDir, "first-start.txt");

/**
 * For a service whose output goes to a journal, which more people can read than the key is for: what is secret in the greeting goes into a
 * file of its owner's. Once the account is claimed the link in it opens nothing; the key stays valid until it is revoked.
 * @param text the greeting as it would be printed
 * @returns what to print instead
 * @throws where the file cannot be written: the key would be lost, for only its hash is stored
 */
export async function quietGreeting(
  { url, apiKey, setupUrl }: Greeting,
  text: string,
  dataDir: string,
): Promise<string> {
  const running = `Selfsame is running. URL:\n${url}`;
  if (apiKey === undefined && setupUrl === undefined) return running;
  const file = firstStartFile(dataDir);
  // A later start has a new link and no key: the key that an earlier one wrote stays in its file.
  const name = apiKey === undefined ? file.replace(/\.txt$/, "-link.txt") : file;
  // Never into a file that somebody else made, with rights of their choice.
  await rm(name, { force: true });
  await writeFile(name, `${text}\n`, { mode: 0o600, flag: "wx" });
  const what = apiKey === undefined ? "The setup link is" : "The first API key and the setup link are";
  return `${running}\n\n${what} in a file that only its owner can read. Read it, then delete it:\n${name}`;
}
