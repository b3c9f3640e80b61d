import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Greeting, type SamplePhotos, greeting } from "./greeting.ts";

/**
 * For a service that logs to a journal, which more people may read than the key is for: a greeting with secrets is written to a file that only its owner
 * can read. Once the account is claimed, its link is useless; the key stays valid until revoked.
 * @returns the text to print instead
 * @throws if the file cannot be written: the key would be lost, since only its hash is stored
 */
export async function quietGreeting(given: Greeting, samples: SamplePhotos, dataDir: string): Promise<string> {
  const { url, apiKey, setupUrl } = given;
  const running = greeting({ url }, samples);
  if (apiKey === undefined && setupUrl === undefined) return running;
  // A later start has a new link and no key: a key that an earlier start wrote stays in its file.
  const [name, what] =
    apiKey === undefined
      ? ["first-start-link.txt", "The setup link is"]
      : ["first-start.txt", "The first API key and the setup link are"];
  const file = join(dataDir, name);
  // Never write into a file that another user created, with permissions of their choice.
  await rm(file, { force: true });
  await writeFile(file, `${greeting(given, samples)}\n`, { mode: 0o600, flag: "wx" });
  return `${running}\n\n${what} in a file that only its owner can read. Read it, then delete it:\n${file}`;
}
